import { type SQL, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';

/** Returns the database's plan for a query, one step a line. */
export async function queryPlan(query: SQL | string): Promise<string> {
  const requested = typeof query === 'string' ? sql.raw(query) : query;
  const plan = await getDb().read.all<{ detail: string }>(sql`explain query plan ${requested}`);
  return plan.map(({ detail }) => detail).join('\n');
}
