import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { singleton } from '#lib/platform/singleton.ts';

const counted = () => singleton('codes-counted', () => new Map<string, number>());

/** The page of a code was opened: a number with nothing of the person, written within a minute. */
export function countOpening(code: string): void {
  counted().set(code, (counted().get(code) ?? 0) + 1);
}

/** A kill loses what was counted since; a write that fails is made up for by the next. */
export async function writeOpenings(): Promise<void> {
  const mine = [...counted()];
  if (mine.length === 0) return;
  await getDb().write((tx) =>
    tx.run(sql`update verification_codes set openings = openings + more.total
      from (select value ->> 0 as code, value ->> 1 as total from json_each(${JSON.stringify(mine)}))
        as more
      where verification_codes.code = more.code`),
  );
  for (const [code, total] of mine) {
    const left = (counted().get(code) ?? 0) - total;
    if (left > 0) counted().set(code, left);
    else counted().delete(code);
  }
}
