import { computeDates } from '#lib/domain/documents/expiry.ts';
import { bareEnds, loneLine, ownEnd, ownLine } from '#lib/domain/documents/reading/end-words.ts';
import type { DocumentKind } from '#lib/domain/documents/reading/kinds.ts';
import {
  DATE,
  type DocumentText,
  dateAfter,
  MONTHS,
  onlyValue,
  onOneLine,
  parseWrittenDay,
  WEEKDAY,
} from '#lib/domain/documents/reading/text-patterns.ts';
import { addBusinessDays, addDays, endOfDay } from '#lib/platform/chile/calendar.ts';

const span =
  /\b(?:VALID[OA]?|VALIDEZ|VIGENTE|VIGENCIA|VALE)[ :]{1,3}(?:(?:ES|SERA|TIENE|TENDRA|POR|FOR|DE|DURANTE|UN|UNA|PLAZO|VIGENCIA) ){0,4}\(?(\d{1,3})\)?(?: ?\(\d{1,3}\))? (?:DIAS|DAYS)( HABILES)?/g;
const loneLinePattern = new RegExp(loneLine);
/**
 * Matches the ends of contracts, works and debts. A document may mention them, so they are ignored.
 */
const otherThings =
  /\b(?:CUOTAS?|OBRAS?|FAENAS?|CONTRATOS?|CONVENIOS?|EJECUCION|LIQUIDAD[AO]S?|PATENTES?|PERMISOS?|LICENCIAS?|SEGUROS?|POLIZAS?|ARRIENDOS?|PROTESTOS?|(?:DEUDAS?|CREDITOS?|MULTAS?) VIGENTES?)\b(?:(?! (?:VALID[OA]|CADUCA|EXPIRA|ESTE|EL PRESENTE)\b)[^.;]|\.(?=\d)){0,60}/g;
const someDay = new RegExp(DATE, 'g');
const someMonth = new RegExp(`\\b${MONTHS} (?:DEL? )?20\\d\\d\\b`, 'g');
const yearless = new RegExp(`\\b\\d{1,2} DE ${MONTHS}\\b(?!,? (?:DEL? )?(?:ANO )?\\d{4})`, 'g');
const force =
  '\\b(?:DISPONIBLE|VALID[A-Z]*|VALE|VIGEN[A-Z]*|CADUC[A-Z]*|EXP(?:IR[A-Z]*)?|VENCE|VENC|VC?TO|DURACION|NUL[OA]|RIGE|SIRVE|UTILI[A-Z]*|USOS?|USAR(?:SE)?|USESE|ACEPTABLE|EFECTOS?|(?:TEN[A-Z]+|TIENE|PIERDE|PERDERA|SIN|SU) VALOR|EXTIENDE POR|DEB[A-Z]+ (?:SER )?PRESENTA[A-Z]*|RENOVAR|TRANSCURRID[OA]S?|PASAD[OA]S|GOOD|BEST|VOID|LAPSES?|USE)\\b';
const spans =
  'DIARI[AO]|HORAS?|HRS?|DIAS?|SEMANAS?|QUINCENAS?|MES(?:ES)?|ANOS?|SEMANAL|QUINCENAL|MENSUAL|ANUAL|HOURS?|DAYS?|WEEKS?|MONTHS?|YEARS?';
const days = `${WEEKDAY}|(?<!AL DIA DE )HOY|MANANA|MEDIANOCHE|${MONTHS}|JAN(?:UARY)?|APR(?:IL)?|AUG(?:UST)?|DEC(?:EMBER)?`;
const numbers = '\\d{1,3}\\)? ?(?:D|HS?)|\\d{1,2}[/.-]\\d{1,2}|\\d{6}|\\d{8}(?!-)';
const time = `\\b(?:(?<!\\b(?:AL|Y) )(?:${spans})|${days}|[A-Z]{3,6}(?:EMBER|UARY)|${numbers})\\b`;
/**
 * Matches words for validity next to a period or date, and phrases that set a limit without such a
 * word.
 */
const limitPattern = new RegExp(
  `\\bVALID[OA] (?:SOLO|SOLAMENTE|UNICAMENTE|EXCLUSIVAMENTE) (?:E[LN]|LA|POR|DURANTE|HASTA)\\b|${force}[^.;]{0,12}\\b(?:HASTA|UNTIL|TILL|THR(?:OUGH|U))\\b(?! (?:LA|ESTA) FECHA)|${force}[^;]{0,40}?${time}|${time}[ ()\\d]{1,4}DE (?:VALIDEZ|VIGENCIA)|\\b(?:VENCE|EXPIR[A-Z]*|CADUC[A-Z]*) (?:EL )?~|\\b(?:POR|DURANTE) (?:UN PLAZO DE )?\\d{1,3} (?:DIAS|MESES|ANOS)|\\bPROXIMA JUNTA|\\bPLAZO[^;]{0,20}?${time}[^;]{0,12}(?:CONTADOS|A CONTAR)`,
);
/**
 * Matches any date next to a word for validity, except after `vigente al`. Used only if no issue
 * day is known.
 */
const nearbyDatePattern = new RegExp(`${force}[^;]{0,40}?DAY`);
const atDay = new RegExp(`\\bVIGENTES? A(?:L DIA|L)? ${DATE}`, 'g');
/** Maximum validity of a document of unknown kind, in days from its issue. */
const LONGEST_DAYS = 366;
const finishLabels = ['FECHA (?:DE )?TERMINO'];

/**
 * Returns the last day that a document states, or its issue day plus the stated number of days. A
 * date beyond the usual lifetime is ignored, because it probably belongs to something else in the
 * text.
 */
export function findPrintedEnd(
  lines: DocumentText,
  { category, expires }: Pick<DocumentKind, 'expires'> & Partial<DocumentKind>,
  issuedAt?: string,
): string | undefined {
  if (expires.length === 0) return undefined;
  const { original, plain } = onOneLine(lines);
  const text = { original, plain: plain.replace(otherThings, ' ~ ') };
  const ownDay = dateAfter(text, [ownEnd]) ?? dateAfter(lines, [ownLine]);
  if (ownDay) return ownDay;
  const loneDay = dateAfter(loneLines(lines), bareEnds);
  if (loneDay && loneDay >= (issuedAt ?? '')) return loneDay;
  const day = dateAfter(text, expires);
  if (!issuedAt) return day;
  const usualEnd = category
    ? computeDates(category, { uploadedAt: 0, issuedAt }).expiresAt
    : endOfDay(addDays(issuedAt, LONGEST_DAYS));
  const isWithinUsualLife = (end?: string) => end && endOfDay(end) <= (usualEnd ?? Infinity);
  if (day) return isWithinUsualLife(day) ? day : undefined;
  const spans = [...text.plain.matchAll(span)].map(([, days, business = '']) => days + business);
  const [days = '', isBusiness] = onlyValue(spans)?.split(' ') ?? [];
  if (days) return (isBusiness ? addBusinessDays : addDays)(issuedAt, Number(days));
  // A date before the issue day is the due date of a debt that the document mentions.
  const end = dateAfter(lines, bareEnds);
  if (end && end >= issuedAt && isWithinUsualLife(end)) return end;
  const finishDay = dateAfter(text, finishLabels);
  return finishDay && finishDay >= issuedAt && isWithinUsualLife(finishDay) ? finishDay : undefined;
}

function loneLines({ original, plain }: DocumentText): DocumentText {
  const lines = plain.split('\n').filter((line) => loneLinePattern.test(line));
  return { original, plain: lines.map((line) => line.trim()).join('\n') };
}

/**
 * Returns whether the text may state an end that `findPrintedEnd` did not understand: it contains a
 * later day or a period of time.
 */
export function mayStateEnd(lines: DocumentText, issuedAt?: string): boolean {
  const { plain } = onOneLine(lines);
  const ownText = plain.replace(otherThings, ' ~ ');
  if (!issuedAt) {
    const rest = ownText
      .replace(atDay, '~')
      .replace(someDay, 'DAY')
      .replace(/\b20\d\d\b/g, '~');
    return nearbyDatePattern.test(rest) || limitPattern.test(rest);
  }
  // A date up to the day of issue belongs to what the document certifies, so it is no end.
  const rest = ownText
    .replace(someDay, (day) => ((parseWrittenDay(day) ?? '9') > issuedAt ? 'LATER' : '~'))
    .replace(yearless, (day) => {
      const full = parseWrittenDay(`${day} DE ${issuedAt.slice(0, 4)}`) ?? '9';
      return full > issuedAt ? 'LATER' : full < issuedAt ? '~' : day;
    })
    .replace(someMonth, (month) => {
      const first = parseWrittenDay(`1 ${month}`) ?? '9';
      return first.slice(0, 7) < issuedAt.slice(0, 7) ? '~' : month;
    })
    .replace(/\bHORAS?:? \d{1,2}[:.]\d\d\b/g, '~')
    .replace(/\b20\d\d\b/g, (year) => (year > issuedAt.slice(0, 4) ? 'ANO' : '~'));
  return rest.includes('LATER') || limitPattern.test(rest);
}
