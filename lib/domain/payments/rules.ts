import type { PaymentEvent } from '#lib/domain/payments/machine.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import type { Lease } from '#lib/platform/process/leases.ts';
import type { WebpayTransaction } from '#lib/platform/webpay/webpay.ts';

/** The form lives 5 minutes (another sentence of the documentation says 10). */
export const OPEN_MS = 15 * MINUTE;
/** How long a token can be shown to the provider again: the shorter of the two. */
export const TOKEN_MS = 5 * MINUTE;
/** A commit that failed may be repeated for as long as the provider may still take it. */
export const RECOMMIT_MS = 10 * MINUTE;
/** After a commit of unknown outcome the sweeper looks soon: a person is waiting. */
export const LOOK_AGAIN_MS = 30_000;
/** A refund that the provider does not show by then was not given: it may work on one for a while. */
export const REFUND_UNSEEN_MS = 5 * MINUTE;
/** Longer than a commit and a status together (15 s each), so that no other process asks meanwhile. */
export const leaseOf = (id: number): Lease => ({ name: `payment:${id}`, ms: 45_000 });
export const STATUS_DAYS = 7;
export const REQUEST_DAYS = 30;

type Span = { createdAt: number; expiresAt: number };

/** By its creation alone: the clock of another instance may be behind the one that ended it. */
export function wasEndedByHand({ createdAt, expiresAt }: Span): boolean {
  return expiresAt < createdAt + REQUEST_DAYS * DAY;
}

export function isRequestOver(request: Span, now: number): boolean {
  return request.expiresAt <= now || wasEndedByHand(request);
}

/** Whether what goes back in all is more than one admin may give back alone (`REFUND_SECOND_ADMIN_CLP`). */
export function needsSecondAdmin(
  payment: { refundedAmount: number },
  { amount, most }: Record<'amount' | 'most', number>,
) {
  return payment.refundedAmount + amount > most;
}

export function requestLane(requestId: string): string {
  return `payment-request:${requestId}/mail`;
}

/** `accountId` of what a guest paid by the link of its request. */
export const GUEST = '';
const LONGEST_WAIT = HOUR;
/** An outage ends within a day; a silence that lasts longer after the 7 days will not end. */
const SILENCE_MS = DAY;

/** Seven days after the payment the provider no longer knows its token. */
export function isLostRefund(
  { createdAt, askedAt, certain }: { createdAt: number; askedAt: number; certain: boolean },
  now: number,
): boolean {
  if (now < createdAt + STATUS_DAYS * DAY) return false;
  return certain || now >= askedAt + SILENCE_MS;
}

/** What the provider's answer means for a payment of ours; null: not decided there yet. */
type Finding = Extract<PaymentEvent, 'approved' | 'rejected' | 'mismatched' | 'undone'> | null;

/** Approved: AUTHORIZED or CAPTURED, code 0, our amount and order (Webpay Plus reference). */
export function judgeAnswer(
  ours: { amount: number; buyOrder: string },
  theirs: Pick<WebpayTransaction, 'status' | 'responseCode' | 'amount' | 'buyOrder'>,
): Finding {
  const same = theirs.amount === ours.amount && theirs.buyOrder === ours.buyOrder;
  switch (theirs.status) {
    case 'AUTHORIZED':
    case 'CAPTURED':
      if (theirs.responseCode === null) return null;
      if (theirs.responseCode !== 0) return 'rejected';
      return same ? 'approved' : 'mismatched';
    case 'PARTIALLY_NULLIFIED':
      return same ? 'approved' : 'mismatched';
    case 'FAILED':
      return 'rejected';
    case 'REVERSED':
    case 'NULLIFIED':
      return 'undone';
    default:
      return null;
  }
}

/** Pesos that the provider gave back in all; null when its answer does not tell. */
export function givenBack(theirs: Pick<WebpayTransaction, 'status' | 'amount' | 'balance'>) {
  switch (theirs.status) {
    case 'REVERSED':
    case 'NULLIFIED':
      return theirs.amount;
    case 'PARTIALLY_NULLIFIED':
      return theirs.balance === null ? null : theirs.amount - theirs.balance;
    case 'AUTHORIZED':
    case 'CAPTURED':
      return 0;
    default:
      return null;
  }
}

/** Milliseconds until the sweeper asks again, after `checks` times: 1, 2, 4 … 60 minutes. */
export function waitAfterCheck(checks: number): number {
  return Math.min(MINUTE * 2 ** Math.min(checks, 10), LONGEST_WAIT);
}

/** How a person came back, by the address or form (Transbank, return flows). */
export type WayBack =
  | { kind: 'finished'; token: string }
  | { kind: 'aborted' | 'form-failed'; token: string; order: Order }
  | { kind: 'timed-out'; order: { buyOrder: string; sessionId: string } };
type Order = { buyOrder: string | undefined; sessionId: string | undefined };

/** Null: nothing that the provider would send. */
export function readWayBack(sent: Record<string, unknown>): WayBack | null {
  const finished = tokenIn(sent.token_ws);
  const broken = tokenIn(sent.TBK_TOKEN);
  const buyOrder = textIn(sent.TBK_ORDEN_COMPRA, 26);
  // One sentence of the documentation spells it with three S.
  const sessionId = textIn(sent.TBK_ID_SESION ?? sent.TBK_ID_SESSION, 61);
  const order = { buyOrder, sessionId };
  if (finished && broken) return { kind: 'form-failed', token: broken, order };
  if (broken) return { kind: 'aborted', token: broken, order };
  if (finished) return { kind: 'finished', token: finished };
  if (buyOrder && sessionId) return { kind: 'timed-out', order: { buyOrder, sessionId } };
  return null;
}

function tokenIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : undefined;
}

function textIn(value: unknown, max: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= max ? value : undefined;
}
