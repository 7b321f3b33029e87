import {
  amountInPesos,
  listAmountLimits,
  minRequestedText,
  type ReviewFacts,
} from '#lib/domain/drafts/amount-limits.ts';
import { LONG_PAST_DAYS } from '#lib/domain/drafts/checks.ts';
import type { FoldId } from '#lib/domain/drafts/field-types.ts';
import { isWordingCut, type WizardPage } from '#lib/domain/drafts/rules.ts';
import { isSameName, sharedContactText } from '#lib/domain/drafts/same-party.ts';
import type { DraftAnswers, DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import { type StepId, wizardPageOf } from '#lib/domain/drafts/steps.ts';
import type { Question } from '#lib/domain/drafts/view.ts';
import { AWARDED, CLOSED, DESERTED, REVOKED, tenderStates } from '#lib/domain/marketplace/rules.ts';
import { guaranteeTexts } from '#lib/domain/requests/submissions/view.ts';
import { addDays, addYears, daysBetween } from '#lib/platform/chile/calendar.ts';
import { formatAmount, formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { isOtherInstitution, nameFromCapitals } from '#lib/platform/chile/names.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';
import { now } from '#lib/platform/process/clock.ts';

/** The page of an answer, whether it is doubtful, and the question. */
type DoubtRow = [StepId | FoldId, unknown, string];

/** A shorter term is doubted, because buyers need more days to decide. */
const MIN_TERM_DAYS = 15;
/** A longer term is doubted, because a year is easily mistyped. */
const MAX_TERM_YEARS = 5;

/**
 * Returns the questions of the review page about answers that look mistaken. A question quotes its
 * answer, so a changed answer makes a new question, which must be confirmed too.
 */
export function listReviewQuestions(
  { values, garantias }: DraftAnswers,
  facts: ReviewFacts,
): Question[] {
  const { email, sistemaLicitacion, rutEmpresaOferente: bidderRut, rutMandantePrivados } = values;
  const isPublic = sistemaLicitacion === 'chilecompra';
  const { buyerRut, buyerName } = facts.tender?.facts ?? {};
  const typedBuyer = `${values.institucion ?? ''} ${values.razonSocial ?? ''}`;
  const isOtherBuyer =
    values.rutInstitucion !== buyerRut && isOtherInstitution(typedBuyer, buyerName ?? '');
  const { fechaTerminoContrato: contractEnd = '' } = values;
  const { nombreEmpresaOferente: bidderName, nombreEmpresaContratista: contractorName } = values;
  const contractorRut = values.rutEmpresaContratista;
  const isBuyer = bidderRut && [values.rutInstitucion, buyerRut].includes(bidderRut);
  const isPrincipal = contractorRut && contractorRut === rutMandantePrivados;
  const sharedText = isPublic ? '' : sharedContactText(values);
  const { closesAt = null, stateCode = null } = facts.tender?.facts ?? {};
  const hasBid = garantias.some(
    ({ tipoGarantia, renews }) => tipoGarantia === 'seriedad' && !renews,
  );
  const rows: DoubtRow[] = [
    [
      'licitacion',
      hasBid && closesAt !== null && stateCode === CLOSED,
      `La licitación ya cerró, el ${formatDate(isoDay(closesAt ?? 0))}: una garantía de seriedad ya no sirve para ofertar.`,
    ],
    [
      'contacto',
      suggestEmail(email),
      `Escribiste ${email}. ¿Quisiste decir ${suggestEmail(email)}?`,
    ],
    [
      'institucion',
      isPublic && isOtherBuyer,
      `Escribiste ${values.institucion ?? values.razonSocial}, y la licitación es de ${nameFromCapitals(buyerName ?? '')}.`,
    ],
    [
      'empresa',
      isPublic && isBuyer,
      `La empresa que ofrece y la institución que licita tienen el mismo RUT, ${formatRut(bidderRut ?? '')}.`,
    ],
    [
      'empresa',
      isPublic && !isBuyer && isSameName(bidderName, values.institucion, buyerName),
      `La empresa que ofrece y la institución que licita tienen el mismo nombre, ${bidderName}.`,
    ],
    [
      'empresa-contratista',
      !isPublic && isPrincipal,
      `La empresa que ejecuta el contrato y el mandante tienen el mismo RUT, ${formatRut(contractorRut ?? '')}.`,
    ],
    [
      'empresa-contratista',
      !isPublic && !isPrincipal && isSameName(contractorName, values.razonSocialMandante),
      `La empresa que ejecuta el contrato y el mandante tienen el mismo nombre, ${contractorName}.`,
    ],
    [
      'contacto-mandante',
      sharedText,
      `La empresa que ejecuta el contrato y el mandante tienen ${sharedText}.`,
    ],
    [
      'fechas',
      !isPublic && contractEnd && contractEnd < isoDay(now()),
      `El contrato terminó el ${formatDate(contractEnd)}.`,
    ],
  ];
  const toQuestions = (rows: DoubtRow[], page: Omit<WizardPage, 'step'> = {}) =>
    rows.flatMap(([stepOrFold, isDoubtful, text]) =>
      isDoubtful ? [{ page: { ...wizardPageOf(stepOrFold), ...page }, text }] : [],
    );
  const doubtsFor = (item: DraftGuarantee) => [
    ...guaranteeDoubts(item, facts),
    ...(isPublic ? [] : contractDoubts(item, values)),
  ];
  return [
    ...toQuestions(rows),
    ...garantias.flatMap((item) => toQuestions(doubtsFor(item), { g: item.id })),
  ];
}

export function listOpenQuestions(answers: DraftAnswers, facts: ReviewFacts): Question[] {
  return listReviewQuestions(answers, facts).filter(
    ({ text }) => !answers.confirmed?.includes(text),
  );
}

function guaranteeDoubts(item: DraftGuarantee, facts: ReviewFacts): DoubtRow[] {
  const { amount, type, from, until } = guaranteeTexts(item);
  const { vigenciaDesde = '', vigenciaHasta = '', montoGarantia: decimal = '' } = item;
  const { closesAt = null, stateCode } = facts.tender?.facts ?? {};
  // An extended bid bond outlasts the closing and the award.
  const isBid = item.tipoGarantia === 'seriedad' && !item.renews;
  const isOver = [AWARDED, DESERTED, REVOKED].some((code) => code === stateCode);
  const pesos = amountInPesos(decimal, item.monedaGarantia, facts.uf);
  const exceededLimit = listAmountLimits(item, facts).find(({ least }) => pesos >= least);
  const minimumText = minRequestedText(pesos, item, facts);
  const closingDay = closesAt === null ? '' : isoDay(closesAt);
  const closingText = formatDate(closingDay);
  const days = daysBetween(vigenciaDesde, vigenciaHasta) + 1;
  const isTooLate = closingDay && isBid && stateCode !== CLOSED && vigenciaDesde > closingDay;
  const isEarly = vigenciaHasta < closingDay || (isBid && vigenciaHasta === closingDay);
  const endText =
    vigenciaHasta === closingDay ? 'el mismo día en que cierra' : 'antes de que cierre';
  const isLong = vigenciaDesde !== '' && vigenciaHasta > addYears(vigenciaDesde, MAX_TERM_YEARS);
  const daysText = days === 1 ? 'un día' : `${days} días`;
  const stateText = tenderStates[stateCode ?? 0]?.toLowerCase();
  const pesosText = `${formatAmount(pesos.toFixed(), 'pesos')}, con la UF del ${formatDate(facts.uf?.day ?? '')}`;
  const today = isoDay(now());
  // A start before today was already questioned on the page of the term, and the dates of a stored
  // guarantee were confirmed by a person.
  const isPast = vigenciaDesde < today && vigenciaDesde >= addDays(today, -LONG_PAST_DAYS);
  return [
    ['garantia-tipo', isBid && isOver, `Pides una ${type}, y la licitación ya está ${stateText}.`],
    ['garantia-monto', exceededLimit, `Pides ${amount} de ${type}, y ${exceededLimit?.words}.`],
    [
      'garantia-monto',
      minimumText,
      `Pides ${amount} de ${type}, y la ficha pide más: ${minimumText}.`,
    ],
    ['garantia-monto', facts.uf && item.monedaGarantia === 'UF', `${amount} son ${pesosText}.`],
    [
      'garantia-vigencia',
      isPast && !item.renews,
      `Empieza en una fecha pasada, el ${from}: ¿es así?`,
    ],
    [
      'garantia-vigencia',
      isTooLate,
      `Rige desde el ${from}, y la licitación cierra antes: ${closingText}.`,
    ],
    [
      'garantia-vigencia',
      closingDay && isEarly,
      `Vence el ${until}, ${endText} la licitación: ${closingText}.`,
    ],
    ['garantia-vigencia', isWordingCut(item), 'La glosa está cortada: complétala con las bases.'],
    [
      'garantia-vigencia',
      isLong,
      `Rige por ${Math.floor(days / 365)} años, del ${from} al ${until}.`,
    ],
    ['garantia-vigencia', days < MIN_TERM_DAYS, `Rige solo ${daysText}, del ${from} al ${until}.`],
  ];
}

/** Compares the term of a guarantee with that of its contract, if both are known. */
function contractDoubts(item: DraftGuarantee, values: DraftAnswers['values']): DoubtRow[] {
  const { vigenciaDesde = '', vigenciaHasta = '', tipoGarantia } = item;
  const { fechaInicioContrato: contractStart = '', fechaTerminoContrato: contractEnd = '' } =
    values;
  const { from, until } = guaranteeTexts(item);
  // A bid bond may end before the contract begins. A guarantee for `ejecucion` begins after the
  // contract's end.
  const isBefore = tipoGarantia !== 'seriedad' && vigenciaHasta < contractStart;
  const isAfter = tipoGarantia !== 'ejecucion' && contractEnd && vigenciaDesde > contractEnd;
  const isShort = tipoGarantia === 'cumplimiento' && vigenciaHasta < contractEnd;
  const termText = `Rige del ${from} al ${until}`;
  return [
    [
      'garantia-vigencia',
      isBefore,
      `${termText}, y el contrato empieza después: ${formatDate(contractStart)}.`,
    ],
    [
      'garantia-vigencia',
      isAfter,
      `${termText}, y el contrato termina antes: ${formatDate(contractEnd)}.`,
    ],
    [
      'garantia-vigencia',
      isShort && !isBefore,
      `Vence el ${until}, antes de que termine el contrato: ${formatDate(contractEnd)}.`,
    ],
  ];
}
