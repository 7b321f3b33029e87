import type { Client, InStatement } from '@libsql/client';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/platform/db/database.ts';

/**
 * Returns the statement that adds an outcome. Its row exists if and only if the transaction
 * committed.
 */
export function outcomeStatement(id: string): InStatement {
  return { sql: 'insert into write_outcomes (id, at) values (?, unixepoch() * 1000)', args: [id] };
}

/**
 * Returns whether a transaction whose commit got no answer took effect. It runs as a write, so the
 * server runs it after that transaction. It inserts the id with a time that no commit uses: a
 * commit that arrives later then fails on the taken id, so the result is final.
 */
export async function wasCommitted(client: Client, id: string): Promise<boolean> {
  const insertSql = `insert into write_outcomes (id, at) values (?, unixepoch() * 1000 + 1)
    on conflict do nothing`;
  const committedSql = 'select 1 from write_outcomes where id = ? and at % 1000 = 0';
  const statements = [insertSql, committedSql].map((text) => ({ sql: text, args: [id] }));
  const [, result] = await client.batch(statements, 'write');
  return result?.rows.length === 1;
}

/** Deletes outcomes older than an hour, by the database's clock, which also set their times. */
export async function sweepWriteOutcomes({ writeOne }: Database): Promise<void> {
  await writeOne(sql`delete from write_outcomes where at < (unixepoch() - 3600) * 1000`);
}
