import { getDb, type Reads } from '#lib/platform/db/client.ts';

/**
 * A query that drizzle builds once for each database instead of at each use, for what most requests
 * ask: building takes it longer than SQLite takes to answer. Values are `sql.placeholder`s.
 */
export function prepared<T>(build: (read: Reads) => T): () => T {
  const built = new WeakMap<Reads, T>();
  return () => {
    const { read } = getDb();
    const query = built.get(read) ?? build(read);
    built.set(read, query);
    return query;
  };
}
