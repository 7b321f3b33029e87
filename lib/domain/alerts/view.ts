import { guaranteeTitle } from '#lib/domain/alerts/copy.ts';
import type { Expiring } from '#lib/domain/alerts/reads.ts';
import { daysUntil, levelOf } from '#lib/domain/alerts/rules.ts';
import type { ExpiryAlert } from '#lib/domain/alerts/schema.ts';
import { titleOf } from '#lib/domain/documents/view.ts';
import type { IssuedDetail } from '#lib/domain/issued/reads.ts';
import { endOfDay } from '#lib/platform/calendar.ts';
import { getEnv } from '#lib/platform/env.ts';
import { signedToken } from '#lib/platform/secrets.ts';

export const ALERTS_PAGE = '/panel/documentos/avisos';

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

/** A document or guarantee that lapses, as mails and calendars tell it; `verb`: what to do about it. */
export type Lapse = {
  kind: 'document' | 'guarantee';
  id: string;
  title: string;
  row: { label: string; value: string };
  at: number;
  countedFrom?: string | null;
  verb: string;
  todo: string;
  href: string;
  changedAt: number;
};

export function lapseOf(document: Expiring): Lapse {
  return {
    kind: 'document',
    id: document.id,
    title: titleOf(document),
    row: { label: 'Archivo', value: document.fileName },
    at: document.expiresAt,
    countedFrom: document.countedFrom,
    verb: 'Reemplazar',
    todo: 'Reemplázalo',
    href: getEnv().appUrl + replacePath(document),
    changedAt: document.uploadedAt,
  };
}

export type Ending = Pick<
  IssuedDetail,
  'id' | 'number' | 'type' | 'issuerName' | 'validTo' | 'createdAt'
>;

export function endOf(guarantee: Ending): Lapse {
  return {
    kind: 'guarantee',
    id: guarantee.id,
    title: guaranteeTitle(guarantee),
    row: { label: 'Emisor', value: guarantee.issuerName },
    at: endOfDay(guarantee.validTo),
    verb: 'Prorrogar o cerrar',
    todo: 'Pide la prórroga',
    href: getEnv().appUrl + guaranteePath(guarantee),
    changedAt: guarantee.createdAt,
  };
}
