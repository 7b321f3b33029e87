import { whatHappensNext } from '#lib/domain/guarantees/copy.ts';
import {
  acceptedTitle,
  bookingStateCopy,
  conditionsTitle,
  filesText,
  filesTitle,
  issuedTitle,
  papersLine,
  paymentStateCopy,
  requestStateCopy,
  tenderLine,
  termsText,
} from '#lib/domain/leads/copy.ts';
import type { ShownEvent } from '#lib/domain/own-requests/schema.ts';
import { formatAmount, formatDateTime } from '#lib/platform/format.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

export const filesClosed =
  'Esta solicitud ya no recibe documentos. Si tienes dudas, responde el correo que te enviamos.';

type Told = {
  state: RequestState;
  answers: { garantias: readonly unknown[] };
  /** Newest first. */
  events: readonly { event: ShownEvent }[];
};

export function refusalReason({ state, events }: Omit<Told, 'answers'>): string | undefined {
  if (state !== 'rechazada') return undefined;
  const last = events.find(({ event }) => event.kind === 'state')?.event;
  return last?.kind === 'state' ? last.reason : undefined;
}

export function stateMeaning(request: Told): string {
  const { state, answers } = request;
  if (state === 'emitida' && answers.garantias.length > 1) return manyIssued;
  return refusalReason(request) ? explained : meanings[state];
}

const explained =
  'No pudimos aprobarla. Responde el correo que te enviamos si quieres ver otra alternativa.';
const manyIssued =
  'Revisa que tus garantías digan lo que piden las bases y entrégalas al beneficiario.';
const meanings: Record<RequestState, string> = {
  recibida: 'La recibimos. Un asesor la revisa y te contacta.',
  en_revision: 'Un asesor la está revisando. Si falta algo, te escribe.',
  aprobada:
    'Está aprobada y gestionamos su emisión. Si falta acordar el costo o pagarlo, aquí lo ves.',
  rechazada: 'No pudimos aprobarla. Responde el correo que te enviamos si quieres saber por qué.',
  emitida: 'Revisa que tu garantía diga lo que piden las bases y entrégala al beneficiario.',
};

/** Once it is decided, its earlier steps are over. */
export function nextSteps(request: Told, answerHours?: number): readonly string[] {
  const undecided = request.state === 'recibida' || request.state === 'en_revision';
  const isUnanswered = request.state === 'recibida' && request.events.length === 0;
  return undecided
    ? whatHappensNext(isUnanswered ? answerHours : undefined)
    : [stateMeaning(request)];
}

/** One line of a history; `text` is what a person wrote. */
export type EventLine = { title: string; text?: string | undefined };

export function shownLine(event: ShownEvent): EventLine {
  switch (event.kind) {
    case 'state':
      return { title: requestStateCopy[event.to], text: event.reason };
    case 'reply':
      return { title: `Te escribimos: ${event.subject}`, text: event.text };
    case 'conditions':
      return { title: conditionsTitle(event), text: termsText(event) };
    case 'accepted':
      return { title: acceptedTitle(event) };
    case 'issued':
      return { title: issuedTitle(event) };
    case 'tender':
      return tenderLine(event);
    case 'papers':
      return papersLine(event);
    case 'files':
      return { title: filesTitle(event), text: filesText(event) };
    case 'message':
      return { title: 'Escribiste', text: event.text };
    case 'booking': {
      const title = bookingStateCopy[event.state] ?? 'Reunión';
      if (event.startsAt === null) return { title };
      return { title: `${title}: ${formatDateTime(event.startsAt)}` };
    }
    case 'payment': {
      const title = paymentStateCopy[event.state] ?? 'Pago';
      return { title: `${title}: ${formatAmount(String(event.amount), 'pesos')}` };
    }
  }
}
