import type { ConditionsState } from '#lib/domain/requests/conditions/rules.ts';
import { eventKindsThatAnswer, isDecided } from '#lib/domain/requests/leads/rules.ts';
import type { ShownEvent } from '#lib/domain/requests/leads/schema.ts';
import { attachmentLabel } from '#lib/domain/requests/submissions/copy.ts';
import { newRequestSteps } from '#lib/domain/requests/submissions/steps.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import { formatDay } from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

export const filesClosedText =
  'Esta solicitud ya no recibe documentos. Si tienes dudas, responde el correo que te enviamos.';

export const staysWithTeamText =
  'Tu asesor ya trabaja con ese documento. Escríbele aquí si no lo debe usar.';

export const actRefusals = {
  issued: 'Esta solicitud ya se emitió, así que no se puede anular. Escríbele a tu asesor.',
  agreed:
    'Ya aceptaste las condiciones o hay un pago, así que aquí no se puede anular. Escríbele a tu asesor y lo ve contigo.',
} as const;

/**
 * Says whether the documents are complete, because the time of an issue depends on that. Once the
 * team has requested documents by name, documents that it did not request no longer count.
 */
export function filesText(
  { missingCount, sendableAhead }: { missingCount: number; sendableAhead: readonly UploadKind[] },
  request: {
    requestedDocuments: readonly unknown[];
    answers: Pick<StoredAnswers, 'sistemaLicitacion'>;
  },
): string {
  if (missingCount > 0) {
    return `Documentos: ${missingCount === 1 ? 'falta 1' : `faltan ${missingCount}`} de los que te pidió tu asesor.`;
  }
  if (request.requestedDocuments.length > 0 || sendableAhead.length === 0)
    return 'Documentos: completos, según lo pedido hasta ahora.';
  const names = sendableAhead.map((kind) =>
    attachmentLabel(kind, request.answers.sistemaLicitacion).toLowerCase(),
  );
  return `Documentos: falta ${new Intl.ListFormat('es-CL').format(names)}.`;
}

/**
 * Says how to correct an error in the request, or returns undefined once the request is decided.
 */
export function correctionText(
  { state }: { state: RequestState },
  offer: ConditionsState,
): string | undefined {
  if (isDecided(state)) return undefined;
  return offer === 'accepted'
    ? 'Ya aceptaste las condiciones. Si un dato está mal, dinos cuál y cómo debe quedar: tu asesor te envía condiciones nuevas, que aceptas otra vez.'
    : 'Si un dato está mal, dinos cuál y cómo debe quedar. Tu asesor lo corrige en las condiciones, que revisas antes de aceptarlas.';
}

export type ShownFacts = {
  state: RequestState;
  answers: { garantias: readonly unknown[] };
  /** The newest event comes first. */
  events: readonly { event: ShownEvent }[];
};

/**
 * If the request ended without an issued guarantee, returns the event that refused or cancelled it.
 */
function findEndEvent({ state, events }: Omit<ShownFacts, 'answers'>) {
  if (state !== 'rechazada') return undefined;
  const last = events.find(({ event }) => event.kind === 'state')?.event;
  return last?.kind === 'state' ? last : undefined;
}

export function refusalReason(request: Omit<ShownFacts, 'answers'>): string | undefined {
  return findEndEvent(request)?.reason;
}

export function isCancelled(request: Omit<ShownFacts, 'answers'>): boolean {
  return findEndEvent(request)?.isCancelled === true;
}

export function stateMeaningText(request: ShownFacts): string {
  const { state, answers } = request;
  if (state === 'emitida' && answers.garantias.length > 1) return manyIssuedText;
  if (isCancelled(request)) return cancelledText;
  return refusalReason(request) ? explainedText : stateMeanings[state];
}

export type BidFacts = Pick<ShownFacts, 'state'> & { answers: Pick<StoredAnswers, 'garantias'> };

/** Returns whether the request is undecided and for a bid bond whose tender takes no bids now. */
function isClosedBid(
  { state, answers }: BidFacts,
  closesAt: number | null | undefined,
  now: number,
): closesAt is number {
  const isBid = answers.garantias.some(
    (guarantee) => guarantee.tipoGarantia === 'seriedad' && !guarantee.renews,
  );
  return isBid && !isDecided(state) && Boolean(closesAt) && Number(closesAt) <= now;
}

type ClosingFacts = BidFacts & {
  closesAt: number | null;
  isTenderSuspended: boolean;
  events: readonly { at: number; event: ShownEvent }[];
};

/**
 * Returns the closing of a listed request's tender, or undefined if it is open. What to do about it
 * stands once above the list (`closedTendersCopy`), unless the applicant has written since.
 */
export function closedRowText(request: ClosingFacts, now: number): string | undefined {
  const { closesAt, isTenderSuspended, events } = request;
  if (!isClosedBid(request, closesAt, now)) return undefined;
  const hasWritten = events.some(({ at, event }) => event.kind === 'message' && at > closesAt);
  const closingText = isTenderSuspended
    ? 'Licitación suspendida.'
    : `La licitación cerró el ${formatDay(closesAt)}.`;
  return hasWritten ? `${closingText} Ya le escribiste a tu asesor.` : closingText;
}

export const closedTendersCopy = {
  title: (count: number) =>
    count === 1
      ? 'Una licitación ya no recibe ofertas'
      : `${count} licitaciones ya no reciben ofertas`,
  advice: 'Si el ID es otro o ya ofertaste, escríbele a tu asesor.',
};

/**
 * Says that the tender of an undecided bid bond takes no bids any more, or returns undefined.
 * `closesAt` (ms) is null if no closing is known.
 */
export function closedTenderText(
  { state, answers }: BidFacts,
  closesAt: number | null | undefined,
  now: number,
): string | undefined {
  if (!isClosedBid({ state, answers }, closesAt, now)) return undefined;
  return 'Su licitación ya no recibe ofertas: cerró o está suspendida. Si el ID es otro o ya ofertaste, avísale a tu asesor.';
}

const cancelledText =
  'Ya no la revisamos ni te pedimos nada. Si la necesitas, escríbele a tu asesor.';
const explainedText =
  'No pudimos aprobarla. Responde el correo que te enviamos si quieres ver otra alternativa.';
const manyIssuedText =
  'Revisa que tus garantías digan lo que piden las bases o el contrato y entrégalas al beneficiario.';
const stateMeanings: Record<RequestState, string> = {
  recibida: 'La recibimos. Un asesor la revisa y te contacta.',
  en_revision: 'Un asesor la está revisando. Si falta algo, te escribe.',
  aprobada:
    'Está aprobada y gestionamos su emisión. Si falta acordar el costo o pagarlo, aquí lo ves.',
  rechazada: 'No pudimos aprobarla. Responde el correo que te enviamos si quieres saber por qué.',
  emitida:
    'Revisa que tu garantía diga lo que piden las bases o el contrato y entrégala al beneficiario.',
};

/**
 * Kinds of events that continue the conversation. After one of them, the notice of a reply is no
 * longer shown.
 */
const conversationKinds: readonly string[] = [
  'reply',
  'message',
  'files',
  'state',
  'conditions',
  'papers',
];

/** Returns the text of a reply if it is the newest event (the first) of the conversation. */
export function findLastReply(events: ShownFacts['events']): string | undefined {
  const newest = events.find(({ event }) => conversationKinds.includes(event.kind))?.event;
  return newest?.kind === 'reply' ? newest.text : undefined;
}

export const repliedCopy = {
  title: 'Un asesor te respondió',
  verb: 'Responder',
  href: '#mensaje',
} as const;

/** Returns what happens next. For a decided request, this is only what its state means. */
export function nextSteps(
  request: ShownFacts,
  soon?: string,
  issueDays?: number,
): readonly string[] {
  const isUndecided = request.state === 'recibida' || request.state === 'en_revision';
  const isUnanswered = !request.events.some(({ event }) =>
    eventKindsThatAnswer.includes(event.kind),
  );
  return isUndecided
    ? newRequestSteps(isUnanswered ? soon : undefined, issueDays)
    : [stateMeaningText(request)];
}
