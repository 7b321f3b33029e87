import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

/** Adds words that are missing to those by which the team finds a lead. Requires a transaction. */
export async function addSearchWords(
  tx: Tx,
  leadId: number,
  words: readonly string[],
): Promise<void> {
  for (const word of words) {
    const extended = sql`coalesce(${leads.about} || ' ', '') || ${word}`;
    const missingCondition = sql`instr(coalesce(${leads.about}, ''), ${word}) = 0`;
    await tx
      .update(leads)
      .set({ about: extended })
      .where(and(eq(leads.id, leadId), missingCondition));
  }
}
