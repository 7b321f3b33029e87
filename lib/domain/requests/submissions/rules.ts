import { type ExamplePrices, priceText } from '#lib/domain/requests/submissions/copy.ts';
import type { GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import { findPayLimit } from '#lib/domain/requests/submissions/steps.ts';
import type { RequestedGuarantee } from '#lib/domain/requests/submissions/view.ts';
import { addBusinessDays, daysBetween, workingEnd } from '#lib/platform/chile/calendar.ts';
import {
  formatAmount,
  formatDateTime,
  formatWeekday,
  isoDay,
  workingDaysText,
} from '#lib/platform/chile/format.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

type BidBondFacts = Partial<Pick<RequestedGuarantee, 'tipoGarantia' | 'renews'>>;

/**
 * Returns whether a bid bond is among the guarantees. The extension of a bid bond does not count,
 * because that bid was made before.
 */
export function hasBidBond(guarantees: readonly BidBondFacts[]): boolean {
  return guarantees.some((guarantee) => guarantee.tipoGarantia === 'seriedad' && !guarantee.renews);
}

/**
 * Returns when (ms) the tender of a bid bond closes. Returns null if there is no bid bond, if no
 * closing is known, or if the tender has closed.
 */
export function upcomingClosing(
  guarantees: readonly BidBondFacts[],
  closesAt: number | null | undefined,
  now: number,
): number | null {
  return closesAt && closesAt > now && hasBidBond(guarantees) ? closesAt : null;
}

/** Says by when to hand in an issued bid bond. Returns null whenever `upcomingClosing` does. */
export function handoverText(...bid: Parameters<typeof upcomingClosing>): string | null {
  const closing = upcomingClosing(...bid);
  return closing === null
    ? null
    : `Entrégala antes del ${formatDateTime(closing)}: ahí cierra la licitación.`;
}

/**
 * Tells a person who paid for a bid bond that it may be late (`lateIssueText`), or else until when
 * it can be handed in. Returns null whenever `upcomingClosing` does.
 */
export function paidBidText(
  guarantees: readonly BidBondFacts[],
  times: Times & { paidAt: number | null | undefined },
): string | null {
  const closing = upcomingClosing(guarantees, times.closesAt, times.now);
  if (closing === null) return null;
  const late = lateIssueText(guarantees, times);
  return (
    late ??
    `Cuando esté lista, entrégala antes del ${formatDateTime(closing)}: ahí cierra la licitación.`
  );
}

/**
 * Returns the day (`YYYY-MM-DD`) on which a guarantee that was paid at `paidAt` (ms) is normally
 * issued. Returns null once that day has passed, and without ABOUT_ISSUE_DAYS.
 */
export function guaranteeIssueDay(
  paidAt: number | null | undefined,
  { now, issueDays }: Pick<Times, 'now' | 'issueDays'>,
): string | null {
  if (!paidAt || !issueDays) return null;
  const day = addBusinessDays(isoDay(paidAt), issueDays);
  return day < isoDay(now) ? null : day;
}

type Times = {
  closesAt: number | null | undefined;
  now: number;
  /** The setting ABOUT_ISSUE_DAYS. */
  issueDays?: number | undefined;
  /**
   * The setting ABOUT_ANSWER_HOURS. Left out if the price is known, because the person can then pay
   * without an answer.
   */
  answerHours?: number | undefined;
  /** Time of the payment (ms), if it was made. The days until the issue count from it. */
  paidAt?: number | null | undefined;
};

/**
 * Warns that a bid bond may be issued only after its tender closes. The issue takes `issueDays`
 * working days from the payment: from `paidAt`, or else from now or `answerHours` later. Returns
 * null without that risk, once the tender has closed, and without ABOUT_ISSUE_DAYS. Times are in
 * ms.
 */
export function lateIssueText(
  guarantees: readonly BidBondFacts[],
  { closesAt, now, issueDays, answerHours = 0, paidAt }: Times,
): string | null {
  const closing = upcomingClosing(guarantees, closesAt, now);
  if (!issueDays || !closing) return null;
  const earliest = answerHours ? workingEnd(now, answerHours * HOUR) : now;
  // The clock of Webpay may be ahead of ours.
  const begins = paidAt ? Math.min(paidAt, now) : earliest;
  const ready = addBusinessDays(isoDay(begins), issueDays);
  // A guarantee that is not issued yet can be ready today at the earliest.
  if (isoDay(closing) > ready && isoDay(closing) > isoDay(now)) return null;
  const closingText = `La licitación cierra el ${formatWeekday(closing)} ${formatDateTime(closing)}.`;
  const time = `Con entrega en ${workingDaysText(issueDays)}`;
  return paidAt
    ? `${closingText} ${time} desde el pago, la garantía podría llegar después del cierre: avísanos ahora.`
    : `${closingText} ${time}, una garantía de seriedad podría no llegar a tiempo: confirma con tu asesor antes de pagar.`;
}

/** The short form of `lateIssueText` at the button that pays, for pages that have both. */
export const latePayText =
  'La garantía podría llegar después del cierre: confirma con tu asesor antes de pagar.';

type PayTimes = Omit<Times, 'answerHours'> & { linkEnds?: string | undefined };

/**
 * Says by when to pay (`findPayLimit`), or that even then the guarantee may be late
 * (`lateIssueText`).
 */
export function payByText(
  request: { garantias: readonly (BidBondFacts & Pick<GuaranteeItem, 'vigenciaDesde'>)[] },
  { closesAt, now, issueDays, linkEnds }: PayTimes,
): string | null {
  const { garantias } = request;
  const late = lateIssueText(garantias, { closesAt, now, issueDays });
  const closing = upcomingClosing(garantias, closesAt, now);
  const limits = { today: isoDay(now), linkEnds, issueDays, closesAt: closing };
  return late ?? findPayLimit(request, limits)?.text ?? null;
}

/**
 * Says, before conditions are sent, by when they must be paid for a guarantee in time. Returns null
 * if that day is not known, if the team may answer only after it, and for a bid bond that may be
 * late anyway (`lateIssueText`).
 */
export function timelyPayText(
  guarantees: readonly (BidBondFacts & Partial<Pick<GuaranteeItem, 'vigenciaDesde'>>)[],
  times: Times,
): string | null {
  const { closesAt, now, issueDays, answerHours = 0 } = times;
  if (lateIssueText(guarantees, times)) return null;
  const answered = isoDay(answerHours ? workingEnd(now, answerHours * HOUR) : now);
  const closing = upcomingClosing(guarantees, closesAt, now);
  const limits = { today: answered, issueDays, closesAt: closing };
  const limit = findPayLimit({ garantias: guarantees }, limits);
  return limit?.day ? limit.text.replace('Paga', 'Para llegar a tiempo, paga') : null;
}

type PriceBasis = Partial<
  Pick<GuaranteeItem, 'montoGarantia' | 'monedaGarantia' | 'vigenciaDesde' | 'vigenciaHasta'>
>;

/**
 * Returns the example price of a guarantee for one year, such as `entre $ 75.000 y $ 200.000 por un
 * año`. Without an amount in pesos, the price is a percentage.
 */
export function yearlyPriceText(
  examples: ExamplePrices,
  type: string,
  pesos: string | undefined,
): string | null {
  const price = examples?.prices.find((examplePrice) => examplePrice.type === type);
  const year = { vigenciaDesde: '2026-01-01', vigenciaHasta: '2026-12-31' };
  if (!pesos || !price?.unit.startsWith('%')) return priceText(examples, type);
  const item = { ...year, montoGarantia: pesos, monedaGarantia: 'pesos' } as const;
  const money = examplePriceText(examples, type, item);
  return price.unit.includes('al año') ? `${money} por un año` : money;
}

/**
 * Returns the example price of a guarantee as money. A percentage is taken of the guarantee's
 * amount and, if it is `al año`, multiplied by its term. Returns null if there is no example or a
 * needed answer is missing.
 */
export function examplePriceText(
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
