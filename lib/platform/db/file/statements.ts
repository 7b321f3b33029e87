import { getTableColumns, getTableName, type Query, SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Tx } from '#lib/platform/db/database.ts';

class Built extends SQL {
  readonly #query: Query;

  constructor(query: Query) {
    super([]);
    this.#query = query;
  }

  override toQuery(): Query {
    return this.#query;
  }
}

const texts = new WeakMap<SQLiteTable, Map<string, string>>();

/** Made from a text that is kept: with drizzle's inserts a submission takes 1.5 times the processor. Returns the row's `id`. */
export async function insertRow<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  row: T['$inferInsert'] & { id?: T['$inferSelect']['id'] },
): Promise<T['$inferSelect']['id']> {
  const columns = getTableColumns(table);
  const given = Object.entries(row).flatMap(([name, value]) => {
    const column = value === undefined ? undefined : columns[name];
    return column ? [{ column: `"${column.name}"`, value: column.mapToDriverValue(value) }] : [];
  });
  const names = given.map(({ column }) => column).join();
  const { id } = row;
  const known = texts.get(table) ?? new Map<string, string>();
  texts.set(table, known);
  const text =
    known.get(names) ??
    `insert into "${getTableName(table)}" (${names}) values (${given.map(() => '?')})
      ${id === undefined ? 'returning id' : ''}`;
  known.set(names, text);
  const insert = new Built({ sql: text, params: given.map(({ value }) => value) });
  if (id !== undefined) return tx.run(insert).then(() => id);
  const [added] = await tx.all<T['$inferSelect']>(insert);
  if (!added) throw new Error('the insert returned no row');
  return added.id;
}
