import { whatHappensNext } from '#lib/domain/guarantees/copy.ts';
import { bookingStateCopy, paymentStateCopy, requestStateCopy } from '#lib/domain/leads/copy.ts';
import type { ShownEvent } from '#lib/domain/own-requests/schema.ts';
import { formatAmount, formatDateTime } from '#lib/platform/format.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

export const stateMeaning: Record<RequestState, string> = {
  recibida: 'La recibimos. Un asesor la revisa y te contacta.',
  en_revision: 'Un asesor la está revisando. Si falta algo, te escribe.',
  aprobada: 'Está aprobada. Tu asesor confirma contigo las condiciones antes de emitirla.',
  rechazada: 'No pudimos aprobarla. Responde el correo que te enviamos si quieres saber por qué.',
  emitida: 'Tu garantía está emitida. Te la enviamos por separado.',
};

/** Once it is decided, what was expected before is over. */
export function nextSteps(state: RequestState): readonly string[] {
  const undecided = state === 'recibida' || state === 'en_revision';
  return undecided ? whatHappensNext : [stateMeaning[state]];
}

export function shownLine(event: ShownEvent): string {
  switch (event.kind) {
    case 'state':
      return requestStateCopy[event.to];
    case 'booking': {
      const title = bookingStateCopy[event.state] ?? 'Reunión';
      return event.startsAt === null ? title : `${title}: ${formatDateTime(event.startsAt)}`;
    }
    case 'payment': {
      const title = paymentStateCopy[event.state] ?? 'Pago';
      return `${title}: ${formatAmount(String(event.amount), 'pesos')}`;
    }
  }
}
