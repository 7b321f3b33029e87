import type { DocumentStatus } from '#lib/domain/alerts/rules.ts';
import { categories, isCategory } from '#lib/domain/documents/rules.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import type { GuaranteeType } from '#lib/domain/requests/submissions/schema.ts';
import {
  capitalise,
  formatCount,
  formatDay,
  formatRequestNumber,
} from '#lib/platform/chile/format.ts';

export function guaranteeTitle({ number, type }: { number: number; type: GuaranteeType }): string {
  return `Garantía ${formatRequestNumber(number)}, ${guaranteeTypeCopy[type].label}`;
}

/** Returns text such as `vence en 5 días`, or the day if it is more than a year ahead. */
export function lapseText(daysLeft: number, day: string): string {
  if (isFar(daysLeft)) return `vence el ${day}`;
  if (daysLeft === 0) return 'vence hoy';
  if (daysLeft === 1) return 'vence mañana';
  if (daysLeft === -1) return 'venció ayer';
  return daysLeft < 0 ? `venció hace ${daysText(-daysLeft)}` : `vence en ${daysText(daysLeft)}`;
}

const MONTH_DAYS = 365.25 / 12;

/** Returns text such as `45 días` or, for more than 60 days, `1 año y 6 meses`. */
function daysText(days: number): string {
  if (days <= 60) return `${days} días`;
  const months = Math.round(days / MONTH_DAYS);
  const [years, remainingMonths] = [Math.floor(months / 12), months % 12];
  return [
    years > 0 && formatCount(years, 'año', 'años'),
    remainingMonths > 0 && formatCount(remainingMonths, 'mes', 'meses'),
  ]
    .filter(Boolean)
    .join(' y ');
}

/** Returns `vence en 5 días, el 25-11-2026`. A day that `lapseText` names is not repeated. */
export function datedLapseText(daysLeft: number, day: string, countedFrom?: string | null): string {
  const sourceText = expirySourceText(countedFrom);
  const text = lapseText(daysLeft, day);
  return isFar(daysLeft) ? `${text}${sourceText}` : `${text}, el ${day}${sourceText}`;
}

/**
 * Returns what an unconfirmed expiry was derived from, or an empty text if a person confirmed it.
 */
export function expirySourceText(countedFrom: string | null | undefined): string {
  if (countedFrom === 'printed') return ', según el documento';
  if (countedFrom === 'read') return ', estimado según la fecha que leímos';
  return countedFrom === 'uploaded' ? ', estimado según el día en que lo subiste' : '';
}

function isFar(daysLeft: number): boolean {
  return daysLeft > 365;
}

export function undatedText(category?: string, countedFrom?: string | null): string {
  if (countedFrom === 'unread') return 'no sabemos hasta cuándo vale';
  // This category is for documents of any kind, and only its owner knows whether it expires.
  if (category === 'otros') return 'sin fecha de término: si tiene una, agrégala';
  return category && isCategory(category) && categories[category].lifetime === 'entered'
    ? 'sin fecha de término: no podemos avisarte'
    : 'no vence';
}

/** Returns text such as `Vence en 5 días, el 25-11-2026.` */
export function lapseSentence(
  daysLeft: number,
  expiresAt: number,
  countedFrom?: string | null,
): string {
  return `${capitalise(datedLapseText(daysLeft, formatDay(expiresAt), countedFrom))}.`;
}

export const documentStatusCopy: Record<Exclude<DocumentStatus, 'endless'>, string> = {
  valid: 'Vigente',
  lapsing: 'Por vencer',
  undated: 'Falta su fecha',
  partial: 'Incompleto',
  expired: 'Vencido',
  'other-rut': 'De otro RUT',
  missing: 'Falta',
  checking: 'En revisión',
  refused: 'Rechazado',
};

/**
 * Says how many documents need attention. A folder counts all of them; a mail counts only those
 * that it does not list.
 */
export function urgentDocumentsText(count: number): string {
  return formatCount(count, 'documento necesita atención', 'documentos necesitan atención');
}
