import { type GetColumnData, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

type Columns = Record<string, SQLiteColumn>;
type RowOf<C extends Columns> = { [name in keyof C]: GetColumnData<C[name]> };

/**
 * A column that holds all rows of a select, each with these columns of texts and numbers: one text of
 * JSON that SQLite writes and V8 parses. Each value across the binding, and drizzle's mapping of it,
 * costs more: of a list of 50 documents most of the request.
 */
export function allRows<C extends Columns>(columns: C) {
  const pairs = Object.entries(columns).map(([name, column]) => sql`${name}, ${column}`);
  return sql`json_group_array(json_object(${sql.join(pairs, sql`, `)}))`.mapWith(
    (text: string): RowOf<C>[] => JSON.parse(text),
  );
}
