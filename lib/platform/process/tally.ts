import { singleton } from '#lib/platform/process/singleton.ts';

/** Counts by key in memory. `store` adds the counts to the database in one statement. */
export function tallyOf(
  name: string,
  store: (counts: [key: string, more: number][]) => Promise<unknown>,
) {
  const counted = () => singleton(name, () => new Map<string, number>());
  return {
    add: (key: string): void => {
      counted().set(key, (counted().get(key) ?? 0) + 1);
    },
    /** Counts since the last write are lost in a crash. After a failed write they are kept. */
    write: async (): Promise<void> => {
      const mine = [...counted()];
      if (mine.length === 0) return;
      await store(mine);
      for (const [key, more] of mine) {
        const left = (counted().get(key) ?? 0) - more;
        if (left > 0) counted().set(key, left);
        else counted().delete(key);
      }
    },
  };
}
