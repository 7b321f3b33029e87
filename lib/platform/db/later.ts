import type { Tx } from '#lib/platform/db/write-queue.ts';

type Statement = { sql: string; args: (string | number | null)[] };
type Defer = (statement: Statement) => void;

type Built = { sql: string; params: unknown[] };
/** A drizzle query, or `tx.run` of a text, that was built but not awaited. */
type Query = PromiseLike<unknown> & ({ toSQL: () => Built } | { getQuery: () => Built });

const transactions = new WeakMap<object, Defer>();

/** For transactions whose statements cost a round trip each. */
export function deferTo(tx: Tx, defer: Defer): void {
  transactions.set(tx, defer);
}

/**
 * Runs a statement whose result is unused, in its order, before any other statement of the
 * transaction could see that it did not run. To a server it travels with the next one or the
 * commit; its error then shows there, and the whole write fails.
 */
export async function later(tx: Tx, query: Query): Promise<void> {
  const defer = transactions.get(tx);
  if (!defer) return void (await query);
  const { sql, params } = 'toSQL' in query ? query.toSQL() : query.getQuery();
  // What drizzle makes of our columns: texts, whole numbers and nulls.
  defer({ sql, args: params as Statement['args'] });
}
