import type { issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import { numberParts } from '#lib/domain/issued-guarantees/rules.ts';
import { currencies } from '#lib/domain/requests/submissions/schema.ts';
import { readAmount } from '#lib/platform/chile/amounts.ts';
import { readDate } from '#lib/platform/chile/dates.ts';
import { isSpelledAlike, lettersOf } from '#lib/platform/chile/names.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';

type FormValues = Record<string, string>;

/** Pairs of name and RUT. Both come from one source: the document, the request or a person. */
export const parties = [
  ['holderName', 'holderRut'],
  ['beneficiaryName', 'beneficiaryRut'],
] as const;

/**
 * Returns the fields to leave empty. If the document states only the name or only the RUT of a
 * party and that differs from the request, the other field stays empty, because name and RUT from
 * two sources must not be combined.
 */
export function otherHalves(
  read: FormValues,
  begun: Partial<FormValues>,
): (keyof typeof issuedLabels)[] {
  return parties.flatMap(([name, rut]) => {
    const [present, lacks] = name in read ? [name, rut] : [rut, name];
    if (!(present in read) || lacks in read) return [];
    return isSame(present, read[present] ?? '', { [present]: begun[present] ?? '' }) ? [] : [lacks];
  });
}

/** Whether a typed field and the document mean the same, even if they are written differently. */
export function isSame(
  name: string,
  read: string,
  { [name]: text = '', ...typed }: FormValues,
): boolean {
  if (/Rut$/.test(name)) return parseRut(text) === parseRut(read);
  if (/^valid/.test(name)) return readDate(text) === readDate(read);
  const unit = currencies.find((currency) => currency === typed.currency);
  if (name === 'amount') return readAmount(text, unit)?.decimal === readAmount(read, unit)?.decimal;
  if (name === 'currency') return (readAmount(typed.amount ?? '', unit)?.unit ?? text) === read;
  if (name === 'issuerNumber' && lettersOf(text) === lettersOf(numberParts(read).number))
    return true;
  const isName = /^(issuer|holder|beneficiary)Name$/.test(name);
  return isName ? isSpelledAlike(text, read) : lettersOf(text) === lettersOf(read);
}
