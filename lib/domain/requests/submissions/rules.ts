import { type ExamplePrices, priceText } from '#lib/domain/requests/submissions/copy.ts';
import type { GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import { payBefore } from '#lib/domain/requests/submissions/steps.ts';
import type { RequestedGuarantee } from '#lib/domain/requests/submissions/view.ts';
import { addBusinessDays, daysBetween, workingEnd } from '#lib/platform/chile/calendar.ts';
import {
  formatAmount,
  formatDateTime,
  formatWeekday,
  isoDay,
  workingDays,
} from '#lib/platform/chile/format.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

type GuaranteeKind = Partial<Pick<RequestedGuarantee, 'tipoGarantia' | 'renews'>>;

/** Whether a bid bond is among the guarantees. An extension of one belongs to a past bid. */
export function hasBidBond(guarantees: readonly GuaranteeKind[]): boolean {
  return guarantees.some((guarantee) => guarantee.tipoGarantia === 'seriedad' && !guarantee.renews);
}

/**
 * Returns when (ms) the tender of a bid bond closes. Returns null without a bid bond or a known
 * closing, and once the tender has closed.
 */
export function openClosing(
  guarantees: readonly GuaranteeKind[],
  closesAt: number | null | undefined,
  now: number,
): number | null {
  return closesAt && closesAt > now && hasBidBond(guarantees) ? closesAt : null;
}

/**
 * Tells the bearer of a bid bond by when to hand it in, as long as its tender is open. Returns null
 * in the cases of `openClosing`.
 */
export function handInText(...bid: Parameters<typeof openClosing>): string | null {
  const closing = openClosing(...bid);
  return closing === null
    ? null
    : `Entrégala antes del ${formatDateTime(closing)}: ahí cierra la licitación.`;
}

/**
 * Returns the day (`YYYY-MM-DD`) on which a guarantee is normally issued that was paid at `paidAt`
 * (ms). Returns null once the day has passed, and without ABOUT_ISSUE_DAYS.
 */
export async function issueDay(
  paidAt: number | null | undefined,
  { now, issueDays }: Pick<Times, 'now' | 'issueDays'>,
): Promise<string | null> {
  if (!paidAt || !issueDays) return null;
  const day = await addBusinessDays(isoDay(paidAt), issueDays);
  return day < isoDay(now) ? null : day;
}

type Times = {
  closesAt: number | null | undefined;
  now: number;
  /**
   * ABOUT_ISSUE_DAYS and ABOUT_ANSWER_HOURS. `answerHours` is left out if the price is known,
   * because the payment then waits for no answer.
   */
  issueDays?: number | undefined;
  answerHours?: number | undefined;
};

/**
 * Warns that a bid bond may be issued only after its tender closes (ms). The issue takes
 * `issueDays` working days from the payment, which is made `now` (ms) or `answerHours` later.
 * Returns null without that risk, once the tender has closed, and without ABOUT_ISSUE_DAYS.
 */
export async function lateIssue(
  guarantees: readonly GuaranteeKind[],
  { closesAt, now, issueDays, answerHours = 0 }: Times,
): Promise<string | null> {
  const closing = openClosing(guarantees, closesAt, now);
  if (!issueDays || !closing) return null;
  const paidAt = answerHours ? workingEnd(now, answerHours * HOUR) : now;
  const ready = await addBusinessDays(isoDay(paidAt), issueDays);
  if (isoDay(closing) > ready) return null;
  return `La licitación cierra el ${formatWeekday(closing)} ${formatDateTime(closing)}. Con entrega en ${workingDays(issueDays)}, una garantía de seriedad podría no llegar a tiempo: confirma con tu asesor antes de pagar.`;
}

type PayTimes = Omit<Times, 'answerHours'> & { linkEnds?: string | undefined };

/** Says by when to pay (`payBefore`), or that the guarantee may be late even then (`lateIssue`). */
export async function payByText(
  request: { garantias: readonly (GuaranteeKind & Pick<GuaranteeItem, 'vigenciaDesde'>)[] },
  { closesAt, now, issueDays, linkEnds }: PayTimes,
): Promise<string | null> {
  const { garantias } = request;
  const late = await lateIssue(garantias, { closesAt, now, issueDays });
  const closing = openClosing(garantias, closesAt, now);
  return late ?? payBefore(request, { today: isoDay(now), linkEnds, issueDays, closesAt: closing });
}

type PriceBasis = Partial<
  Pick<GuaranteeItem, 'montoGarantia' | 'monedaGarantia' | 'vigenciaDesde' | 'vigenciaHasta'>
>;

/**
 * Returns the example price of a guarantee of a year, such as `entre $ 75.000 y $ 200.000 por un
 * año`. Without its amount in pesos it is the share of any amount.
 */
export function yearlyPrice(
  examples: ExamplePrices,
  type: string,
  pesos: string | undefined,
): string | null {
  const price = examples?.prices.find((examplePrice) => examplePrice.type === type);
  const year = { vigenciaDesde: '2026-01-01', vigenciaHasta: '2026-12-31' };
  if (!pesos || !price?.unit.startsWith('%')) return priceText(examples, type);
  const item = { ...year, montoGarantia: pesos, monedaGarantia: 'pesos' } as const;
  const money = reckonedPrice(examples, type, item);
  return price.unit.includes('al año') ? `${money} por un año` : money;
}

/**
 * Returns the example price of a guarantee as money. A percentage is taken of its amount and, if it
 * is `al año`, multiplied by its term. Returns null without an example or an answer that is needed.
 */
export function reckonedPrice(
  examples: ExamplePrices,
  type: string,
  item: PriceBasis,
): string | null {
  const price = examples?.prices.find((examplePrice) => examplePrice.type === type);
  const { montoGarantia, monedaGarantia, vigenciaDesde, vigenciaHasta } = item;
  if (!price?.unit.startsWith('%')) return priceText(examples, type);
  if (!montoGarantia || !monedaGarantia || !vigenciaDesde || !vigenciaHasta) return null;
  const isYearly = price.unit.includes('al año');
  const years = isYearly ? (daysBetween(vigenciaDesde, vigenciaHasta) + 1) / 365 : 1;
  const money = (percent: string) =>
    formatAmount(
      ((Number(montoGarantia) * Number(percent) * years) / 100).toFixed(
        monedaGarantia === 'pesos' ? 0 : 2,
      ),
      monedaGarantia,
    );
  return `entre ${money(price.from)} y ${money(price.to)}`;
}
