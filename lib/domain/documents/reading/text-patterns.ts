import { parseDate } from '#lib/platform/chile/dates.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';

/**
 * `original` is the text as written. `plain` has the same characters, in capitals without accents.
 */
export type DocumentText = { original: string; plain: string };

/** Prepares the text of a PDF for the patterns, which match capitals without accents. */
export function toDocumentText(raw: string): DocumentText {
  const original = plainText(raw).normalize('NFC');
  const plain = Array.from(original.matchAll(/[\s\S]/g), ([sign]) => {
    const bare = sign.normalize('NFD').charAt(0).toUpperCase();
    return bare.length === 1 ? bare : sign;
  });
  return { original, plain: plain.join('').replace(/º/g, '°') };
}

export const MONTHS =
  '(?:ENE(?:RO)?|FEB(?:RERO)?|MAR(?:ZO)?|ABR(?:IL)?|MAY(?:O)?|JUN(?:IO)?|JUL(?:IO)?|AGO(?:STO)?|SEP(?:T|TIEMBRE)?|OCT(?:UBRE)?|NOV(?:IEMBRE)?|DIC(?:IEMBRE)?)';
const year = '(?:\\d{4}|\\d{2})';
export const DATE = `(?:\\d{1,2}\\s?[/.-]\\s?\\d{1,2}\\s?[/.-]\\s?${year}|\\d{4}[/.-]\\d{2}[/.-]\\d{2}|\\d{1,2}[\\s/.-]{0,3}(?:DE )?${MONTHS}[\\s/.-]{0,3}(?:DEL? )?(?:ANO )?${year})`;
export const WEEKDAY = '(?:LUNES|MARTES|MIERCOLES|JUEVES|VIERNES|SABADO|DOMINGO)';
const leadingWords = `(?:(?:EL|AL|DIA|CON FECHA|${WEEKDAY})[\\s:,]{1,3}){0,3}(?:LAS \\d{1,2}(?:[:.]\\d{2})? (?:HRS?\\.?|HORAS) DEL )?`;
const RUT = '(?:\\d{1,2}\\.\\d{3}\\.\\d{3}|\\d{7,8}) ?- ?[\\dK]';
export const GAP = '[\\s:.,°#()-]{0,30}';

/** Converts a date as documents write it to `YYYY-MM-DD`, or returns undefined. */
export function parseWrittenDay(text: string): string | undefined {
  const digits = text.toLowerCase().replace(/^(?:las .*h\S+ del )?\D*/, '');
  const [day, month, yearPart] =
    digits.match(/\d+|(?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)[a-z]*/g) ?? [];
  const namedDate = `${day} de ${month} de ${yearPart}`;
  const numbers = digits.replace(/\s/g, '').replace(/^(\d{4})\D(\d{2})\D/, '$1-$2-');
  return parseDate(/[a-z]/.test(digits) ? namedDate : numbers) ?? undefined;
}

const issue = '(?:FECHA (?:DE )?(?:LA )?)?EMISION';
const end = '(?:FECHA (?:DE )?)?(?:VENCIMIENTO|VENC\\.?|CADUCIDAD|EXPIRACION|TERMINO)';
/**
 * Matches a table with labels for issue and end, followed by other values and then the two dates.
 */
const labelRows = new RegExp(
  `(${issue})(\\s+)(${end})([\\s\\d.K°N-]{1,30}?)(${DATE})(\\s+)(${DATE})`,
  'g',
);

/**
 * Rearranges tables whose labels are in the row above the dates, because the patterns look for a
 * date right after its label.
 */
export function alignDatesWithLabels({ original, plain }: DocumentText): DocumentText {
  return { original, plain: plain.replace(labelRows, 'FECHA DE EMISION$2$5$4$3$6$7') };
}

/** Joins the lines, because a label and its value may be on different lines. */
export function onOneLine({ original, plain }: DocumentText): DocumentText {
  return { original, plain: plain.replace(/\s+/g, ' ') };
}

/** Returns the value after the first label that has one. Undefined if it has two. */
export function valueAfter<T>(
  { plain }: DocumentText,
  labels: readonly string[],
  value: string,
  parse: (written: string) => T | undefined,
): T | undefined {
  for (const label of labels) {
    const matches = plain.matchAll(
      new RegExp(`(?:^|[^A-Z])(?:${label})${GAP}(${value})(?![\\w-])`, 'gm'),
    );
    const values = [...matches].flatMap((match) => parse(match.at(-1) ?? '') ?? []);
    if (values.length > 0) return onlyValue(values);
  }
  return undefined;
}

/** Returns the value if all values are equal, else undefined. */
export function onlyValue<T>(values: readonly T[]): T | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}

export const dateAfter = (text: DocumentText, labels: readonly string[]) =>
  valueAfter(text, labels, leadingWords + DATE, parseWrittenDay);
export const rutAfter = (text: DocumentText, labels: readonly string[]) =>
  valueAfter(text, labels, RUT, (text) => parseRut(text) ?? undefined);
