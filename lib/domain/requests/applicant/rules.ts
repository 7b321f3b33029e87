import { paymentRequestPath } from '#lib/domain/payments/links.ts';
import type { Payment, PaymentRequest } from '#lib/domain/payments/reads/payments.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import {
  attemptStartText,
  type OpenAttempt,
  paymentPath,
  paymentRequestState,
  refundedPartText,
} from '#lib/domain/payments/view.ts';
import { conditionsStateOf } from '#lib/domain/requests/conditions/rules.ts';
import type { Conditions } from '#lib/domain/requests/conditions/schema.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { awaitedText } from '#lib/domain/requests/requested-documents/copy.ts';
import {
  documentsInStates,
  type RequestedDocument,
} from '#lib/domain/requests/requested-documents/rules.ts';
import { hasBidBond } from '#lib/domain/requests/submissions/rules.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatPesos,
  isoDay,
} from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

export type RequestedPayment = Pick<
  PaymentRequest,
  'id' | 'amount' | 'description' | 'email' | 'createdAt' | 'expiresAt' | 'reservedBy'
> & {
  held?: number;
  paymentState: Payment['state'] | null;
  paidAt: number | null;
  refunded: number | null;
  /** Buy order of the charged payment. */
  order: string | null;
  /** Account that paid, or `GUEST_ACCOUNT_ID`. */
  paidAs: string | null;
  attempt?: OpenAttempt | null;
};

type PaymentContext = {
  now: number;
  to: string;
  me?: string | undefined;
  /** When the tender of a bid bond closes (ms), or null. */
  closesAt?: number | null;
};

/** Describes a requested payment for the page of its request. `payer` is null for the applicant. */
export function describeRequestedPayment(
  payment: RequestedPayment,
  { now, to: applicantEmail, me: accountId, closesAt }: PaymentContext,
) {
  const { id, amount, description, email, paymentState, paidAt, refunded } = payment;
  const { order, paidAs } = payment;
  const state = paymentRequestState(payment, paymentState, now);
  const isPaid = paidAt !== null && (state === 'paid' || state === 'refunded');
  const untilText = payUntilText(payment, { now, closesAt });
  const dayText = isPaid ? `Pagado el ${formatDay(paidAt)}` : untilText;
  const refundText = refundedPartText(state, refunded);
  const isDated = isPaid || state === 'waiting';
  const payer = email === applicantEmail ? null : email;
  const isOpenToApplicant = payer === null && payment.expiresAt > now;
  return {
    id,
    state,
    amountText: formatPesos(amount),
    amount: amount,
    /** Last day to pay. */
    lastIsoDay: isoDay(payment.expiresAt),
    paidOn: isPaid ? formatDay(paidAt) : null,
    paidAt,
    description,
    payer,
    /** Path of the receipt. Null if nothing was charged, or if somebody else paid. */
    receiptPath:
      order && paidAs === GUEST_ACCOUNT_ID && isOpenToApplicant
        ? `${paymentRequestPath(id)}/comprobante?orden=${order}`
        : order && accountId && paidAs === accountId
          ? `${paymentPath(order)}/comprobante`
          : null,
    /** Path of the page of the payment, for the person who made it with an account. */
    pagePath: order && accountId && paidAs === accountId ? paymentPath(order) : null,
    dayText: refundText ? `${dayText}. ${refundText}.` : isDated ? dayText : heldText(state),
    path: paymentRequestPath(id),
    /**
     * True if the request cannot be cancelled, because it is paid or a payment is open or in
     * review.
     */
    isBinding: Boolean(payment.attempt) || ['paid', 'paying', 'review'].includes(state),
    /** Says that somebody is paying, so that nobody pays twice. */
    attemptText:
      payment.attempt && (state === 'waiting' || state === 'paying')
        ? `Hay un pago sin confirmar ${attemptStartText(payment.attempt, now)}: espera antes de pagar otra vez.`
        : null,
  };
}

/** Says by which day to pay. For a bid bond, that is the tender's closing at the latest. */
function payUntilText(
  { createdAt, expiresAt }: RequestedPayment,
  { now, closesAt }: Pick<PaymentContext, 'now' | 'closesAt'>,
): string {
  const isLimit = closesAt && closesAt > createdAt && closesAt < expiresAt;
  if (!isLimit) return `Hasta el ${formatDay(expiresAt)}`;
  const closes = closesAt > now ? 'cierra' : 'cerró';
  return `Hasta el ${formatDateTime(closesAt)}, cuando ${closes} la licitación`;
}

const heldText = (state: string) =>
  state === 'held' ? 'Lo pagas después de aceptar las condiciones.' : null;

export type PendingFacts = {
  state: RequestState;
  /** The state as the team sees it. The applicant may not have been notified of it yet. */
  teamState: RequestState;
  /** The present e-mail of the applicant. `answers` keeps the typed one. */
  email: string;
  unsentKinds: readonly UploadKind[];
  requestedDocuments: readonly RequestedDocument[];
  answers: Pick<StoredAnswers, 'garantias'>;
  /** When the tender closes (ms), or null if that is not known here. */
  closesAt: number | null;
  conditions: Conditions | null;
  paymentRequests: readonly RequestedPayment[];
};

/** Whether a file may be withdrawn: it was added later, and the team has not answered since. */
export function mayWithdraw(
  { addedAt }: { addedAt: number | null },
  { teamState, answeredAt }: { teamState: RequestState; answeredAt: number | null },
): boolean {
  return addedAt !== null && !isDecided(teamState) && (answeredAt ?? 0) < addedAt;
}

/** Returns whether the applicant may cancel: neither decided, accepted nor paid. */
export function mayCancel(
  { teamState }: { teamState: RequestState },
  { conditionsState, payments }: Pick<PendingTasks, 'conditionsState' | 'payments'>,
): boolean {
  const isBound = payments.some(({ isBinding }) => isBinding);
  return !isDecided(teamState) && conditionsState !== 'accepted' && !isBound;
}

export type PendingTasks = ReturnType<typeof applicantTasks>;

/** Returns what the applicant has to do, for the page of the request, the list and the panel. */
export function applicantTasks(request: PendingFacts, now: number, accountId?: string) {
  const { state, teamState, conditions } = request;
  const closesAt = hasBidBond(request.answers.garantias) ? request.closesAt : null;
  const payments = request.paymentRequests.map((payment) =>
    describeRequestedPayment(payment, { now, to: request.email, me: accountId, closesAt }),
  );
  const conditionsState = conditions
    ? conditionsStateOf(conditions, teamState, now, state)
    : 'closed';
  const missingDocuments = isDecided(state)
    ? []
    : documentsInStates(['missing'], request.requestedDocuments, now);
  const missingCount = missingDocuments.length;
  const duePayments = payments.filter((payment) => payment.state === 'waiting');
  const sumText = formatPesos(duePayments.reduce((total, { amount: price }) => total + price, 0));
  const isOpen = conditionsState === 'open';
  return {
    conditionsState,
    payments,
    missingCount,
    awaitedText: isDecided(state) ? '' : awaitedText(missingDocuments, now),
    /** Files that may be sent before they are requested. */
    sendableAhead: isDecided(state) ? [] : request.unsentKinds,
    due: duePayments,
    sumText,
    /** Last day to send the requested documents. */
    lastDayText: missingDocuments[0] ? formatDate(missingDocuments[0].until) : null,
    count: (isOpen ? 1 : 0) + missingCount + duePayments.length,
    todos: [
      ...(isOpen ? ['aceptar las condiciones'] : []),
      ...(missingCount > 0
        ? [missingCount === 1 ? 'enviar un documento' : `enviar ${missingCount} documentos`]
        : []),
      ...(duePayments.length > 0 ? [`pagar ${sumText}`] : []),
    ],
  };
}

/** Returns all that the applicant has to do as one sentence, or null if that is nothing. */
export function pendingText({
  count,
  todos,
}: Pick<PendingTasks, 'count' | 'todos'>): string | null {
  if (count === 0) return null;
  return `${formatCount(count, 'pendiente', 'pendientes')}: ${new Intl.ListFormat('es-CL').format(todos)}.`;
}
