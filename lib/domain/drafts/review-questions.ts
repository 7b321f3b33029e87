import {
  amountInPesos,
  limitsOf,
  type ReviewFacts,
  requestedAbove,
} from '#lib/domain/drafts/amount-limits.ts';
import { LONG_PAST_DAYS } from '#lib/domain/drafts/checks.ts';
import type { FoldId } from '#lib/domain/drafts/field-types.ts';
import { isCut, type WizardPage } from '#lib/domain/drafts/rules.ts';
import { isSameName, sharedContact } from '#lib/domain/drafts/same-party.ts';
import type { DraftAnswers, DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import { placeAt, type StepId } from '#lib/domain/drafts/steps.ts';
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
type Row = [StepId | FoldId, unknown, string];

/** A shorter term is doubted, because buyers need more days to decide. */
const SHORTEST_DAYS = 15;
/** A longer term is doubted, because a year is easily mistyped. */
const LONGEST_YEARS = 5;

/**
 * Returns the questions of the review page about answers that look mistaken. Each quotes the
 * answer, so a changed answer makes a new question, which must be confirmed again.
 */
export function questionsOn({ values, garantias }: DraftAnswers, facts: ReviewFacts): Question[] {
  const { email, sistemaLicitacion, rutEmpresaOferente: bidder, rutMandantePrivados } = values;
  const isPublic = sistemaLicitacion === 'chilecompra';
  const { buyerRut, buyerName } = facts.tender?.facts ?? {};
  const typedBuyer = `${values.institucion ?? ''} ${values.razonSocial ?? ''}`;
  const isOtherBuyer =
    values.rutInstitucion !== buyerRut && isOtherInstitution(typedBuyer, buyerName ?? '');
  const { fechaTerminoContrato: ended = '' } = values;
  const { nombreEmpresaOferente: offeror, nombreEmpresaContratista: contractor } = values;
  const builder = values.rutEmpresaContratista;
  const isBuyer = bidder && [values.rutInstitucion, buyerRut].includes(bidder);
  const isPrincipal = builder && builder === rutMandantePrivados;
  const shared = isPublic ? '' : sharedContact(values);
  const { closesAt = null, stateCode = null } = facts.tender?.facts ?? {};
  const isBid = garantias.some(
    ({ tipoGarantia, renews }) => tipoGarantia === 'seriedad' && !renews,
  );
  const rows: Row[] = [
    [
      'licitacion',
      isBid && closesAt !== null && stateCode === CLOSED,
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
      `La empresa que ofrece y la institución que licita tienen el mismo RUT, ${formatRut(bidder ?? '')}.`,
    ],
    [
      'empresa',
      isPublic && !isBuyer && isSameName(offeror, values.institucion, buyerName),
      `La empresa que ofrece y la institución que licita tienen el mismo nombre, ${offeror}.`,
    ],
    [
      'empresa-contratista',
      !isPublic && isPrincipal,
      `La empresa que ejecuta el contrato y el mandante tienen el mismo RUT, ${formatRut(builder ?? '')}.`,
    ],
    [
      'empresa-contratista',
      !isPublic && !isPrincipal && isSameName(contractor, values.razonSocialMandante),
      `La empresa que ejecuta el contrato y el mandante tienen el mismo nombre, ${contractor}.`,
    ],
    [
      'contacto-mandante',
      shared,
      `La empresa que ejecuta el contrato y el mandante tienen ${shared}.`,
    ],
    [
      'fechas',
      !isPublic && ended && ended < isoDay(now()),
      `El contrato terminó el ${formatDate(ended)}.`,
    ],
  ];
  const ask = (rows: Row[], place: Omit<WizardPage, 'step'> = {}) =>
    rows.flatMap(([page, isDoubtful, text]) =>
      isDoubtful ? [{ place: { ...placeAt(page), ...place }, text }] : [],
    );
  const rowsFor = (item: DraftGuarantee) => [
    ...rowsOf(item, facts),
    ...(isPublic ? [] : rowsOfContract(item, values)),
  ];
  return [...ask(rows), ...garantias.flatMap((item) => ask(rowsFor(item), { g: item.id }))];
}

export function openQuestions(answers: DraftAnswers, facts: ReviewFacts): Question[] {
  return questionsOn(answers, facts).filter(({ text }) => !answers.confirmed?.includes(text));
}

function rowsOf(item: DraftGuarantee, facts: ReviewFacts): Row[] {
  const { amount, type, from, until } = guaranteeTexts(item);
  const { vigenciaDesde = '', vigenciaHasta = '', montoGarantia: decimal = '' } = item;
  const { closesAt = null, stateCode } = facts.tender?.facts ?? {};
  // An extended bid bond outlives the closing and the award.
  const isBid = item.tipoGarantia === 'seriedad' && !item.renews;
  const isOver = [AWARDED, DESERTED, REVOKED].some((code) => code === stateCode);
  const pesos = amountInPesos(decimal, item.monedaGarantia, facts.uf);
  const passed = limitsOf(item, facts).find(({ least }) => pesos >= least);
  const question = requestedAbove(pesos, item, facts);
  const closing = closesAt === null ? '' : isoDay(closesAt);
  const closes = formatDate(closing);
  const days = daysBetween(vigenciaDesde, vigenciaHasta) + 1;
  const isTooLate = closing && isBid && stateCode !== CLOSED && vigenciaDesde > closing;
  const isEarly = vigenciaHasta < closing || (isBid && vigenciaHasta === closing);
  const end = vigenciaHasta === closing ? 'el mismo día en que cierra' : 'antes de que cierre';
  const isLong = vigenciaDesde !== '' && vigenciaHasta > addYears(vigenciaDesde, LONGEST_YEARS);
  const count = days === 1 ? 'un día' : `${days} días`;
  const state = tenderStates[stateCode ?? 0]?.toLowerCase();
  const inPesos = `${formatAmount(pesos.toFixed(), 'pesos')}, con la UF del ${formatDate(facts.uf?.day ?? '')}`;
  const today = isoDay(now());
  // The page of the term doubts an earlier start, and a person confirmed a stored guarantee.
  const isPast = vigenciaDesde < today && vigenciaDesde >= addDays(today, -LONG_PAST_DAYS);
  return [
    ['garantia-tipo', isBid && isOver, `Pides una ${type}, y la licitación ya está ${state}.`],
    ['garantia-monto', passed, `Pides ${amount} de ${type}, y ${passed?.words}.`],
    ['garantia-monto', question, `Pides ${amount} de ${type}, y la ficha pide más: ${question}.`],
    ['garantia-monto', facts.uf && item.monedaGarantia === 'UF', `${amount} son ${inPesos}.`],
    [
      'garantia-vigencia',
      isPast && !item.renews,
      `Empieza en una fecha pasada, el ${from}: ¿es así?`,
    ],
    [
      'garantia-vigencia',
      isTooLate,
      `Rige desde el ${from}, y la licitación cierra antes: ${closes}.`,
    ],
    [
      'garantia-vigencia',
      closing && isEarly,
      `Vence el ${until}, ${end} la licitación: ${closes}.`,
    ],
    ['garantia-vigencia', isCut(item), 'La glosa está cortada: complétala con las bases.'],
    [
      'garantia-vigencia',
      isLong,
      `Rige por ${Math.floor(days / 365)} años, del ${from} al ${until}.`,
    ],
    ['garantia-vigencia', days < SHORTEST_DAYS, `Rige solo ${count}, del ${from} al ${until}.`],
  ];
}

/** Compares the terms of a guarantee and its contract, where both are known. */
function rowsOfContract(item: DraftGuarantee, values: DraftAnswers['values']): Row[] {
  const { vigenciaDesde = '', vigenciaHasta = '', tipoGarantia } = item;
  const { fechaInicioContrato: begins = '', fechaTerminoContrato: ends = '' } = values;
  const { from, until } = guaranteeTexts(item);
  // A bid bond may end before the contract begins, and one for `ejecucion` begins after its end.
  const isBefore = tipoGarantia !== 'seriedad' && vigenciaHasta < begins;
  const isAfter = tipoGarantia !== 'ejecucion' && ends && vigenciaDesde > ends;
  const isShort = tipoGarantia === 'cumplimiento' && vigenciaHasta < ends;
  const term = `Rige del ${from} al ${until}`;
  return [
    [
      'garantia-vigencia',
      isBefore,
      `${term}, y el contrato empieza después: ${formatDate(begins)}.`,
    ],
    ['garantia-vigencia', isAfter, `${term}, y el contrato termina antes: ${formatDate(ends)}.`],
    [
      'garantia-vigencia',
      isShort && !isBefore,
      `Vence el ${until}, antes de que termine el contrato: ${formatDate(ends)}.`,
    ],
  ];
}
