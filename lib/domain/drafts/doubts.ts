import type { Place } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers, DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import type { StepId } from '#lib/domain/drafts/steps.ts';
import { type DraftTender, pageAmount, type Question } from '#lib/domain/drafts/view.ts';
import { guaranteeParts } from '#lib/domain/guarantees/view.ts';
import { utm } from '#lib/domain/law/copy.ts';
import { procurementLaw, tenderTypes } from '#lib/domain/law/rules.ts';
import { AWARDED, DESERTED, REVOKED, tenderStates } from '#lib/domain/marketplace/rules.ts';
import { formatAmount, formatDate, isoDay } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import type { Env } from '#lib/platform/config/env.ts';
import { meantEmail } from '#lib/platform/mail/email-slips.ts';
import { DAY } from '#lib/platform/process/durations.ts';

type Known = { tender: DraftTender | null; uf: Env['uf'] };
/** The page of an answer, whether it is asked about, and the words. */
type Row = [StepId, unknown, string];

/** Fewer days of validity than a buyer needs to decide. */
const SHORTEST_DAYS = 15;
/** Pesos that a unit is worth at least; the setting knows the UF better. */
const LEAST = { pesos: 1, UF: 38_000, USD: 700 };
/** Pesos of a UTM, more than it was ever worth, so that no likely amount is asked about. */
const UTM = 75_000;
const percents: Record<string, number> = {
  seriedad: procurementLaw.seriedad.maxPercent,
  cumplimiento: procurementLaw.cumplimiento.percent,
};

/** All that the review asks once. Each repeats its answers, so a changed answer is asked about again. */
export function questionsOn({ values, garantias }: DraftAnswers, known: Known): Question[] {
  const { email, sistemaLicitacion, rutEmpresaOferente: bidder, rutMandantePrivados } = values;
  const isPublic = sistemaLicitacion === 'chilecompra';
  const { buyerRut, buyerName } = known.tender?.facts ?? {};
  const { nombreEmpresaOferente: offeror, nombreEmpresaContratista: contractor } = values;
  const builder = values.rutEmpresaContratista;
  const isBuyer = bidder && [values.rutInstitucion, buyerRut].includes(bidder);
  const isPrincipal = builder && builder === rutMandantePrivados;
  const rows: Row[] = [
    ['contacto', meantEmail(email), `Escribiste ${email}. ¿Quisiste decir ${meantEmail(email)}?`],
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
  ];
  const ask = (asked: Row[], about: Omit<Place, 'step'> = {}) =>
    asked.flatMap(([step, isDoubtful, text]) =>
      isDoubtful ? [{ place: { step, ...about }, text }] : [],
    );
  return [...ask(rows), ...garantias.flatMap((item) => ask(rowsOf(item, known), { g: item.id }))];
}

/** Those that the person has not confirmed. */
export function openQuestions(answers: DraftAnswers, known: Known): Question[] {
  return questionsOn(answers, known).filter(({ text }) => !answers.confirmed?.includes(text));
}

function rowsOf(item: DraftGuarantee, known: Known): Row[] {
  const { amount, type, from, until } = guaranteeParts(item);
  const { vigenciaDesde = '', vigenciaHasta = '', montoGarantia: decimal = '' } = item;
  const { closesAt = null, stateCode } = known.tender?.facts ?? {};
  // A bid bond that is extended outlives the closing and the award.
  const isBid = item.tipoGarantia === 'seriedad' && !item.renews;
  const isOver = [AWARDED, DESERTED, REVOKED].some((code) => code === stateCode);
  const pesos = pesosOf(decimal, item.monedaGarantia, known.uf);
  const passed = limitsOf(item, known).find((limit) => pesos >= 2 * limit.pesos);
  const closing = closesAt === null ? '' : isoDay(closesAt);
  const closes = formatDate(closing);
  const days = (Date.parse(vigenciaHasta) - Date.parse(vigenciaDesde)) / DAY + 1;
  const late = closing && isBid && vigenciaDesde > closing;
  const early = vigenciaHasta < closing;
  const count = days === 1 ? 'un día' : `${days} días`;
  const state = tenderStates[stateCode ?? 0]?.toLowerCase();
  const inPesos = `${formatAmount(pesos.toFixed(), 'pesos')}, con la UF del ${formatDate(known.uf?.day ?? '')}`;
  return [
    ['garantia-tipo', isBid && isOver, `Pides una ${type}, y la licitación ya está ${state}.`],
    ['garantia-monto', passed, `Pides ${amount} de ${type}, y ${passed?.words}.`],
    ['garantia-monto', known.uf && item.monedaGarantia === 'UF', `${amount} son ${inPesos}.`],
    ['garantia-vigencia', late, `Rige desde el ${from}, y la licitación cierra antes: ${closes}.`],
    [
      'garantia-vigencia',
      early,
      `Vence el ${until}, antes de que cierre la licitación: ${closes}.`,
    ],
    ['garantia-vigencia', days < SHORTEST_DAYS, `Rige solo ${count}, del ${from} al ${until}.`],
  ];
}

type Name = string | null | undefined;

/** Capitals, accents, dots and spaces make no other name. */
function isSameName(name: Name, ...others: Name[]): boolean {
  const plain = (text: Name) =>
    (text ?? '')
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  return plain(name) !== '' && others.some((other) => plain(other) === plain(name));
}

/**
 * What the tender's page asks for, and what the law allows of the estimated amount, where known; else
 * the whole amount that a tender of its type has at most.
 */
function limitsOf({ tipoGarantia: type = 'seriedad' }: DraftGuarantee, { tender, uf }: Known) {
  const { asked = [], facts } = tender ?? {};
  const estimate = facts?.currency === 'CLP' ? (facts.amount ?? 0) : 0;
  const ofPage = asked.filter(({ tipo }) => tipo === type);
  const limits = ofPage.map((one) => ({
    pesos: one.moneda === '%' ? share(Number(one.monto)) : pesosOf(one.monto, one.moneda, uf),
    words: `la ficha pide ${pageAmount(one)}`,
  }));
  const highest = limits.sort((a, b) => b.pesos - a.pesos).slice(0, 1);
  const percent = percents[type] ?? 0;
  const words = `la ley permite el ${percent} % del monto: ${formatAmount(share(percent).toFixed(), 'pesos')}`;
  const most = (estimate === 0 && tenderTypes[tender?.type ?? '']?.belowUtm) || 0;
  const band = `una licitación ${tender?.type} llega hasta ${utm(most)}`;
  const ofType = { pesos: most * UTM, words: band };
  return [...highest, { pesos: share(percent), words }, ofType].filter(({ pesos }) => pesos > 0);

  function share(percents: number): number {
    return (estimate * percents) / 100;
  }
}

function pesosOf(amount: string | null, unit: string | null | undefined, uf: Known['uf']): number {
  const worth: Record<string, number> = { ...LEAST, ...(uf && { UF: uf.pesos }) };
  return Number(amount) * (worth[unit ?? ''] ?? 0);
}
