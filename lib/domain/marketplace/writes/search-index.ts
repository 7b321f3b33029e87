import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';

/**
 * Columns of each table that its FTS5 table `<table>_fts` indexes (with external content).
 */
const searchedColumns = {
  marketplace_buyers: ['name'],
  marketplace_suppliers: ['name'],
  marketplace_tenders: ['code', 'name', 'buyer_name', 'unit_name'],
} as const;

type Row = { id: number; words: string };

/**
 * Runs `change`, which changes the rows that `condition` selects, and updates the search index
 * where their words changed. Requires a transaction. FTS5 deletes an entry only if it gets the
 * words that were indexed, so the words are read before and after the change.
 */
export async function withSearchIndexUpdate(
  tx: Tx,
  { table, condition }: { table: keyof typeof searchedColumns; condition: SQL },
  change: () => Promise<unknown>,
): Promise<void> {
  const columns = searchedColumns[table];
  const [tableName, fts] = [sql.identifier(table), sql.identifier(`${table}_fts`)];
  const names = sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const values = sql.join(
    columns.map((_, index) => sql`r.value ->> ${`$.words[${index}]`}`),
    sql`, `,
  );
  const readRows = () =>
    tx.all<Row>(sql`select id, json_array(${names}) as words from ${tableName} where ${condition}`);
  const previousRows = await readRows();
  await change();
  const currentRows = await readRows();
  const differenceJson = (minuend: Row[], subtrahend: Row[]) => {
    const wordsById = new Map(subtrahend.map(({ id, words }) => [id, words]));
    const changedRows = minuend.filter(({ id, words }) => wordsById.get(id) !== words);
    return `[${changedRows.map(({ id, words }) => `{"id":${id},"words":${words}}`).join()}]`;
  };
  await tx.run(sql`insert into ${fts} (${fts}, rowid, ${names})
    select 'delete', r.value ->> 'id', ${values} from json_each(${differenceJson(previousRows, currentRows)}) r`);
  await tx.run(sql`insert into ${fts} (rowid, ${names})
    select r.value ->> 'id', ${values} from json_each(${differenceJson(currentRows, previousRows)}) r`);
}
