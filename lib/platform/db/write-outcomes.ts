import type { Client, InStatement } from '@libsql/client';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/platform/db/database.ts';

/** The row exists if and only if its transaction was committed. */
export function outcomeMark(id: string): InStatement {
  return { sql: 'insert into write_outcomes (id, at) values (?, unixepoch() * 1000)', args: [id] };
}

/**
 * Returns whether a transaction whose commit got no answer was committed. It runs in a write of its
 * own, which the server starts only when that transaction is over. The answer is final: one that
 * was not yet done finds its id taken (by a time that no commit writes) and fails, however late it
 * arrives.
 */
export async function wasCommitted(client: Client, id: string): Promise<boolean> {
  const taken = `insert into write_outcomes (id, at) values (?, unixepoch() * 1000 + 1)
    on conflict do nothing`;
  const committed = 'select 1 from write_outcomes where id = ? and at % 1000 = 0';
  const statements = [taken, committed].map((text) => ({ sql: text, args: [id] }));
  const [, found] = await client.batch(statements, 'write');
  return found?.rows.length === 1;
}

/** Outcomes are needed for an hour, by the database's own clock, which wrote them. */
export async function sweepWriteOutcomes({ writeOne }: Database): Promise<void> {
  await writeOne(sql`delete from write_outcomes where at < (unixepoch() - 3600) * 1000`);
}
