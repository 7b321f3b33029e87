import { datesOf } from '#lib/domain/documents/expiry.ts';
import type { Kind } from '#lib/domain/documents/reading/kinds.ts';
import {
  DATE,
  dateAfter,
  dayOf,
  only,
  onOneLine,
  type Text,
} from '#lib/domain/documents/reading/marks.ts';
import { addBusinessDays, addDays, endOfDay } from '#lib/platform/chile/calendar.ts';

const span =
  /\b(?:VALID[OA]?|VALIDEZ|VIGENTE|VIGENCIA|VALE)[ :]{1,3}(?:(?:ES|SERA|TIENE|TENDRA|POR|FOR|DE|DURANTE|UN|UNA|PLAZO|VIGENCIA) ){0,4}\(?(\d{1,3})\)?(?: ?\(\d{1,3}\))? (?:DIAS|DAYS)( HABILES)?/g;
const bare = ['(?:FECHA (?:DE )?|F\\. ?)?(?:VENCIMIENTO|VENC|VC?TO)', '^VENCE'];
const ofForce =
  '\\b(?:VALIDEZ|VALID[OA]?S?|VIGENCIA|VIGENTES?|VALE|CADUC[A-Z]*|EXPIR[A-Z]*|VENCE)\\b';
const counted = new RegExp(
  `${ofForce}[^.;]{0,60}?\\b(?:\\d{1,3}\\)?|UNA?|ONE|TWO|THREE|TEN|THIRTY) (?:HORAS?|DIAS?|SEMANAS?|MES(?:ES)?|ANOS?|HOURS?|DAYS?|WEEKS?|MONTHS?|YEARS?)\\b`,
);
/** A limit without a year or a number; "vigente hasta la fecha" is none. */
const limited =
  /\b(?:VALID[OA]?S?|VIGENTES?|VALIDEZ|VENCE|CADUCA|EXPIRA|GOOD|NO USAR)\b[^.;]{0,20}?\b(?:HASTA|UNTIL|THROUGH|DESPUES DEL?)\b(?! (?:LA|ESTA) FECHA| (?:EL DIA DE )?HOY)/;
const ending = new RegExp(
  `(?:${ofForce}|\\b(?:VENCE|VENCIMIENTO(?! (?:DE |LA |ULTIMA |PROXIMA )*CUOTA)|VENC|VC?TO|EXP|PLAZO(?! DE LA OBRA| DEL? CONTRATO| DE EJECUCION)|HASTA|UNTIL)\\b)(?=(.{0,60}))`,
  'g',
);
const anyDay = new RegExp(`${DATE}|\\b20\\d\\d\\b`, 'g');
const finish = ['FECHA (?:DE )?TERMINO'];

/** Returns the last day that a document states, or its issue plus the days that it states. */
export async function printedEnd(
  lines: Text,
  { category, expires }: Kind,
  issuedAt?: string,
): Promise<string | undefined> {
  const text = onOneLine(lines);
  const day = dateAfter(text, expires);
  if (day || !issuedAt || expires.length === 0) return day;
  const spans = [...text.plain.matchAll(span)].map(([, days, business = '']) => days + business);
  const [days = '', isBusiness] = only(spans)?.split(' ') ?? [];
  if (days) return (isBusiness ? addBusinessDays : addDays)(issuedAt, Number(days));
  // The due date of a debt in the document comes before its issue; its own end comes after.
  const end = dateAfter(lines, bare);
  if (end && end >= issuedAt) return end;
  // Works and contracts have this label too, so it may only shorten the validity.
  const last = dateAfter(text, finish);
  const usual = await datesOf(category, { uploadedAt: 0, issuedAt });
  return last && last >= issuedAt && endOfDay(last) < (usual.expiresAt ?? 0) ? last : undefined;
}

/** Whether it speaks of an end in words that `printedEnd` may not know: a day after its issue, or a span. */
export function speaksOfEnd(lines: Text, issuedAt = ''): boolean {
  const { plain } = onOneLine(lines);
  if (counted.test(plain) || limited.test(plain)) return true;
  return [...plain.matchAll(ending)].some(([, after = '']) =>
    (after.match(anyDay) ?? []).some(
      // The year is enough of a day that is not understood.
      (day) => issuedAt !== '' && (dayOf(day) ?? `${day.slice(-4)}-99`) > issuedAt,
    ),
  );
}
