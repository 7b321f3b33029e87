import { getDb, type Reads } from '#lib/platform/db/client.ts';

/** drizzle takes longer to build a query than SQLite to answer: built once for each database. */
export function prepared<T>(build: (read: Reads) => T): () => T {
  const built = new WeakMap<Reads, T>();
  return () => {
    const { read } = getDb();
    const query = built.get(read) ?? build(read);
    built.set(read, query);
    return query;
  };
}
