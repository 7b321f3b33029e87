import type { DraftAnswers, DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import type { StepId } from '#lib/domain/drafts/steps.ts';
import { expectationLabel } from '#lib/domain/law/copy.ts';
import { answerTender, procurementLaw, tenderTypes } from '#lib/domain/law/rules.ts';
import { PRIVATE_TYPE, parseTenderQuestion, pickCalculatorQuery } from '#lib/domain/law/schema.ts';
import { pesosOf } from '#lib/domain/law/utm.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import type { Submission } from '#lib/domain/requests/submissions/schema.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatAmount } from '#lib/platform/chile/format.ts';
import { amountOfPercentage } from '#lib/platform/chile/percentages.ts';

type GuaranteePage = { step: StepId; g?: string | undefined };

/** Maximum length of the calculation in a link. It has seven short values. */
const MAX_LENGTH = 300;

/** Parses the calculator's inputs from a URL or form, or returns undefined. */
export function parseCalculatorSearchParams(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const inputs = pickCalculatorQuery(Object.fromEntries(new URLSearchParams(text)));
  const calculatorSearchParams = new URLSearchParams(inputs).toString();
  return calculatorSearchParams.length <= MAX_LENGTH && parseCalculation(calculatorSearchParams)
    ? calculatorSearchParams
    : undefined;
}

function parseCalculation(calculation = '') {
  const parsed = parseTenderQuestion(Object.fromEntries(new URLSearchParams(calculation)));
  return parsed && Object.keys(parsed.errors).length === 0 ? parsed.question : null;
}

/**
 * Returns the kind of contract that a person chose in the calculator, or null if they chose none.
 */
export function calculatedContract(
  calculation: string | undefined,
): Submission['sistemaLicitacion'] | null {
  const { type = '' } = parseCalculation(calculation) ?? {};
  return type === PRIVATE_TYPE ? 'privados' : tenderTypes[type] ? 'chilecompra' : null;
}

/**
 * Returns the question of the calculator if it is about a public tender of the draft's type.
 * Otherwise the person has named another contract since.
 */
function questionOf({ calculation, values }: DraftAnswers, tenderType = '') {
  const question = parseCalculation(calculation);
  if (!question || values.sistemaLicitacion !== 'chilecompra') return null;
  const { type } = question;
  const isOtherContract = type === PRIVATE_TYPE || (tenderType && type && tenderType !== type);
  return isOtherContract ? null : question;
}

/**
 * Returns whether the calculator may propose values for this guarantee: it is the first one and has
 * no amount.
 */
function mayCalculate({ garantias }: DraftAnswers, item: DraftGuarantee | undefined) {
  return item === garantias[0] && !item?.montoGarantia && !item?.page && !item?.renews;
}

/**
 * Returns values for the page of the amount, as a person types them: the percentage that the law
 * fixes for a performance bond, the offer, and the resulting amount.
 */
export function calculatedAmountValues(
  answers: DraftAnswers,
  { step, g }: GuaranteePage,
  tenderType?: string,
): Record<string, string> {
  const item = answers.garantias.find(({ id }) => id === g);
  const question = questionOf(answers, tenderType);
  const isFixed = item?.tipoGarantia === 'cumplimiento' && mayCalculate(answers, item);
  if (step !== 'garantia-monto' || !question || !isFixed) return {};
  const porcentaje = String(procurementLaw.cumplimiento.percent);
  const pesos = pesosOf(question);
  if (!pesos) return { porcentaje };
  const offer = { porcentaje, oferta: groupAmount(pesos) };
  const amount = amountOfPercentage(offer);
  return {
    ...offer,
    ...(amount && { montoGarantia: groupAmount(amount.decimal), monedaGarantia: amount.unit }),
  };
}

/** Says on a page of the first guarantee which values come from the calculator. */
export function calculationText(
  answers: DraftAnswers,
  { step, g }: GuaranteePage,
  tenderType?: string,
): string | null {
  const { garantias, chosenType } = answers;
  const question = questionOf(answers, tenderType);
  const item = garantias.find(({ id }) => id === g);
  if (!question) return null;
  const { expectations, share } = answerTender(question);
  if (step === 'garantia-tipo') {
    if (garantias.length > 0 || !chosenType) return null;
    const isOfLaw = chosenType === 'seriedad' || chosenType === 'cumplimiento';
    const tag = isOfLaw ? `, ${expectationLabel[expectations[chosenType]].toLowerCase()}` : '';
    return `${guaranteeTypeCopy[chosenType].label}${tag}. Elige otra si no corresponde.`;
  }
  if (step === 'garantia-vigencia') {
    const days = `${procurementLaw.businessDaysAfterEnd} días hábiles`;
    return question.services && item === garantias[0] && item?.tipoGarantia === 'cumplimiento'
      ? `Contratan un servicio: la garantía sigue vigente hasta ${days} después del término del contrato.`
      : null;
  }
  if (step !== 'garantia-monto' || !mayCalculate(answers, item)) return null;
  if (item?.tipoGarantia === 'seriedad') {
    const { maxPercent } = procurementLaw.seriedad;
    const pesosText = share?.unit === 'pesos' ? ` (${formatAmount(share.seriedad, 'pesos')})` : '';
    return `Como máximo, el ${maxPercent} % del monto de la licitación${pesosText}. Cuánto es lo dicen las bases.`;
  }
  if (item?.tipoGarantia !== 'cumplimiento') return null;
  const { percent } = procurementLaw.cumplimiento;
  const pesos = pesosOf(question);
  return pesos
    ? `El ${percent} % de ${formatAmount(pesos, 'pesos')}. Cámbialo si tu oferta neta es otra o las bases piden otro porcentaje.`
    : `El ${percent} % de tu oferta neta. Escribe tu oferta y calculamos el monto.`;
}
