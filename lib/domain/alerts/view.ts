import type { Expiring } from '#lib/domain/alerts/reads.ts';
import { daysUntil, levelOf } from '#lib/domain/alerts/rules.ts';
import type { ExpiryAlert } from '#lib/domain/alerts/schema.ts';
import { getEnv } from '#lib/platform/env.ts';
import { signedToken } from '#lib/platform/secrets.ts';

export const ALERTS_PAGE = '/panel/documentos/avisos';

/** Contract 2.13. */
export function alertView(document: Expiring, now: number): ExpiryAlert {
  const daysUntilExpiry = daysUntil(document.expiresAt, now);
  return {
    category: document.category,
    documentName: document.customTitle ?? document.fileName,
    expiryDate: new Date(document.expiresAt).toISOString(),
    daysUntilExpiry,
    // The list ends where `warning` does.
    alertLevel: levelOf(daysUntilExpiry) ?? 'warning',
  };
}

export function mailsToken(accountId: string): string {
  return signedToken('alert-mails', accountId);
}

export function unsubscribePath(token: string): string {
  return `/avisos/${token}`;
}

/** The address for mail programs (RFC 8058): POST ends the mails, GET leads to the page. */
export function unsubscribeUrl(accountId: string): string {
  return `${getEnv().appUrl}/api/documents/alerts/unsubscribe/${mailsToken(accountId)}`;
}

export function calendarUrl(calendarId: string): string {
  return `${getEnv().appUrl}/api/documents/calendar/${signedToken('calendar', calendarId)}`;
}

export function guaranteePath({ id }: { id: string }): string {
  return `/panel/garantias/${id}`;
}

export function replacePath({ category, id }: Pick<Expiring, 'category' | 'id'>): string {
  return `/panel/documentos/${category}?reemplazar=${id}#subir`;
}
