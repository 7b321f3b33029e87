import { requestPath } from '#lib/domain/payments/links.ts';
import type { Payment, PaymentRequest } from '#lib/domain/payments/reads.ts';
import { partRefunded, pesos, requestState } from '#lib/domain/payments/view.ts';
import { formatDay } from '#lib/platform/format.ts';

export type AskedPayment = Pick<
  PaymentRequest,
  'id' | 'amount' | 'description' | 'email' | 'createdAt' | 'expiresAt' | 'paidBy'
> & { paymentState: Payment['state'] | null; paidAt: number | null; refunded: number | null };

/** As the page of the request shows it. Its payer is named where it is not the applicant. */
export function askedPayment(asked: AskedPayment, { now, to }: { now: number; to: string }) {
  const { id, amount, description, email, paymentState, paidAt, refunded } = asked;
  const state = requestState(asked, paymentState, now);
  const paid = paidAt !== null && (state === 'paid' || state === 'refunded');
  const day = paid ? `Pagado el ${formatDay(paidAt)}` : `Hasta el ${formatDay(asked.expiresAt)}`;
  const back = partRefunded(state, refunded);
  return {
    id,
    state,
    amount: pesos(amount),
    description,
    payer: email === to.toLowerCase() ? null : email,
    day: back ? `${day}. ${back}.` : paid || state === 'waiting' ? day : null,
    path: requestPath(id),
  };
}
