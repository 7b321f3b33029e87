import { sql } from 'drizzle-orm';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { retentionStart } from '#lib/domain/privacy/rules.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';

/** Maximum number of mails per run of the timer. */
const MAX_MAILS = 500;

/** Queues one mail a day for each e-mail with news, and deletes old news. */
export async function announceTenders(now: number, signal?: AbortSignal): Promise<void> {
  const today = isoDay(now);
  const recipients = await getDb().read.all<{ recipientHash: string }>(sql`
    select distinct address as "recipientHash" from tender_news n where mailed_on is null and ${notAnnouncedTodayCondition(today)}
    limit ${MAX_MAILS}`);
  for (const { recipientHash } of recipients) {
    if (signal?.aborted) return;
    await getDb().write((tx) => queueNewsMail(tx, recipientHash, now));
  }
  await getDb().writeOne(sql`delete from tender_news where id in (
    select id from tender_news where mailed_on < ${isoDay(retentionStart('delivery', now))} limit ${MAX_MAILS})`);
}

/**
 * Queues the mail for one e-mail. Checks again inside the write, because two instances may run at
 * once.
 */
async function queueNewsMail(tx: Tx, recipientHash: string, now: number): Promise<void> {
  const day = isoDay(now);
  const notifiedRows = await tx.all(sql`
    update tender_news as n set mailed_on = ${day}
    where address = ${recipientHash} and mailed_on is null and ${notAnnouncedTodayCondition(day)} returning id`);
  if (notifiedRows.length === 0) return;
  await enqueueDelivery(tx, {
    partition: `tenders:${recipientHash}/mail`,
    kind: 'tender.news-mail',
    payload: { address: recipientHash, day },
    now,
  });
}

const notAnnouncedTodayCondition = (day: string) => sql`not exists (
  select 1 from tender_news t where t.mailed_on = ${day} and t.address = n.address)`;
