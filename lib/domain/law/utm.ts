import type { TenderQuestion } from '#lib/domain/law/rules.ts';
import type { KnownUtm } from '#lib/domain/law/schema.ts';
import { SCALE, toScaledInteger } from '#lib/platform/chile/amounts.ts';
import { months } from '#lib/platform/chile/dates.ts';
import type { Env } from '#lib/platform/config/env.ts';

/**
 * Returns the configured UTM for the month of `today`, or else that of the last month before it;
 * `missing` then names the present month. Returns null if no such month is configured.
 */
export function findUtm(configured: Env['utm'], today: string): KnownUtm | null {
  const month = today.slice(0, 7);
  const pastMonths = configured.filter((value) => value.month <= month);
  const latestMonth = pastMonths.toSorted((a, b) => b.month.localeCompare(a.month))[0];
  if (!latestMonth) return null;
  const isCurrent = latestMonth.month === month;
  return {
    pesos: String(latestMonth.pesos),
    month: monthInWords(latestMonth.month),
    missing: isCurrent ? null : monthInWords(month),
  };
}

/** Returns `noviembre de 2026` for `2026-11`. */
export function monthInWords(month: string): string {
  return `${months[Number(month.slice(5, 7)) - 1]} de ${month.slice(0, 4)}`;
}

/** Returns the amount in pesos, or null if it or the UTM that it needs is unknown. */
export function pesosOf({ amount, pesosPerUtm }: TenderQuestion): string | null {
  if (amount?.unit !== 'UTM') return amount?.amount ?? null;
  const scaledPesos = pesosPerUtm
    ? toScaledInteger(amount.amount) * toScaledInteger(pesosPerUtm)
    : 0n;
  return scaledPesos > 0n ? String(scaledPesos / (SCALE * SCALE)) : null;
}
