import type { DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import { type DraftTender, pageAmount, type Question } from '#lib/domain/drafts/view.ts';
import { utmText } from '#lib/domain/law/copy.ts';
import {
  expectationsOfType,
  percentOf,
  procurementLaw,
  tenderTypes,
} from '#lib/domain/law/rules.ts';
import { formatAmount } from '#lib/platform/chile/format.ts';
import type { Env } from '#lib/platform/config/env.ts';

export type ReviewFacts = { tender: DraftTender | null; uf: Env['uf'] };

const LAW_ALLOWS = 'la ley permite';

/** Pesos per unit, estimated low. A configured value of the UF replaces the estimate. */
const PESOS_PER_UNIT = { pesos: 1, UF: 38_000, USD: 700 };
/** Pesos of a UTM (monthly tax unit), above any real value: no likely amount is doubted. */
const UTM_PESOS = 75_000;
const legalPercents: Record<string, number> = {
  seriedad: procurementLaw.seriedad.maxPercent,
  cumplimiento: procurementLaw.cumplimiento.percent,
};

/**
 * Returns reasons to doubt an amount. Each reason applies from `least` pesos on. Its `words` name
 * the source: the tender's page, the law, the tender's estimated amount, or the highest amount of
 * tenders of its type.
 */
export function listAmountLimits(
  { tipoGarantia: type = 'seriedad' }: DraftGuarantee,
  { tender, uf }: ReviewFacts,
) {
  const { requested = [] } = tender ?? {};
  const estimate = estimateOf(tender);
  const ofPage = requested.filter(({ tipo }) => tipo === type);
  const pageLimits = ofPage.map((suggestion) => ({
    least:
      2 *
      (suggestion.moneda === '%'
        ? share(Number(suggestion.monto))
        : amountInPesos(suggestion.monto, suggestion.moneda, uf)),
    words: `la ficha pide ${pageAmount(suggestion)}`,
  }));
  const highest = pageLimits.sort((a, b) => b.least - a.least).slice(0, 1);
  const percent = legalPercents[type] ?? 0;
  const lawText = `${LAW_ALLOWS} el ${percent} % del monto: ${formatAmount(share(percent).toFixed(), 'pesos')}`;
  const limit = (estimate === 0 && tenderTypes[tender?.type ?? '']?.belowUtm) || 0;
  const band = `una licitación ${tender?.type} llega hasta ${utmText(limit)}`;
  const typeLimit = { least: 2 * limit * UTM_PESOS, words: band };
  const total = `toda la licitación está estimada en ${formatAmount(estimate.toFixed(), 'pesos')}`;
  const ofWhole = { least: estimate && estimate + 1, words: total };
  const ofLaw = { least: 2 * share(percent), words: lawText };
  return [...highest, ofLaw, ofWhole, typeLimit].filter(({ least }) => least > 0);

  function share(percents: number): number {
    return (estimate * percents) / 100;
  }
}

/**
 * Returns the smallest amount that the tender's page asks for in a guarantee of this type, as text,
 * or an empty text if `pesos` are at least that much.
 */
export function minRequestedText(
  pesos: number,
  { tipoGarantia }: DraftGuarantee,
  { tender, uf }: ReviewFacts,
): string {
  const requestedAmounts = (tender?.requested ?? [])
    .filter(({ tipo, moneda }) => tipo === tipoGarantia && moneda !== '%')
    .map((suggestion) => ({
      pesos: amountInPesos(suggestion.monto, suggestion.moneda, uf),
      words: pageAmount(suggestion),
    }));
  const least = requestedAmounts.sort((a, b) => a.pesos - b.pesos)[0];
  return least && pesos < least.pesos ? least.words : '';
}

export function amountInPesos(
  amount: string | null,
  unit: string | null | undefined,
  uf: ReviewFacts['uf'],
): number {
  const worth: Record<string, number> = { ...PESOS_PER_UNIT, ...(uf && { UF: uf.pesos }) };
  return Number(amount) * (worth[unit ?? ''] ?? 0);
}

/** Returns the estimated amount of a tender in pesos, or 0 if it is not known. */
function estimateOf(tender: DraftTender | null): number {
  return tender?.facts?.currency === 'CLP' ? (tender.facts.amount ?? 0) : 0;
}

/**
 * Names the legal maximum of a bid bond, if the amount of its tender is known and the law sets a
 * maximum for its type.
 */
export function legalMaximumText(
  item: Partial<DraftGuarantee>,
  tender: DraftTender | null,
): string | null {
  const estimate = estimateOf(tender);
  const isAllowed = expectationsOfType(tender?.type ?? '').seriedad !== 'excluded';
  if (item.tipoGarantia !== 'seriedad' || item.renews || estimate === 0 || !isAllowed) return null;
  const { maxPercent } = procurementLaw.seriedad;
  const maximum = percentOf({ unit: 'pesos', amount: estimate.toFixed() }, maxPercent);
  return `La ley permite hasta ${formatAmount(maximum, 'pesos')} (${maxPercent} % del monto).`;
}

/** Returns whether one of the questions about the guarantee `g` names the legal maximum. */
export const asksAboutLaw = (questions: readonly Question[], g: string | undefined): boolean =>
  questions.some(({ place, text }) => place.g === g && text.includes(LAW_ALLOWS));
