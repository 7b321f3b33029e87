import {
  closedRowText,
  findLastReply,
  isCancelled,
  nextSteps,
  refusalReason,
  repliedCopy,
  type ShownFacts,
  stateMeaningText,
} from '#lib/domain/requests/applicant/copy.ts';
import {
  applicantTasks,
  type PendingFacts,
  type PendingTasks,
  pendingText,
} from '#lib/domain/requests/applicant/rules.ts';
import { conditionsSteps } from '#lib/domain/requests/conditions/copy.ts';
import type { Conditions } from '#lib/domain/requests/conditions/schema.ts';
import { stateTitle } from '#lib/domain/requests/leads/copy.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { sendAheadText } from '#lib/domain/requests/submissions/copy.ts';
import { issueText } from '#lib/domain/requests/submissions/steps.ts';

type RequestPageFacts = Parameters<typeof nextSteps>[0] &
  Omit<PendingTasks, 'count' | 'lastDayText'> & {
    /** Replaces the text about the review if the tender takes no bids any more. */
    closed?: string | undefined;
    /** Says by when to hand in a bid bond that is issued or paid (`paidBidText`). */
    handIn?: string | null;
    /** The day of the issue, once the guarantee is paid. */
    readyOn?: string | null;
    conditions: Pick<Conditions, 'paymentRequestId'> | null;
    answers: { sistemaLicitacion: string };
  };

/**
 * Returns the top of a request's page. `issued` holds the paths of the pages of its issued
 * guarantees.
 */
export function requestPageHeader(facts: RequestPageFacts, issued: readonly string[]) {
  const { state, answers } = facts;
  const count = answers.garantias.length;
  const stateLine = isCancelled(facts) ? 'Anulaste tu solicitud' : stateTitle(state, count);
  if (isDecided(state)) {
    const ready = count === 1 ? 'Tu garantía está lista' : 'Tus garantías están listas';
    const title = state === 'emitida' && issued.length >= count ? ready : stateLine;
    const handIn = state === 'emitida' && facts.handIn;
    const lines = [handIn || '', refusalReason(facts) ?? '', stateMeaningText(facts)];
    const [onlyOne, ...otherIds] = issued;
    if (!onlyOne) return { title, lines };
    const [verb, href] =
      otherIds.length > 0 ? ['Ver tus garantías', '#garantias'] : ['Ver tu garantía', onlyOne];
    return { title, lines, todo: { verb, href } };
  }
  const todo = firstTodo(facts);
  const advanceTodo = findAdvanceTodo(facts);
  const paid = facts.payments.find((payment) => payment.state === 'paid');
  if (paid && (!todo || todo.href === '#documentos')) {
    const { amountText: amount, paidOn, receiptPath: receipt } = paid;
    // After a payment the state `recibida` says nothing new. Accepted conditions end the review.
    const isAccepted = facts.conditionsState === 'accepted' && todo === undefined;
    const lines = [
      facts.handIn ?? '',
      `${amount}, el ${paidOn}`,
      isAccepted && state !== 'aprobada'
        ? 'Gestionamos la emisión.'
        : state === 'recibida'
          ? ''
          : stateLine,
      lackingText(facts),
      facts.awaitedText,
    ];
    return { title: 'Recibimos tu pago', lines, todo, receipt };
  }
  const reply = todo ? undefined : findLastReply(facts.events);
  if (reply !== undefined) {
    const { title, ...answer } = repliedCopy;
    return { title, lines: [reply, state === 'recibida' ? '' : stateLine], todo: answer };
  }
  if (!todo)
    return {
      title: stateLine,
      lines: [reviewText(facts), advanceTodo?.title ?? ''],
      todo: advanceTodo,
    };
  return { title: todo.title, lines: [state === 'recibida' ? '' : stateLine], todo };
}

function reviewText({ state, closed, conditionsState }: RequestPageFacts): string {
  if (conditionsState === 'declined') return 'Tu asesor sabe que no aceptaste las condiciones.';
  if (closed) return closed;
  return state === 'recibida' ? 'Un asesor la revisará y te contactará.' : '';
}

function firstTodo({ conditionsState, due, sumText, missingCount }: RequestPageFacts) {
  if (conditionsState === 'open') {
    const title = 'Tienes condiciones por aceptar';
    return { title, verb: 'Ver las condiciones', href: '#condiciones' };
  }
  if (due[0]) {
    const { amountText: amount, path } = due[0];
    return { title: `Falta pagar ${sumText}`, verb: `Pagar ${amount}`, href: path };
  }
  return missingCount === 0 ? undefined : missingDocumentsTodo(missingCount);
}

export function missingDocumentsTodo(missingCount: number) {
  return { title: lackTitle(missingCount), verb: 'Ver qué falta', href: '#documentos' };
}

/** Offers to send a file before it is requested, until something else happens to the request. */
function findAdvanceTodo({ sendableAhead, events, answers }: RequestPageFacts) {
  if (sendableAhead.length === 0 || events.length > 0) return undefined;
  const title = sendAheadText(answers.sistemaLicitacion);
  return { title, verb: 'Adelantar un documento', href: '#documentos', forEditors: true };
}

function lackTitle(missingCount: number): string {
  return missingCount === 1 ? 'Falta un documento' : `Faltan ${missingCount} documentos`;
}

/** Says what is missing before the guarantees can be issued, or returns an empty text. */
function lackingText({ state, conditionsState, answers, todos }: RequestPageFacts): string {
  const isReviewed =
    state === 'aprobada' || ['accepted', 'open', 'declined'].includes(conditionsState);
  const waitTexts = [
    ...todos,
    ...(isReviewed ? [] : ['que un asesor termine de revisar tu solicitud']),
  ];
  if (waitTexts.length === 0) return '';
  const guaranteesText = answers.garantias.length === 1 ? 'tu garantía' : 'tus garantías';
  return `Para emitir ${guaranteesText} falta ${new Intl.ListFormat('es-CL').format(waitTexts)}.`;
}

/**
 * Returns the next steps on a request's page. A decided request has none, because the top of the
 * page says what its state means.
 */
export function requestPageSteps(
  facts: RequestPageFacts,
  soon?: string,
  issueDays?: number,
): readonly string[] {
  const { state, conditionsState, payments, conditions, due } = facts;
  if (isDecided(state)) return [];
  const paymentRequestId = conditions?.paymentRequestId;
  const lastPayment = payments.find(({ id, paidOn }) =>
    paymentRequestId ? id === paymentRequestId : paidOn,
  );
  // Without conditions, the price is agreed once the request is approved.
  const isAgreed =
    conditionsState === 'accepted' || (conditionsState === 'closed' && state === 'aprobada');
  if (isAgreed && lastPayment?.state === 'refunded') {
    return ['Devolvimos el pago. Si tienes dudas, responde el correo que te enviamos.'];
  }
  const lack = lackingText(facts);
  if (conditionsState !== 'open' && due.length === 0 && lastPayment?.state === 'paid') {
    const receivedText = `Recibimos ${lastPayment.payer ? 'el' : 'tu'} pago el ${lastPayment.paidOn}`;
    return lack
      ? [`${receivedText}.`, lack, `Con eso ${issueText(issueDays, facts.readyOn)}`]
      : [`${receivedText}; ahora ${issueText(issueDays, facts.readyOn)}`];
  }
  const conditionSteps = conditionsSteps(conditionsState, issueDays);
  return conditionSteps
    ? [lack, ...conditionSteps].filter(Boolean)
    : nextSteps(facts, soon, issueDays);
}

type ListedRequest = ShownFacts &
  PendingFacts &
  Parameters<typeof closedRowText>[0] & { answers: { sistemaLicitacion: string } };

/**
 * Returns the stage of a request for lists. Conditions and payments are more recent than the state,
 * which the team changes later.
 */
export function listedStage(request: ListedRequest, now: number) {
  const tasks = applicantTasks(request, now);
  const closedText = closedRowText(request, now);
  const isPaid = tasks.payments.some(({ state }) => state === 'paid');
  const isAgreed = !isDecided(request.state) && (isPaid || tasks.conditionsState === 'accepted');
  const agreedText = isPaid ? 'Pagada' : 'Condiciones aceptadas';
  const [step] = isAgreed ? requestPageSteps({ ...request, ...tasks }) : [];
  return {
    pending: pendingText(tasks),
    stage: isCancelled(request) ? 'Anulada' : isAgreed && tasks.count === 0 ? agreedText : null,
    meaning: step ?? closedText ?? stateMeaningText(request),
  };
}
