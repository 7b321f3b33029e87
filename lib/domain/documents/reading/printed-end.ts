import { datesOf } from '#lib/domain/documents/expiry.ts';
import type { Kind } from '#lib/domain/documents/reading/kinds.ts';
import { dateAfter, only, onOneLine, type Text } from '#lib/domain/documents/reading/marks.ts';
import { addBusinessDays, addDays, endOfDay } from '#lib/platform/chile/calendar.ts';

const span =
  /\b(?:VALID[OA]|VALIDEZ|VIGENTE|VIGENCIA|VALE)[ :]{1,3}(?:(?:ES|SERA|TIENE|TENDRA|POR|DE|DURANTE|UN|UNA|PLAZO|VIGENCIA) ){0,4}(?:[A-Z]+ ?\()?(\d{1,3})\)? DIAS( HABILES)?/g;
const bare = ['(?:FECHA (?:DE )?|F\\. ?)?(?:VENCIMIENTO|VENC|VC?TO)', '^VENCE'];
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
  const counted = await datesOf(category, { uploadedAt: 0, issuedAt });
  return last && last >= issuedAt && endOfDay(last) < (counted.expiresAt ?? 0) ? last : undefined;
}
