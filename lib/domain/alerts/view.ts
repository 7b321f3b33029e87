import { datedLapseText, guaranteeTitle, undatedText } from '#lib/domain/alerts/copy.ts';
import type { ExpiringDocument } from '#lib/domain/alerts/reads.ts';
import {
  alertLevelOf,
  categoryStatus,
  type DocumentStatus,
  daysLeftUntil,
  monthsOf,
} from '#lib/domain/alerts/rules.ts';
import type { ExpiryAlert } from '#lib/domain/alerts/schema.ts';
import { groupCopy } from '#lib/domain/documents/copy.ts';
import type { ListedDocument } from '#lib/domain/documents/reads/documents.ts';
import {
  type CategoryKey,
  categories,
  categoriesOf,
  groups,
  isSeries,
} from '#lib/domain/documents/rules.ts';
import { documentTitle, openPath } from '#lib/domain/documents/view.ts';
import type { IssuedDetail } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { capitalise, formatCount, formatDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Role } from '#lib/platform/operations/operation.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { isPreviewable } from '#lib/platform/storage/inspection/accepted.ts';

export const ALERTS_PAGE = '/panel/documentos/avisos';

export function alertView(document: ExpiringDocument, now: number): ExpiryAlert {
  const daysUntilExpiry = daysLeftUntil(document.expiresAt, now);
  return {
    category: document.category,
    documentName: document.customTitle ?? document.fileName,
    expiryDate: new Date(document.expiresAt).toISOString(),
    daysUntilExpiry,
    // Only documents within 30 days of their expiry are listed, so there always is a level.
    alertLevel: alertLevelOf(daysUntilExpiry) ?? 'warning',
  };
}

export function calendarUrl(calendarId: string): string {
  return `${getEnv().appUrl}/api/documents/calendar/${signedToken('calendar', calendarId)}`;
}

export function guaranteePath({ id }: { id: string }): string {
  return `/panel/garantias/${id}`;
}

export function replacePath({ category, id }: Pick<ExpiringDocument, 'category' | 'id'>): string {
  return `/panel/documentos/${category}?reemplazar=${id}#subir`;
}

/** The end of a document or guarantee, for mails and calendars. `at` and `changedAt` are in ms. */
export type DeadlineNotice = {
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

export function documentDeadline(document: ExpiringDocument): DeadlineNotice {
  return {
    kind: 'document',
    id: document.id,
    title: documentTitle(document),
    row: { label: 'Archivo', value: document.fileName },
    at: document.expiresAt,
    countedFrom: document.countedFrom,
    verb: 'Reemplazar',
    todo: 'Reemplázalo',
    href: getEnv().appUrl + replacePath(document),
    changedAt: document.uploadedAt,
  };
}

export type EndingGuarantee = Pick<
  IssuedDetail,
  'id' | 'number' | 'type' | 'issuerName' | 'validTo' | 'createdAt'
>;

export function guaranteeDeadline(guarantee: EndingGuarantee): DeadlineNotice {
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

/** Groups documents by the categories of a role, and tells which required ones are missing. */
export function buildOverview(documents: readonly ListedDocument[], role: Role, now: number) {
  const shownGroups = groups.map((group) => ({
    label: groupCopy[group],
    categories: categoriesOf(group, role).map((key) =>
      categoryOverview(
        key,
        documents.filter(({ category }) => category === key),
        now,
      ),
    ),
  }));
  const requiredCategories = shownGroups
    .flatMap(({ categories }) => categories)
    .filter(({ key }) => categories[key].isRequired);
  return {
    groups: shownGroups,
    requiredCount: requiredCategories.length,
    /** Number of required categories with a valid document. */
    upToDate: requiredCategories.filter(({ status }) => validStatuses.includes(status)).length,
    outstanding: requiredCategories.filter(({ status }) => missingStatuses.includes(status)),
  };
}

export type Overview = ReturnType<typeof buildOverview>;
export type CategoryOverview = Overview['outstanding'][number];

const validStatuses: readonly DocumentStatus[] = ['valid', 'endless', 'lapsing'];
const missingStatuses: readonly DocumentStatus[] = [
  'missing',
  'expired',
  'partial',
  'undated',
  'other-rut',
];

function categoryOverview(key: CategoryKey, documents: readonly ListedDocument[], now: number) {
  const status = categoryStatus(documents, now);
  const { label, purpose } = categories[key];
  const titles = documents.flatMap(({ customTitle }) => customTitle ?? []).join(', ');
  const detail = categoryDetailText(documents, status, now);
  const monthly = monthsOf(documents, now);
  return {
    key,
    label,
    purpose,
    status,
    detail: titles ? `${titles}. ${detail}` : detail,
    monthly,
    singlePath: singleFilePath(documents),
  };
}

/** Returns the URL of the only document of a category, if browsers can show its type. */
function singleFilePath(documents: readonly ListedDocument[]): string | null {
  const [first, ...others] = documents.filter(
    ({ state, otherRut }) => state === 'kept' && !otherRut,
  );
  if (!first || others.length > 0 || !isPreviewable(first.contentType)) return null;
  return openPath(first);
}

function categoryDetailText(
  documents: readonly ListedDocument[],
  status: DocumentStatus,
  now: number,
): string | null {
  if (status === 'missing') return null;
  if (status === 'checking') return 'Buscamos virus en el archivo: suele tomar segundos.';
  if (status === 'refused') return 'El archivo tenía un virus y lo borramos. Sube otro.';
  if (status === 'other-rut') return 'Lo que guardas aquí es de otro RUT.';
  const current = documents.filter(({ state, otherRut }) => state === 'kept' && !otherRut);
  const expiries = current.flatMap(({ expiresAt }) => expiresAt ?? []).sort((a, b) => a - b);
  const isOfSeries = current.some(({ category }) => isSeries(category));
  const lastExpiry = expiries.at(-1);
  const nextExpiry = isOfSeries
    ? lastExpiry
    : (expiries.find((at) => daysLeftUntil(at, now) >= 0) ?? lastExpiry);
  const expiredCount = expiries.filter((at) => daysLeftUntil(at, now) < 0).length;
  const countedFrom = current.find(({ expiresAt }) => expiresAt === nextExpiry)?.countedFrom;
  const dueText =
    nextExpiry === undefined
      ? undatedText(current[0]?.category, current[0]?.countedFrom)
      : datedLapseText(daysLeftUntil(nextExpiry, now), formatDay(nextExpiry), countedFrom);
  if (current.length < 2) return `${capitalise(dueText)}.`;
  const filesText = `${current.length} archivos`;
  if (nextExpiry === undefined) return `${filesText}.`;
  const expiredText =
    expiredCount > 0 && expiredCount < current.length
      ? `, ${formatCount(expiredCount, 'vencido', 'vencidos')}`
      : '';
  const subject =
    daysLeftUntil(nextExpiry, now) < 0 ? 'El último' : isOfSeries ? 'El más nuevo' : 'El próximo';
  return `${filesText}${expiredText}. ${subject} ${dueText}.`;
}
