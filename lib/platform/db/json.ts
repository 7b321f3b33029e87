import { type SQL, sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/sqlite-core';
import { plainReviver } from '#lib/platform/operations/plain-text.ts';

/**
 * A text column with JSON. Texts are normalised when read, because rows from before 2026-11-27
 * store them as pasted.
 */
export const plainJson = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (text) => JSON.parse(text, plainReviver),
});

/** Parses the JSON text that the subquery `query` returns. */
export const jsonColumn = <T>(query: SQL) => query.mapWith((text: string): T => JSON.parse(text));

/** SQL for a list of values after `in`: one parameter, so that the statement stays the same. */
export const sqlList = (values: readonly (number | string)[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;
