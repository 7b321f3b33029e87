import { getDb } from '#lib/platform/db/client.ts';

/** Tables that belong to nobody: counters of requests, marks of commits and search indexes. */
const aside =
  /^(sqlite_|__drizzle|rate_limits|heartbeat|leases|write_outcomes|leads_search|marketplace|.*_fts)/;

/** Returns every row of every table as text. Two texts are equal if nothing changed in between. */
export async function databaseSnapshot(): Promise<Record<string, string>> {
  const { client } = getDb();
  const { rows } = await client.execute(`select name from sqlite_master where type = 'table'`);
  const names = rows.map(({ name }) => String(name)).filter((name) => !aside.test(name));
  if (names.length < 15) throw new Error('the tables are not where they were');
  const tables: Record<string, string> = {};
  for (const name of names.sort()) {
    tables[name] = JSON.stringify((await client.execute(`select * from "${name}"`)).rows);
  }
  return tables;
}
