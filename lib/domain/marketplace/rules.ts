import { tenderTypes } from '#lib/domain/law/rules.ts';
import { parseDate } from '#lib/platform/chile/dates.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { withoutAccents } from '#lib/platform/operations/plain-text.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';

// Rules for tenders, without calls to Mercado Público. `lib/domain/law` has the law's rules.

type TenderId = { id: string; type: string; year: number };
export type CodeProblem = 'format' | 'compra_agil' | 'purchase_order' | 'tender';
export type ParseResult = { ok: true; code: TenderId } | { ok: false; problem: CodeProblem };

/**
 * A code has the buyer's unit, a sequence number, a type and a year of two digits. The type may
 * itself end in a digit.
 */
const codePattern = /^\d{1,8}-\d{1,6}-([A-Z][A-Z0-9]|CI2|DC2|COT)(\d{2})$/;

/** Types that only purchase orders have, by the API's data dictionary. */
const orderOnlyTypes = ['AG', 'CM', 'TD', 'FG', 'MC', 'TL', 'CC'];
const tenderOnlyTypes = Object.keys(tenderTypes);

/**
 * Parses `4809-45-LE26` in upper or lower case. Unknown types are accepted, because the State adds
 * new ones.
 */
export function parseTenderId(text: string): ParseResult {
  const parsed = parseCode(text);
  if (parsed.ok && orderOnlyTypes.includes(parsed.code.type)) {
    return { ok: false, problem: 'purchase_order' };
  }
  return parsed;
}

/**
 * Returns whether a text in a field for a name clearly is something else: a tender's id, a RUT or a
 * bare number.
 */
export function looksLikeIdentifier(text: string): boolean {
  return (
    parseTenderId(text).ok ||
    parseRut(text) !== null ||
    /^[\d.\s-]{5,}$/.test(text) ||
    /^\s*\d{1,8}-\d{1,6}-\w{1,6}\s*$/.test(text)
  );
}

const pastedIdPattern =
  /(?<![^\s:=(/"'“«])(\d{1,8}) ?[-–—] ?(\d{1,6}) ?[-–—] ?([A-Z][A-Z0-9]{1,2}\d{2})(?!["']{0,2}[^\s.,;)/?&#"'”»])/g;

/** A text that is only an id, with spaces for hyphens, which are hard to type on phones. */
const spacedIdPattern = /^\s*(\d{1,8})[\s–—-]+(\d{1,6})[\s–—-]+([A-Z][A-Z0-9]{1,2}\d{2})\s*$/i;

/**
 * Finds the id in a typed or pasted text, such as `ID: 4809 – 45 – LE26`. A text with several
 * different ids is refused, because it is unclear which one is meant.
 */
export function parseTypedTenderId(text: string): ParseResult {
  const spacedMatch = spacedIdPattern.exec(text);
  if (spacedMatch) return parseTenderId(spacedMatch.slice(1).join('-'));
  const ids = [...text.toUpperCase().matchAll(pastedIdPattern)].map((parts) =>
    parts.slice(1).join('-'),
  );
  const [onlyId = text, ...otherIds] = new Set(ids);
  return parseTenderId(otherIds.length > 0 ? text : onlyId);
}

/** Returns an id as Mercado Público writes it, and any other text as it was typed. */
export function tidyTenderId(text: string): string {
  const parsed = parseTypedTenderId(text);
  return parsed.ok ? parsed.code.id : text;
}

/**
 * Parses the id of a purchase order, such as `1002-182-AG25`. It is built like the id of a tender
 * but has other types.
 */
export function parseOrderId(text: string): ParseResult {
  const parsed = parseCode(text);
  if (parsed.ok && tenderOnlyTypes.includes(parsed.code.type))
    return { ok: false, problem: 'tender' };
  return parsed;
}

function parseCode(text: string): ParseResult {
  const id = text.trim().toUpperCase();
  const match = codePattern.exec(id);
  if (!match?.[1] || !match[2]) return { ok: false, problem: 'format' };
  if (match[1] === 'COT') return { ok: false, problem: 'compra_agil' };
  return { ok: true, code: { id, type: match[1], year: 2000 + Number(match[2]) } };
}

/** Returns the letters of the type in an id, even of an unknown type, or an empty text. */
export function typeOfCode(code: string): string {
  return /-([A-Z][A-Z0-9]{1,2})\d{2}$/.exec(code.toUpperCase())?.[1] ?? '';
}

export const stateWords = {
  publicadas: 'publicada',
  cerradas: 'cerrada',
  desiertas: 'desierta',
  adjudicadas: 'adjudicada',
  revocadas: 'revocada',
  suspendidas: 'suspendida',
} as const;
export type StateFilter = keyof typeof stateWords;

/** State codes from the API's documentation. Lists give only the number. */
export const tenderStates: Record<number, string> = {
  5: 'Publicada',
  6: 'Cerrada',
  7: 'Desierta',
  8: 'Adjudicada',
  18: 'Revocada',
  19: 'Suspendida',
};
export const PUBLISHED = 5;
export const CLOSED = 6;
export const DESERTED = 7;
export const AWARDED = 8;
export const REVOKED = 18;
export const SUSPENDED = 19;

export const orderStates: Record<number, string> = {
  4: 'Enviada a Proveedor',
  5: 'En proceso',
  6: 'Aceptada',
  9: 'Cancelada',
  12: 'Recepción Conforme',
  13: 'Pendiente de Recepcionar',
  14: 'Recepcionada Parcialmente',
  15: 'Recepción Conforme Incompleta',
};

/** Converts `13032017` to `2017-03-13`. Returns null if there is no such day. */
export function parseDay(ddmmyyyy: string): string | null {
  return /^\d{8}$/.test(ddmmyyyy) ? parseDate(ddmmyyyy) : null;
}

/** Converts a day (`YYYY-MM-DD`) to `DDMMYYYY`, the format of the API's parameters. */
export function toApiDay(iso: string): string {
  return iso.split('-').reverse().join('');
}

/** How long (ms) an answer counts as current. `missing` is for an answer that found nothing. */
export const ANSWER_TTL = {
  catalogue: DAY,
  closedDay: DAY,
  today: 5 * MINUTE,
  detail: 15 * MINUTE,
  missing: MINUTE,
} as const;

const typeWords = [
  [/seriedad/, 'seriedad'],
  [/anticipo/, 'anticipo'],
  [/retencion/, 'canje_retenciones'],
  [/responsabilidad civil/, 'responsabilidad'],
  [/cumplimiento/, 'cumplimiento'],
  [/ejecucion/, 'ejecucion'],
] as const;
export type SuggestedType = (typeof typeWords)[number][1];

/**
 * Returns the type of guarantee that a title of a tender's page stands for, or null for a type that
 * we do not offer.
 */
export function guaranteeTypeOf(title: string): SuggestedType | null {
  const plainTitle = withoutAccents(title);
  return typeWords.find(([words]) => words.test(plainTitle))?.[1] ?? null;
}

/**
 * Returns whether a RUT (`76123456-0`) belongs to a company, which is so from 50 million on. Names
 * of natural persons who sell to the State are personal data and are not collected.
 */
export function isCompanyRut(rut: string): boolean {
  return Number(rut.split('-')[0]) >= 50_000_000;
}

/** Converts typed text to an FTS5 query of at most 8 prefixes, or null if it has no words. */
export function toFtsQuery(typedText: string): string | null {
  const words = typedText.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0
    ? null
    : words
        .slice(0, 8)
        .map((word) => `"${word}"*`)
        .join(' ');
}
