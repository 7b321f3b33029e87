import type { AlertRecipient } from '#lib/domain/alerts/reads.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';

/** Signs the link in a mail by which the recipient ends these mails without a session. */
export function mailsToken({ accountId, companyId }: AlertRecipient): string {
  return signedToken('alert-mails', companyId ? `${accountId}.${companyId}` : accountId);
}

export function unsubscribePath(token: string): string {
  return `/avisos/${token}`;
}

/** Returns the URL for mail programs (RFC 8058). POST ends the mails; GET leads to the page. */
export function unsubscribeUrl(reader: AlertRecipient): string {
  return `${getEnv().appUrl}/api/documents/alerts/unsubscribe/${mailsToken(reader)}`;
}
