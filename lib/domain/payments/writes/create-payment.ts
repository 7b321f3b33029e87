import { randomInt } from 'node:crypto';
import { audit } from '#lib/domain/audit/writes.ts';
import { heldText } from '#lib/domain/payments/copy.ts';
import { findPaymentRequest, type Payment } from '#lib/domain/payments/reads/payments.ts';
import {
  GUEST_ACCOUNT_ID,
  isPaymentRequestOver,
  PENDING_TIMEOUT_MS,
} from '#lib/domain/payments/rules.ts';
import { metadataText, type NewPayment } from '#lib/domain/payments/schema.ts';
import {
  type PaymentOrigin,
  transitionPayment,
} from '#lib/domain/payments/writes/transition-payment.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { GuestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { getWebpay } from '#lib/platform/webpay/client.ts';
import { findWebpayFailure } from '#lib/platform/webpay/webpay.ts';

/** A payment opened at Webpay. The browser posts `token` to `payUrl`. */
export type StartedPayment = Payment & { token: string; payUrl: string };

/**
 * Creates a payment here and at Webpay. Throws `upstream_failed` if Webpay is down and
 * `upstream_timeout` if it does not answer within 15 s. Nobody can pay after a timeout, because no
 * browser got the token; the sweeper ends such a payment.
 */
export async function createPayment(
  ctx: SignedInCtx | GuestCtx,
  input: NewPayment & { paymentRequestId?: string; receiptEmail?: string | undefined },
): Promise<StartedPayment> {
  const webpay = getWebpay();
  const newPayment = await storePayment(ctx, input);
  const { id, buyOrder, sessionId, amount } = newPayment;
  const returnUrl = `${getEnv().appUrl}/api/payments/return`;
  const actor: PaymentOrigin = { ...ctx, actor: 'accountId' in ctx ? ctx.accountId : 'guest' };
  let webpayForm: { token: string; url: string };
  try {
    webpayForm = await webpay.create({ buyOrder, sessionId, amount, returnUrl });
  } catch (error) {
    throw await handleCreateFailure(error, newPayment, { ...actor, now: now() });
  }
  const payment = await getDb().write((tx) =>
    transitionPayment(tx, id, 'opened', {
      actor: { ...actor, now: now() },
      facts: {
        token: webpayForm.token,
        payUrl: webpayForm.url,
        nextCheckAt: newPayment.createdAt + PENDING_TIMEOUT_MS,
      },
    }),
  );
  return { ...payment, token: webpayForm.token, payUrl: webpayForm.url };
}

async function storePayment(
  ctx: SignedInCtx | GuestCtx,
  {
    amount,
    description,
    metadata,
    paymentRequestId,
    receiptEmail,
  }: Parameters<typeof createPayment>[1],
): Promise<Payment> {
  const isGuest = ctx.auth !== 'signedIn';
  if (!isGuest && ctx.memberRole === 'reader') throw new AppError('forbidden');
  const accountId = isGuest ? GUEST_ACCOUNT_ID : ctx.holderId;
  return getDb().write(async (tx) => {
    const request = paymentRequestId ? await findPaymentRequest(paymentRequestId, tx) : null;
    if (request && isPaymentRequestOver(request, ctx.now)) {
      throw conflict(endedText);
    }
    if (request?.held) throw conflict(heldText);
    const [row] = await tx
      .insert(payments)
      .values({
        buyOrder: newBuyOrder(),
        sessionId: randomId(),
        accountId,
        personId: isGuest || !ctx.companyId ? null : ctx.accountId,
        paymentRequestId,
        receiptEmail: isGuest && receiptEmail !== request?.email ? receiptEmail : null,
        amount,
        description: request ? request.description : description,
        metadata: metadata && metadataText(metadata),
        state: 'created',
        nextCheckAt: ctx.now + PENDING_TIMEOUT_MS,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returning();
    if (!row) throw new Error('the insert returned no row');
    const actor = isGuest ? 'guest' : ctx.accountId;
    await audit(tx, ctx, { accountId, actor, action: 'payment.created', subject: row.buyOrder });
    return row;
  });
}

async function handleCreateFailure(
  error: unknown,
  payment: Payment,
  actor: PaymentOrigin,
): Promise<unknown> {
  const failure = findWebpayFailure(error);
  if (!failure) return error;
  const level = failure === 'unauthorized' ? 'error' : 'warn';
  log()[level]({ buyOrder: payment.buyOrder, failure }, 'webpay did not open a payment');
  if (failure === 'timeout') return new AppError('upstream_timeout', { message: timeoutText });
  await getDb().write((tx) => transitionPayment(tx, payment.id, 'not-opened', { actor }));
  return new AppError('upstream_failed', { message: unavailableText });
}

/** Shown if the payment request ended after its page was loaded. */
const endedText = 'Este enlace de pago ya no está vigente. Pide uno nuevo.';
const timeoutText =
  'Webpay tardó demasiado y no te cobró nada. Inténtalo otra vez en unos minutos.';
const unavailableText =
  'Webpay no está disponible y no te cobró nada. Inténtalo otra vez en unos minutos.';

/**
 * The alphabet has no vowels, so that it forms no words, and no characters that look alike, so that
 * people can read an order aloud.
 */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXZ';

/**
 * Returns an order such as `RG-7K3M-9QXT-4BCD-8ZPW`. It has 76 random bits, because the page of the
 * payment opens without a session.
 */
export function newBuyOrder(): string {
  const group = () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return ['RG', ...Array.from({ length: 4 }, group)].join('-');
}
