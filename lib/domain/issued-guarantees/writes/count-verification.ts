import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { createCounter } from '#lib/platform/process/counter.ts';

const counter = createCounter('codes-counted', (counts) =>
  getDb().write((tx) =>
    tx.run(sql`update verification_codes set openings = openings + more.total
      from (select value ->> 0 as code, value ->> 1 as total from json_each(${JSON.stringify(counts)}))
        as more
      where verification_codes.code = more.code`),
  ),
);

/**
 * Counts a visit to the page of a code. The count holds no personal data and is stored within a
 * minute.
 */
export const countVerification = counter.add;
export const writeOpenings = counter.write;
