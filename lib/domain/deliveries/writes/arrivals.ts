import { isDeepStrictEqual } from 'node:util';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  type ArrivalReport,
  latestReport,
  noRecipientColumns,
} from '#lib/domain/deliveries/arrival-rules.ts';
import { findArrival, type MailEvent } from '#lib/domain/deliveries/arrival-schema.ts';
import { returnedCondition } from '#lib/domain/deliveries/reads.ts';
import { markAllProcessed, storeEvent } from '#lib/domain/webhooks/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { jsonColumn, sqlList } from '#lib/platform/db/json.ts';
import { deliveries, deliveryTexts } from '#lib/platform/db/schema/deliveries.ts';
import type { MailTrace } from '#lib/platform/mail/client.ts';
import { listSignatures } from '#lib/platform/security/secrets.ts';

type ReceiveOptions = {
  /** The provider's id of the event. */
  key: string;
  now: number;
  /** Runs in the same transaction. It gets the partitions of mails that may now count as lost. */
  onReturned: (tx: Tx, partitions: readonly string[], now: number) => Promise<void>;
};

/**
 * Stores an event about a mail, without recipient and subject, and updates the delivery. If the
 * mail's id is not stored yet, `settleDeliveries` applies the event later.
 */
export async function receiveMailEvent(
  { providerId, kind, at, reason }: MailEvent,
  { key, now, onReturned }: ReceiveOptions,
): Promise<'processed' | 'stored' | 'duplicate'> {
  return getDb().write(async (tx) => {
    const id = await storeEvent(tx, {
      source: 'mail',
      eventKey: key,
      kind,
      subject: providerId,
      body: JSON.stringify({ reason }),
      occurredAt: at,
      receivedAt: now,
    });
    if (id === null) return 'duplicate';
    const { changed, partitions } = await applyReports(tx, [providerId]);
    await onReturned(tx, partitions, now);
    return changed > 0 ? 'processed' : 'stored';
  });
}

/**
 * Updates the deliveries of these mails to the provider's latest reports. Returns how many changed,
 * their partitions, and the partitions of earlier mails that bounced at the same e-mails. Requires
 * a transaction.
 */
export async function applyReports(tx: Tx, providerIds: readonly string[]) {
  if (providerIds.length === 0) return { changed: 0, partitions: [] };
  const { id, partition, sentTo, arrival, arrivalAt, arrivalReason } = deliveries;
  const reportedCondition = sql`source = 'mail' and subject = provider_id`;
  const reports = jsonColumn<Report[]>(sql`(select json_group_array(json_object(
    'kind', kind, 'at', occurred_at, 'reason', body ->> '$.reason'))
    from webhook_events where ${reportedCondition})`);
  const mailsCondition = sql`provider_id in ${sqlList(providerIds)}`;
  const rows = await tx
    .select({ id, partition, sentTo, reports, stored: { arrival, arrivalAt, arrivalReason } })
    .from(deliveries)
    .where(
      sql`${mailsCondition} and exists (select 1 from webhook_events where ${reportedCondition})`,
    );
  const changedRows: typeof rows = [];
  for (const row of rows) {
    const report = latestReport(row.reports.map(toArrivalReport));
    if (!report || isDeepStrictEqual(report, row.stored)) continue;
    await tx.update(deliveries).set(report).where(eq(id, row.id));
    changedRows.push(row);
  }
  const subjects = sql`(select provider_id from deliveries where ${mailsCondition})`;
  if (rows.length > 0) await markAllProcessed(tx, 'mail', subjects);
  const emails = changedRows.flatMap((row) => row.sentTo ?? []);
  const returnedRows = await tx
    .selectDistinct({ partition })
    .from(deliveries)
    .where(sql`sent_to in ${sqlList(emails)} and ${returnedCondition}`);
  const partitions = [...changedRows, ...returnedRows].map((row) => row.partition);
  return { changed: changedRows.length, partitions };
}

type Report = { kind: string; at: number; reason: string | null };

function toArrivalReport({ kind, at, reason }: Report): ArrivalReport {
  return { arrival: findArrival(kind), arrivalAt: at, arrivalReason: reason };
}

/**
 * Returns the columns that say to whom a mail went, unless that person was erased while the mail
 * was being sent: no later erasure would find the e-mail in this row.
 */
export function traceColumns({ sentTo, providerId }: MailTrace) {
  if (!sentTo) return {};
  const erasedCondition = sql`exists (select 1 from erasures
    where email_hash in ${listSignatures('erasure', sentTo)} and started_at >= created_at)`;
  const unlessErased = (value: string | null) => sql`iif(${erasedCondition}, null, ${value})`;
  return {
    sentTo: unlessErased(sentTo),
    ...(providerId && { providerId: unlessErased(providerId) }),
  };
}

/**
 * Stores what a mail said, but only while its delivery still names the recipient, whom an erasure
 * removes. Requires a transaction.
 */
export async function storeSentText(tx: Tx, id: number, { sentText }: MailTrace): Promise<void> {
  if (!sentText) return;
  const { subject, text, files } = sentText;
  await tx.run(sql`insert or replace into delivery_texts (delivery_id, subject, text, files)
    select id, ${subject}, ${text}, ${JSON.stringify(files)} from deliveries
    where id = ${id} and state = 'sent' and sent_to is not null`);
}

/** Removes recipients, reports and texts of these mails. Requires a transaction. */
export async function forgetRecipients(tx: Tx, condition: SQL): Promise<void> {
  const ids = tx.select({ id: deliveries.id }).from(deliveries).where(condition);
  await tx.delete(deliveryTexts).where(inArray(deliveryTexts.deliveryId, ids));
  await tx.update(deliveries).set(noRecipientColumns).where(condition);
}

/** Replaces the payload of a delivery by `remainingPayload`, which has no personal data. */
export async function forgetPayload(
  idempotencyKey: string,
  remainingPayload: Record<string, unknown>,
): Promise<void> {
  await getDb().write((tx) =>
    tx
      .update(deliveries)
      .set({ payload: remainingPayload })
      .where(eq(deliveries.idempotencyKey, idempotencyKey)),
  );
}
