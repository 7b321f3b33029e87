import type { Client, InStatement } from '@libsql/client';

/** Part of a transaction: it is there if and only if the transaction was committed. */
export function outcomeMark(id: string): InStatement {
  return { sql: 'insert into write_outcomes (id, at) values (?, unixepoch() * 1000)', args: [id] };
}

/**
 * Whether a transaction whose commit got no answer was committed after all. Asked in a write of its
 * own, which the server starts only when that transaction is over: the answer is final.
 */
export async function wasCommitted(client: Client, id: string): Promise<boolean> {
  const statement = { sql: 'select 1 from write_outcomes where id = ?', args: [id] };
  const [found] = await client.batch([statement], 'write');
  return found?.rows.length === 1;
}
