export const providerStatuses = [
  'INITIALIZED',
  'AUTHORIZED',
  'REVERSED',
  'FAILED',
  'NULLIFIED',
  'PARTIALLY_NULLIFIED',
  'CAPTURED',
] as const;

/** The provider's answer about one transaction. Amounts are whole pesos. */
export type WebpayTransaction = {
  /** It is null for a word that is not in the documentation. */
  status: (typeof providerStatuses)[number] | null;
  /** 0 is approved, −1 to −5 are kinds of refusal. It is absent before the commit. */
  responseCode: number | null;
  amount: number;
  buyOrder: string;
  authorizationCode: string | null;
  cardLast4: string | null;
  /** It is VD debit, VN one instalment, VC, SI, S2, NC instalments, VP prepaid. */
  paymentTypeCode: string | null;
  installments: number | null;
  accountingDate: string | null;
  /** The time is in milliseconds since the epoch. */
  transactionAt: number | null;
  balance: number | null;
};

export type WebpayRefund = {
  /** REVERSED removes the whole charge within about 3 h. NULLIFIED is a credit. */
  type: 'REVERSED' | 'NULLIFIED';
  accepted: boolean;
  authorizationCode: string | null;
  balance: number | null;
};

type NewTransaction = {
  /** It is unique and has up to 26 characters of the provider's alphabet. */
  buyOrder: string;
  /** It has up to 61 characters. */
  sessionId: string;
  amount: number;
  returnUrl: string;
};

/** Every call takes at most 15 s, or `withinMs`, and throws `WebpayError` alone. */
export type WebpayPort = {
  create: (order: NewTransaction) => Promise<{ token: string; url: string }>;
  /** Takes the money once per token, and only after the person came back with it. */
  commit: (token: string) => Promise<WebpayTransaction>;
  status: (token: string, withinMs?: number) => Promise<WebpayTransaction>;
  refund: (token: string, amount: number) => Promise<WebpayRefund>;
};

/**
 * `unauthorized` (401), `not-found` (404) and `refused` (other 4xx) did nothing. After `server`,
 * `timeout`, `network` and `unreadable` the work may be done, now or later.
 */
export type WebpayFailure =
  | 'unauthorized'
  | 'not-found'
  | 'refused'
  | 'server'
  | 'timeout'
  | 'network'
  | 'unreadable';

/** It carries no message of the provider's and never a key. */
export class WebpayError extends Error {
  readonly failure: WebpayFailure;
  readonly reason: string;
  readonly retryable: boolean;

  constructor(failure: WebpayFailure) {
    super(`webpay: ${failure}`);
    this.name = 'WebpayError';
    this.failure = failure;
    this.reason = `webpay_${failure}`;
    this.retryable = !['unauthorized', 'not-found', 'refused'].includes(failure);
  }
}

/**
 * Returns which failure of Webpay an error is, or null for any other error. It compares the name,
 * because each bundle of Next has its own copy of the class.
 */
export function webpayFailureOf(error: unknown): WebpayFailure | null {
  if (!(error instanceof Error) || error.name !== 'WebpayError') return null;
  return (error as WebpayError).failure; // The name proves its class.
}
