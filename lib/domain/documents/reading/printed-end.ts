import type { Kind } from '#lib/domain/documents/reading/kinds.ts';
import { dateAfter, only, type Text } from '#lib/domain/documents/reading/marks.ts';
import { addBusinessDays, addDays } from '#lib/platform/chile/calendar.ts';

const span =
  /\b(?:VALID[OA]|VALIDEZ|VIGENTE|VIGENCIA|VALE)[ :]{1,2}(?:(?:ES|SERA|TIENE|TENDRA|POR|DE|DURANTE|UN|UNA|PLAZO|VIGENCIA) ){0,4}(?:[A-Z]+ ?\()?(\d{1,3})\)? DIAS( HABILES)?/g;
const bare = ['(?:FECHA (?:DE )?)?(?:VENCIMIENTO|EXPIRACION|CADUCIDAD)', '^VENCE(?: EL)?'];

/** The last day that a document states for itself, or so many days after its issue. */
export async function printedEnd(
  text: Text,
  { expires }: Kind,
  issuedAt?: string,
): Promise<string | undefined> {
  const day = dateAfter(text, expires);
  if (day || !issuedAt || expires.length === 0) return day;
  const spans = [...text.plain.matchAll(span)].map(([, days, business = '']) => days + business);
  const [days = '', isBusiness] = only(spans)?.split(' ') ?? [];
  if (days) return (isBusiness ? addBusinessDays : addDays)(issuedAt, Number(days));
  // A debt in the document is due on a day before it; its own end comes after.
  const end = dateAfter(text, bare);
  return end && end >= issuedAt ? end : undefined;
}
