import { singleton } from '#lib/platform/process/singleton.ts';

/**
 * Counts in memory, by key. `write` passes the counts to `store`, which adds them to the database.
 */
export function createCounter(
  name: string,
  store: (counts: [key: string, more: number][]) => Promise<unknown>,
) {
  const counted = () => singleton(name, () => new Map<string, number>());
  return {
    add: (key: string): void => {
      counted().set(key, (counted().get(key) ?? 0) + 1);
    },
    /**
     * A crash loses the counts since the last write. After a failed write they are written next
     * time.
     */
    write: async (): Promise<void> => {
      const ownCounts = [...counted()];
      if (ownCounts.length === 0) return;
      await store(ownCounts);
      for (const [key, added] of ownCounts) {
        const remaining = (counted().get(key) ?? 0) - added;
        if (remaining > 0) counted().set(key, remaining);
        else counted().delete(key);
      }
    },
  };
}
