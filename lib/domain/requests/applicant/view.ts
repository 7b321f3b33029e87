import { requestPath } from '#lib/domain/payments/links.ts';
import type { Payment, PaymentRequest } from '#lib/domain/payments/reads.ts';
import { GUEST } from '#lib/domain/payments/rules.ts';
import { partRefunded, paymentPath, pesos, requestState } from '#lib/domain/payments/view.ts';
import { nextSteps, refusalReason, stateMeaning } from '#lib/domain/requests/applicant/copy.ts';
import { stateTitle } from '#lib/domain/requests/leads/copy.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { offerSteps } from '#lib/domain/requests/offers/copy.ts';
import type { ConditionsState } from '#lib/domain/requests/offers/rules.ts';
import type { Conditions } from '#lib/domain/requests/offers/schema.ts';
import { formatDay } from '#lib/platform/chile/format.ts';

export type RequestedPayment = Pick<
  PaymentRequest,
  'id' | 'amount' | 'description' | 'email' | 'createdAt' | 'expiresAt' | 'paidBy'
> & {
  held?: number;
  paymentState: Payment['state'] | null;
  paidAt: number | null;
  refunded: number | null;
  /** Order of what was charged, and the account that paid it, empty without one. */
  order: string | null;
  paidAs: string | null;
};

/** Describes it for the page of the request. Another payer than the applicant is named. */
export function requestedPayment(
  requested: RequestedPayment,
  { now, to, me }: { now: number; to: string; me?: string | undefined },
) {
  const { id, amount, description, email, paymentState, paidAt, refunded } = requested;
  const { order, paidAs } = requested;
  const state = requestState(requested, paymentState, now);
  const paid = paidAt !== null && (state === 'paid' || state === 'refunded');
  const day = paid
    ? `Pagado el ${formatDay(paidAt)}`
    : `Hasta el ${formatDay(requested.expiresAt)}`;
  const back = partRefunded(state, refunded);
  const payer = email === to.toLowerCase() ? null : email;
  const isTheirs = payer === null && requested.expiresAt > now;
  return {
    id,
    state,
    amount: pesos(amount),
    price: amount,
    paidOn: paid ? formatDay(paidAt) : null,
    description,
    payer,
    /** The applicant received this receipt by mail too. Another payer's receipt is theirs alone. */
    receipt:
      order && paidAs === GUEST && isTheirs
        ? `${requestPath(id)}/comprobante?orden=${order}`
        : order && me && paidAs === me
          ? `${paymentPath(order)}/comprobante`
          : null,
    day: back ? `${day}. ${back}.` : paid || state === 'waiting' ? day : heldDay(state),
    path: requestPath(id),
  };
}

const heldDay = (state: string) =>
  state === 'held' ? 'Lo pagas después de aceptar las condiciones.' : null;

type Moment = Parameters<typeof nextSteps>[0] & {
  lacks: number;
  conditions: Pick<Conditions, 'paymentRequestId'> | null;
  offer: ConditionsState;
  payments: readonly ReturnType<typeof requestedPayment>[];
};

/** Returns the head of a request's page; `issued` holds the addresses of its guarantees. */
export function headOf(moment: Moment, issued: readonly string[]) {
  const { state, answers } = moment;
  const count = answers.garantias.length;
  const stands = stateTitle(state, count);
  if (isDecided(state)) {
    const ready = count === 1 ? 'Tu garantía está lista' : 'Tus garantías están listas';
    const title = state === 'emitida' && issued.length >= count ? ready : stands;
    const lines = [refusalReason(moment) ?? '', stateMeaning(moment)];
    const [only, ...more] = issued;
    if (!only) return { title, lines };
    const [verb, href] =
      more.length > 0 ? ['Ver tus garantías', '#garantias'] : ['Ver tu garantía', only];
    return { title, lines, todo: { verb, href } };
  }
  const todo = firstTodo(moment);
  const paid = moment.payments.find((one) => one.state === 'paid');
  if (paid && (!todo || todo.href === '#documentos')) {
    const { amount, paidOn, receipt } = paid;
    const lines = [`${amount}, el ${paidOn}`, stands, todo?.title ?? ''];
    return { title: 'Recibimos tu pago', lines, todo, receipt };
  }
  // A person who has just sent the request reads that it arrived.
  if (!todo || (todo.href === '#documentos' && moment.events.length === 0)) {
    return { title: stands, lines: [reviewed(moment), todo?.title ?? ''], todo };
  }
  return { title: todo.title, lines: [stands], todo };
}

function reviewed({ state }: Moment): string {
  return state === 'recibida' ? 'Un asesor la revisará y te contactará.' : '';
}

function firstTodo({ offer, payments, lacks }: Moment) {
  if (offer === 'open') {
    const title = 'Tienes condiciones por aceptar';
    return { title, verb: 'Ver las condiciones', href: '#condiciones' };
  }
  const due = payments.filter(({ state }) => state === 'waiting');
  if (due[0]) {
    const { amount, path } = due[0];
    const sum = due.reduce((all, { price }) => all + price, 0);
    return { title: `Falta pagar ${pesos(sum)}`, verb: `Pagar ${amount}`, href: path };
  }
  if (lacks === 0) return undefined;
  const title = lacks === 1 ? 'Falta un documento' : `Faltan ${lacks} documentos`;
  return { title, verb: 'Ver qué falta', href: '#documentos' };
}

/** Returns the next steps. A decided request has none, because the head of its page covers them. */
export function stepsOf(moment: Moment, answerHours?: number): readonly string[] {
  const { state, offer, payments, conditions } = moment;
  if (isDecided(state)) return [];
  const wanted = conditions?.paymentRequestId;
  const last = payments.find(({ id, paidOn }) => (wanted ? id === wanted : paidOn));
  // A request without conditions is approved before it is paid.
  const isAgreed = offer === 'accepted' || (offer === 'closed' && state === 'aprobada');
  if (isAgreed && last?.state === 'refunded') {
    return ['Devolvimos el pago. Si tienes dudas, responde el correo que te enviamos.'];
  }
  const isDue = payments.some((one) => one.state === 'waiting');
  if (isAgreed && !isDue && last?.state === 'paid') {
    const what = `Recibimos ${last.payer ? 'el' : 'tu'} pago el ${last.paidOn}`;
    return [`${what}; ahora gestionamos la emisión y te avisamos por correo cuando esté lista.`];
  }
  const steps = offerSteps[offer] ?? nextSteps(moment, answerHours);
  return steps.map((step) => step.replace('en la página de tu solicitud', 'aquí'));
}
