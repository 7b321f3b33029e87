import { sql } from 'drizzle-orm';
import { checkRows } from '#lib/background/check-rows.ts';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { World } from '#tests/support/world.ts';

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

const drain = () => createWorker({ handlers: deliveryHandlers, random: () => 0.5 }).drain();

/** All that an erasure queues: what ends things in the CRM at once, and again some minutes later. */
export async function deliverAll({ advance }: World): Promise<void> {
  await drain();
  advance(6 * 60_000);
  await drain();
}
