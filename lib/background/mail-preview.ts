import { eq } from 'drizzle-orm';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import type { SkippedDelivery } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryKind } from '#lib/domain/deliveries/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { captureMail } from '#lib/platform/mail/client.ts';
import type { Mail } from '#lib/platform/mail/mail.ts';
import { log } from '#lib/platform/process/log.ts';

/** The text of a mail without its secrets, or the reason why it cannot be composed any more. */
export type MailPreview =
  | { subject: string; text: string; files: string[] }
  | { missing: string | null };

/**
 * Composes a delivery's mail again from the rows of now, as of the time at which it was sent, and
 * sends nothing. Mails are not stored. Returns null for the CRM's deliveries, which are no mails.
 */
export async function previewMail(id: number): Promise<MailPreview | null> {
  const [row] = await getDb().read.select().from(deliveries).where(eq(deliveries.id, id)).limit(1);
  if (!row || row.channel === 'crm' || !Object.hasOwn(deliveryHandlers, row.kind)) return null;
  const handle = deliveryHandlers[row.kind as DeliveryKind];
  const now = row.settledAt ?? row.createdAt;
  try {
    const { mail, result } = await captureMail(() =>
      handle(row.payload, { idempotencyKey: row.idempotencyKey, now }),
    );
    return mail ? withoutSecrets(mail) : { missing: (result as SkippedDelivery)?.skipped ?? null };
  } catch (error) {
    log().warn({ err: error, kind: row.kind }, 'a mail could not be composed again');
    return { missing: null };
  }
}

const MASK = '••••••';
const groupedCode = /\b[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}\b/g;

/** Covers codes and the ends of links, because they open something for anybody. */
function withoutSecrets({ subject, text, attachments = [] }: Mail) {
  const [, code] = /^Código: (\S+)$/m.exec(text) ?? [];
  const masked = (words: string) =>
    (code ? words.replaceAll(code, MASK) : words)
      .replace(groupedCode, MASK)
      .replace(/https?:\/\/[^\s<>"]+/g, maskedUrl);
  const files = attachments.map(({ fileName }) => fileName);
  return { subject: masked(subject), text: masked(text), files };
}

/** Keeps whole the addresses behind a login, and of others the beginning, which says what opens. */
function maskedUrl(url: string): string {
  if (!URL.canParse(url)) return MASK;
  const { origin, pathname, search, hash } = new URL(url);
  const [, first = '', ...rest] = pathname.split('/');
  const isOpen = ['panel', 'admin'].includes(first) || rest.length === 0;
  const path = isOpen ? pathname : `/${first}/${MASK}`;
  return `${origin}${path}${search || hash ? MASK : ''}`;
}
