import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';
import { watchedTenders } from '#lib/platform/db/schema/tenders.ts';

/** Adds a tender to those that are watched for news, in the transaction of its request. */
export async function startTenderWatch(tx: Tx, code: string | null | undefined): Promise<void> {
  if (!code || !tenderIdPattern.test(code)) return;
  await tx.insert(watchedTenders).values({ code, nextAt: 0 }).onConflictDoNothing();
}

/**
 * Matches ids of Mercado Público. People also type names of private tenders, which Mercado Público
 * does not know.
 */
const tenderIdPattern = /^\d.*-\d.*-[A-Z].*\d\d$/s;

/** Copies the closing, name and buyer of tenders to their leads, for sorting and searching. */
export async function copyTenders(tx: Tx, condition: SQL): Promise<void> {
  const dueAtColumn = sql`coalesce(t.closes_at, due_at)`;
  const words = sql`t.name || ' ' || coalesce(t.buyer_name, '')`;
  await tx.run(sql`update leads set due_at = ${dueAtColumn}, tender_words = ${words}
    from marketplace_tenders t where t.code = leads.tender_id and ${condition}
      and (due_at is not ${dueAtColumn} or tender_words is not ${words})`);
}
