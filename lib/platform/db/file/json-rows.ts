import { type GetColumnData, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

type Columns = Record<string, SQLiteColumn>;
type RowOf<C extends Columns> = { [name in keyof C]: GetColumnData<C[name]> };

/** All rows as one text of JSON: each value across the binding, and drizzle, costs more. */
export function allRows<C extends Columns>(columns: C) {
  const pairs = Object.entries(columns).map(([name, column]) => sql`${name}, ${column}`);
  return sql`json_group_array(json_object(${sql.join(pairs, sql`, `)}))`.mapWith(
    (text: string): RowOf<C>[] => JSON.parse(text),
  );
}
