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
  const lawAmount = formatAmount(share(percent).toFixed(), 'pesos');
  const lawText = `${LAW_ALLOWS} el ${percent} % ${lawBasisText(type, estimate)}: ${lawAmount}`;
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
 * Returns of which amount the law takes its percentage. For the performance of a contract that is
 * the net price of the offer, of which the estimated amount is only an example.
 */
function lawBasisText(type: string, estimate: number): string {
  const amount = formatAmount(estimate.toFixed(), 'pesos');
  return type === 'seriedad'
    ? `de ${amount}, el monto estimado de la licitación`
    : `del precio neto de tu oferta. Si fuera ${amount}, el monto estimado de la licitación`;
}

/**
 * Names the legal limit of a bid bond or a performance bond, if the amount of its tender is known
 * and the law allows one for its type.
 */
export function legalMaximumText(
  item: Partial<DraftGuarantee>,
  tender: DraftTender | null,
): string | null {
  const estimate = estimateOf(tender);
  const { tipoGarantia: type = '' } = item;
  const percent = legalPercents[type];
  const isExcluded =
    type === 'seriedad' && expectationsOfType(tender?.type ?? '').seriedad === 'excluded';
  if (!percent || item.renews || estimate === 0 || isExcluded) return null;
  const share = percentOf({ unit: 'pesos', amount: estimate.toFixed() }, percent);
  const amount = formatAmount(share, 'pesos');
  const basis = lawBasisText(type, estimate);
  return type === 'seriedad'
    ? `La ley permite hasta ${amount} (${percent} % ${basis}).`
    : `La ley fija el ${percent} % ${basis}: ${amount}.`;
}

/** Returns whether one of the questions about the guarantee `g` names the legal maximum. */
export const asksAboutLaw = (questions: readonly Question[], g: string | undefined): boolean =>
  questions.some(({ page, text }) => page.g === g && text.includes(LAW_ALLOWS));
