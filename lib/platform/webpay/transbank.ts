import { z } from 'zod';
import { withTimeout } from '#lib/platform/process/timeout.ts';
import {
  providerStatuses,
  WebpayError,
  type WebpayFailure,
  type WebpayPort,
  type WebpayTransaction,
} from '#lib/platform/webpay/webpay.ts';

/** Timeout (ms) of a call. The SDK's own is 600 s, longer than a person waits for a page. */
const TIMEOUT_MS = 15_000;

export type TransbankKeys = { commerceCode: string; apiKey: string; baseUrl: string };

/**
 * Returns Webpay Plus through Transbank's SDK. `baseUrl` chooses the environment, so tests point it
 * at a simulator. `timeoutMs` limits each call.
 */
export function createTransbank(keys: TransbankKeys, timeoutMs = TIMEOUT_MS): WebpayPort {
  // The SDK is loaded for the first call, so that the app starts without it.
  const newTransaction = async (ms = timeoutMs) => {
    const { Options, WebpayPlus } = await import('transbank-sdk');
    return new WebpayPlus.Transaction(
      new Options(keys.commerceCode, keys.apiKey, keys.baseUrl, ms),
    );
  };
  return {
    create: async ({ buyOrder, sessionId, amount, returnUrl }) => {
      const reply = await callValidated(
        async () => (await newTransaction()).create(buyOrder, sessionId, amount, returnUrl),
        createReplySchema,
        timeoutMs,
      );
      // A forged URL would make people type their card number on a foreign page.
      if (!mayReceiveCards(reply.url, keys.baseUrl)) throw new WebpayError('unreadable');
      return reply;
    },
    commit: (token) =>
      callValidated(
        async () => (await newTransaction()).commit(token),
        transactionReplySchema,
        timeoutMs,
      ),
    status: (token, ms = timeoutMs) =>
      callValidated(
        async () => (await newTransaction(ms)).status(token),
        transactionReplySchema,
        ms,
      ),
    refund: (token, amount) =>
      callValidated(
        async () => (await newTransaction()).refund(token, amount),
        refundReplySchema,
        timeoutMs,
      ),
  };
}

/** Runs a call, validates the untyped reply of the SDK and turns its errors into `WebpayError`. */
async function callValidated<T>(
  call: () => Promise<unknown>,
  schema: z.ZodType<T>,
  withinMs: number,
): Promise<T> {
  try {
    // The SDK's timeout restarts at each byte, so a slow body needs this one.
    const response = await withTimeout(call(), withinMs + 250, () => {
      throw new WebpayError('timeout');
    });
    const parsed = schema.safeParse(response);
    if (parsed.success) return parsed.data;
    throw new WebpayError('unreadable');
  } catch (error) {
    throw error instanceof WebpayError ? error : new WebpayError(failureOf(error));
  }
}

/**
 * Derives the failure from the message of the SDK's error, which has nothing else: on its first
 * line the SDK's text with the HTTP status, on its second the reason of Webpay.
 */
function failureOf(error: unknown): WebpayFailure {
  const [message = '', detail = ''] = (error instanceof Error ? error.message : '').split('\n', 2);
  const status = Number(/status code (\d{3})$/.exec(message)?.[1] ?? 0);
  if (status === 401) return 'unauthorized';
  if (status === 404) return 'not-found';
  // Only if Webpay gives a reason is it certain that nothing was done. "locked" and errors of
  // gateways leave it unclear.
  const isRefusal =
    (status === 400 || status === 422) && !/^Unexpected error|\blocked\b|^$/.test(detail);
  if (isRefusal) return 'refused';
  if (status >= 400) return 'server';
  return /\btimeout of \d+ms exceeded|ETIMEDOUT/.test(message) ? 'timeout' : 'network';
}

/**
 * Returns whether people may be sent to a URL: the configured host or, if that is one of
 * Transbank's, any host of Transbank.
 */
function mayReceiveCards(url: string, baseUrl: string): boolean {
  const { origin, protocol, hostname } = new URL(url);
  const base = new URL(baseUrl);
  if (origin === base.origin) return true;
  const transbank = /\.transbank\.cl$/;
  return protocol === 'https:' && transbank.test(hostname) && transbank.test(base.hostname);
}

const createReplySchema = z.object({
  token: z.string().regex(/^[\w-]{1,64}$/),
  url: z.url({ protocol: /^https?$/ }).max(2048),
});

const wholePesos = z.number().int().nonnegative();
/** Unreadable values become null, because these fields do not decide whether money moved. */
const nullableText = (max: number) => z.string().max(max).nullable().catch(null);
const nullableInt = z.number().int().nullable().catch(null);

const transactionReplySchema: z.ZodType<WebpayTransaction> = z
  .object({
    status: z.string(),
    response_code: z.number().int().nullish(),
    amount: wholePesos,
    buy_order: z.string().max(64),
    authorization_code: nullableText(20),
    card_detail: z
      .object({ card_number: nullableText(30) })
      .nullable()
      .catch(null),
    payment_type_code: nullableText(8),
    installments_number: nullableInt,
    accounting_date: nullableText(20),
    transaction_date: nullableText(40),
    balance: nullableInt,
  })
  .transform((reply) => ({
    status: providerStatuses.find((status) => status === reply.status) ?? null,
    responseCode: reply.response_code ?? null,
    amount: reply.amount,
    buyOrder: reply.buy_order,
    authorizationCode: reply.authorization_code,
    cardLast4: /\d{4}$/.exec(reply.card_detail?.card_number ?? '')?.[0] ?? null,
    paymentTypeCode: reply.payment_type_code,
    installments: reply.installments_number,
    accountingDate: reply.accounting_date,
    transactionAt: Date.parse(reply.transaction_date ?? '') || null,
    balance: reply.balance,
  }));

const refundReplySchema = z
  .object({
    type: z.enum(['REVERSED', 'NULLIFIED']),
    response_code: z.number().int().nullish(),
    authorization_code: nullableText(20),
    balance: nullableInt,
  })
  .transform((reply) => ({
    type: reply.type,
    // A NULLIFIED refund was refused if its code is not 0. A REVERSED one has no code.
    isAccepted: (reply.response_code ?? 0) === 0,
    authorizationCode: reply.authorization_code,
    balance: reply.balance,
  }));
