import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Tx } from '#lib/platform/db/database.ts';

/**
 * Inserts a row and returns its id. Builds its own SQL, because with drizzle's `tx.insert` a
 * submission takes 1.7 times as long.
 */
export async function insertRow<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  row: T['$inferInsert'] & { id?: T['$inferSelect']['id'] },
): Promise<T['$inferSelect']['id']> {
  const columns = getTableColumns(table);
  const filledColumns = Object.entries(row).flatMap(([name, value]) => {
    const column = value === undefined ? undefined : columns[name];
    const storedValue = value === null ? null : column?.mapToDriverValue(value);
    return column ? [{ name: `"${column.name}"`, value: storedValue }] : [];
  });
  const { id } = row;
  const text = `insert into "${getTableName(table)}" (${filledColumns.map(({ name }) => name)})
    values (${filledColumns.map(() => '?')}) ${id === undefined ? 'returning id' : ''}`;
  const query = { sql: text, params: filledColumns.map(({ value }) => value) };
  const insert = Object.assign(sql.empty(), { toQuery: () => query });
  if (id !== undefined) return tx.run(insert).then(() => id);
  const [addedRow] = await tx.all<T['$inferSelect']>(insert);
  if (!addedRow) throw new Error('the insert returned no row');
  return addedRow.id;
}
