import { eq } from 'drizzle-orm';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { findSentText } from '#lib/domain/deliveries/reads.ts';
import type { SkippedDelivery } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryKind } from '#lib/domain/deliveries/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { captureMail } from '#lib/platform/mail/client.ts';
import { type SentText, sentTextOf } from '#lib/platform/mail/sent-text.ts';
import { now } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';

/** The text of a mail without its secrets, or the reason why it cannot be composed any more. */
export type MailPreview = (SentText & { wasSent: boolean }) | { missing: string | null };

/**
 * Returns the text of a mail as it was sent. If none is stored, composes the mail from today's rows
 * as of the time at which it was sent, or as of now if it is still queued. Sends nothing. Returns
 * null for deliveries to the CRM.
 */
export async function previewMail(id: number): Promise<MailPreview | null> {
  const [row] = await getDb().read.select().from(deliveries).where(eq(deliveries.id, id)).limit(1);
  if (!row || row.channel === 'crm' || !Object.hasOwn(deliveryHandlers, row.kind)) return null;
  const storedText = await findSentText(id);
  if (storedText) return { ...storedText, wasSent: true };
  const handle = deliveryHandlers[row.kind as DeliveryKind];
  try {
    const { mail, result } = await captureMail(() =>
      handle(row.payload, { idempotencyKey: row.idempotencyKey, now: row.settledAt ?? now() }),
    );
    if (mail) return { ...sentTextOf(mail), wasSent: false };
    return { missing: (result as SkippedDelivery)?.skipped ?? null };
  } catch (error) {
    log().warn({ err: error, kind: row.kind }, 'a mail could not be composed again');
    return { missing: null };
  }
}
