import type { issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import { numberParts } from '#lib/domain/issued-guarantees/rules.ts';
import { currencies } from '#lib/domain/requests/submissions/schema.ts';
import { parseAmount } from '#lib/platform/chile/amounts.ts';
import { parseDate } from '#lib/platform/chile/dates.ts';
import { isSpelledAlike, lettersOf } from '#lib/platform/chile/names.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';

type FormValues = Record<string, string>;

/** Pairs of name and RUT. Both come from one source: the document, the request or a person. */
export const parties = [
  ['holderName', 'holderRut'],
  ['beneficiaryName', 'beneficiaryRut'],
] as const;

/**
 * Returns the fields to empty. If the document states only the name or only the RUT of a party, and
 * the request says something else, the other field is emptied: name and RUT of two sources must not
 * be combined.
 */
export function listUnpairedFields(
  readValues: FormValues,
  prefilled: Partial<FormValues>,
): (keyof typeof issuedLabels)[] {
  return parties.flatMap(([name, rut]) => {
    const [statedField, missingField] = name in readValues ? [name, rut] : [rut, name];
    if (!(statedField in readValues) || missingField in readValues) return [];
    return isSame(statedField, readValues[statedField] ?? '', {
      [statedField]: prefilled[statedField] ?? '',
    })
      ? []
      : [missingField];
  });
}

/** Returns whether a typed field and the document mean the same, however it is written. */
export function isSame(
  name: string,
  readText: string,
  { [name]: text = '', ...otherFields }: FormValues,
): boolean {
  if (/Rut$/.test(name)) return parseRut(text) === parseRut(readText);
  if (/^valid/.test(name)) return parseDate(text) === parseDate(readText);
  const unit = currencies.find((currency) => currency === otherFields.currency);
  if (name === 'amount')
    return parseAmount(text, unit)?.decimal === parseAmount(readText, unit)?.decimal;
  if (name === 'currency')
    return (parseAmount(otherFields.amount ?? '', unit)?.unit ?? text) === readText;
  if (name === 'issuerNumber' && lettersOf(text) === lettersOf(numberParts(readText).number))
    return true;
  const isName = /^(issuer|holder|beneficiary)Name$/.test(name);
  return isName ? isSpelledAlike(text, readText) : lettersOf(text) === lettersOf(readText);
}
