/**
 * What is known of Mercado Público without asking it: the grammar of its codes, its tender types
 * with their UTM thresholds, and what guarantees the law lets each of them ask for.
 */

export type TenderId = { id: string; type: string; year: number };
export type CodeProblem = 'format' | 'compra_agil' | 'purchase_order' | 'tender';
export type Parsed = { ok: true; code: TenderId } | { ok: false; problem: CodeProblem };

/** Buyer's unit, sequence, type, year. The type may end in a digit, so the year is the last two. */
const grammar = /^\d{1,8}-\d{1,6}-([A-Z][A-Z0-9]|CI2|DC2|COT)(\d{2})$/;

/** Letters that only purchase orders use, and only tenders (dictionaries of the API). */
const orderOnly = ['AG', 'CM', 'TD', 'FG', 'MC', 'TL', 'CC'];
const tenderOnly = 'L1 LE LP LQ LR LS E2 CO B2 H2 I2 O1 O2 CI CI2 DC DC2'.split(' ');

/** `4809-45-LE26` in any case. Unknown types are accepted: the State invents new ones. */
export function parseTenderId(text: string): Parsed {
  const parsed = parseCode(text);
  if (parsed.ok && orderOnly.includes(parsed.code.type)) {
    return { ok: false, problem: 'purchase_order' };
  }
  return parsed;
}

/** `1002-182-AG25`: the grammar of tenders with other letters. */
export function parseOrderId(text: string): Parsed {
  const parsed = parseCode(text);
  if (parsed.ok && tenderOnly.includes(parsed.code.type)) return { ok: false, problem: 'tender' };
  return parsed;
}

function parseCode(text: string): Parsed {
  const id = text.trim().toUpperCase();
  const match = grammar.exec(id);
  if (!match?.[1] || !match[2]) return { ok: false, problem: 'format' };
  if (match[1] === 'COT') return { ok: false, problem: 'compra_agil' };
  return { ok: true, code: { id, type: match[1], year: 2000 + Number(match[2]) } };
}

/** The type inside a code that the API gave, whatever it is; empty when there is none. */
export function typeOfCode(code: string): string {
  return /-([A-Z][A-Z0-9]{1,2})\d{2}$/.exec(code.toUpperCase())?.[1] ?? '';
}

export type TenderType = {
  name: string;
  /** Estimated amount in UTM: from (inclusive), to (exclusive); null where the type does not say. */
  fromUtm: number | null;
  toUtm: number | null;
};

const range = (name: string, fromUtm: number | null, toUtm: number | null): TenderType => ({
  name,
  fromUtm,
  toUtm,
});

/** Dictionary of the API and the portal's list. */
export const tenderTypes: Record<string, TenderType> = {
  L1: range('Licitación pública menor a 100 UTM', 0, 100),
  LE: range('Licitación pública de 100 a 1.000 UTM', 100, 1000),
  LP: range('Licitación pública de 1.000 a 2.000 UTM', 1000, 2000),
  LQ: range('Licitación pública de 2.000 a 5.000 UTM', 2000, 5000),
  LR: range('Licitación pública de 5.000 UTM o más', 5000, null),
  LS: range('Licitación pública de servicios personales especializados', null, null),
  O1: range('Licitación pública de obras', null, null),
  E2: range('Licitación privada menor a 100 UTM', 0, 100),
  CO: range('Licitación privada de 100 a 1.000 UTM', 100, 1000),
  B2: range('Licitación privada de 1.000 a 2.000 UTM', 1000, 2000),
  H2: range('Licitación privada de 2.000 a 5.000 UTM', 2000, 5000),
  I2: range('Licitación privada de más de 5.000 UTM', 5000, null),
  O2: range('Licitación privada de obras', null, null),
  CI: range('Contrato para la innovación', null, null),
  CI2: range('Contrato para la innovación (privado)', null, null),
  DC: range('Diálogo competitivo', null, null),
  DC2: range('Diálogo competitivo (privado)', null, null),
};

/** Ley 19.886, art. 11, as the Ley 21.634 left it. Data for a hint, never for an amount. */
export const guaranteeLaw = {
  source: 'Ley 19.886, artículo 11 (modificado por la Ley 21.634)',
  url: 'https://www.bcn.cl/leychile/navegar?idNorma=213004&idParte=8649151&idVersion=2024-12-12',
  inForceFrom: '2024-12-12',
  bidAboveUtm: 5000,
  bidMostPercent: 3,
  performanceAboveUtm: 1000,
  performancePercent: 5,
} as const;

/** `unknown`: the type does not tell the amount, so the bases have to be read. */
export type GuaranteeHints = {
  seriedad: 'possible' | 'not_asked' | 'unknown';
  cumplimiento: 'required' | 'if_justified' | 'unknown';
};

/** What a tender of this type can ask for, by the thresholds of the law. */
export function guaranteeHints(type: string): GuaranteeHints {
  const from = tenderTypes[type]?.fromUtm ?? null;
  if (from === null) return { seriedad: 'unknown', cumplimiento: 'unknown' };
  return {
    seriedad: from >= guaranteeLaw.bidAboveUtm ? 'possible' : 'not_asked',
    cumplimiento: from >= guaranteeLaw.performanceAboveUtm ? 'required' : 'if_justified',
  };
}

/** The words of the contract's filter → the API's. */
export const stateWords = {
  publicadas: 'publicada',
  cerradas: 'cerrada',
  desiertas: 'desierta',
  adjudicadas: 'adjudicada',
  revocadas: 'revocada',
  suspendidas: 'suspendida',
} as const;
export type StateFilter = keyof typeof stateWords;

/** Codes of the API's documentation; lists give only the number. */
export const tenderStates: Record<number, string> = {
  5: 'Publicada',
  6: 'Cerrada',
  7: 'Desierta',
  8: 'Adjudicada',
  18: 'Revocada',
  19: 'Suspendida',
};
export const PUBLISHED = 5;

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

/** `13032017` → `2017-03-13`, null when there is no such day. */
export function parseDay(ddmmyyyy: string): string | null {
  const match = /^(\d\d)(\d\d)(\d{4})$/.exec(ddmmyyyy);
  if (!match) return null;
  const iso = `${match[3]}-${match[2]}-${match[1]}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : null;
}

/** `2017-03-13` → `13032017`, as the API wants it. */
export function apiDay(iso: string): string {
  return iso.split('-').reverse().join('');
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long an answer counts as current, in ms (decisions 10); `missing`: a code without tender. */
export const ages = {
  catalogue: 24 * HOUR,
  closedDay: 24 * HOUR,
  today: 5 * MINUTE,
  detail: 15 * MINUTE,
  missing: MINUTE,
} as const;

export const suggestedTypes = [
  'seriedad',
  'cumplimiento',
  'anticipo',
  'ejecucion',
  'responsabilidad',
  'canje_retenciones',
] as const;
export type SuggestedType = (typeof suggestedTypes)[number];

const typeWords: [RegExp, SuggestedType][] = [
  [/seriedad/, 'seriedad'],
  [/anticipo/, 'anticipo'],
  [/retencion/, 'canje_retenciones'],
  [/responsabilidad civil/, 'responsabilidad'],
  [/cumplimiento/, 'cumplimiento'],
  [/ejecucion/, 'ejecucion'],
];

/** The kind of guarantee behind a title of the tender page, null when it is another. */
export function guaranteeTypeOf(title: string): SuggestedType | null {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return typeWords.find(([words]) => words.test(plain))?.[1] ?? null;
}

/** Companies have RUTs from 50 million on; below are persons, whose names are not collected. */
export function isCompanyRut(rut: string): boolean {
  return Number(rut.split('-')[0]) >= 50_000_000;
}
