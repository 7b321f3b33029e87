import { sql } from 'drizzle-orm';
import { checkRows } from '#lib/background/check-rows.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** Rows of any table that hold one of these texts, as `<table> <text>`; search included. */
export async function whereIn(marks: readonly string[]): Promise<string[]> {
  const { read } = getDb();
  const tables = await read.all<{ name: string }>(sql`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%' and name not like '%\\_fts%' escape '\\'
      and name not like 'leads_search%' and name not like '\\_\\_%' escape '\\'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const text = JSON.stringify(await read.all(sql.raw(`select * from "${name}"`))).toLowerCase();
    found.push(
      ...marks.filter((mark) => text.includes(mark.toLowerCase())).map((mark) => `${name} ${mark}`),
    );
  }
  for (const mark of marks) {
    const word = `"${mark.replaceAll('"', '')}"`;
    const hits = await read.all(
      sql`select rowid from leads_search where leads_search match ${word} limit 1`,
    );
    if (hits.length > 0) found.push(`leads_search ${mark}`);
  }
  return found;
}

/** What `npm run doctor` finds wrong between the tables. */
export async function rowProblems() {
  return (await checkRows()).problems;
}
