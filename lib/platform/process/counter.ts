import { singleton } from '#lib/platform/process/singleton.ts';

/**
 * Counts in memory, by key. `write` passes the counts to `store`, which adds them to the database.
 */
export function createCounter(
  name: string,
  store: (counts: [key: string, more: number][]) => Promise<unknown>,
) {
  const getCounts = () => singleton(name, () => new Map<string, number>());
  return {
    add: (key: string): void => {
      getCounts().set(key, (getCounts().get(key) ?? 0) + 1);
    },
    /**
     * A crash loses the counts since the last write. After a failed write they are written next
     * time.
     */
    write: async (): Promise<void> => {
      const ownCounts = [...getCounts()];
      if (ownCounts.length === 0) return;
      await store(ownCounts);
      for (const [key, addedCount] of ownCounts) {
        const remaining = (getCounts().get(key) ?? 0) - addedCount;
        if (remaining > 0) getCounts().set(key, remaining);
        else getCounts().delete(key);
      }
    },
  };
}
