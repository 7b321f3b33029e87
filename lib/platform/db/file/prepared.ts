import { getDb, type Reads } from '#lib/platform/db/client.ts';

/** drizzle builds a query more slowly than SQLite runs it: uncached, a list takes 1.3 times. */
export function prepared<T>(build: (read: Reads) => T): () => T {
  const built = new WeakMap<Reads, T>();
  return () => {
    const { read } = getDb();
    const query = built.get(read) ?? build(read);
    built.set(read, query);
    return query;
  };
}
