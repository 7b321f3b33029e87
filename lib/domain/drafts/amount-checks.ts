import { continueHint } from '#lib/domain/drafts/copy.ts';
import type { AnswerCheck } from '#lib/domain/drafts/field-types.ts';
import { type Currency, currencies } from '#lib/domain/requests/submissions/schema.ts';
import { formatAmount } from '#lib/platform/chile/format.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';

/**
 * A higher amount is questioned. The limits are 10^12 pesos, and about as much in the other units.
 */
const MAX_AMOUNTS: Record<Currency, number> = { pesos: 1e12, UF: 3e7, USD: 1e9 };

/** A lower amount in pesos most likely lacks zeros or thousands. */
const MIN_AMOUNT = 10_000;

/** Returns the question about an amount that looks mistyped. Returns null if it is plausible. */
export function amountDoubtText(decimal: string, unit: Currency): string | null {
  const amount = formatAmount(decimal, unit);
  if (Number(decimal) > MAX_AMOUNTS[unit]) return `Son ${amount}: revisa los ceros.`;
  if (unit !== 'pesos') return null;
  if (Number(decimal) < MIN_AMOUNT) return `¿Son ${amount}? Revisa si faltan ceros.`;
  const hasCents = decimal.includes('.');
  return hasCents ? `Escribiste ${amount} y los pesos no llevan decimales.` : null;
}

export const doubtAmount: AnswerCheck = ({ montoGarantia, monedaGarantia }): FieldErrors => {
  const unit = currencies.find((name) => name === monedaGarantia);
  const doubt = unit && montoGarantia ? amountDoubtText(montoGarantia, unit) : null;
  return doubt ? { montoGarantia: `${doubt} ${continueHint}` } : {};
};
