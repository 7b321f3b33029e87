export const providerStatuses = [
  'INITIALIZED',
  'AUTHORIZED',
  'REVERSED',
  'FAILED',
  'NULLIFIED',
  'PARTIALLY_NULLIFIED',
  'CAPTURED',
] as const;

/** The state of a transaction at Webpay. Amounts are whole pesos. */
export type WebpayTransaction = {
  /** Null for a status that Transbank does not document. */
  status: (typeof providerStatuses)[number] | null;
  /** 0 means approved, −1 to −5 refused. Null before the commit. */
  responseCode: number | null;
  amount: number;
  buyOrder: string;
  authorizationCode: string | null;
  cardLast4: string | null;
  /** VD is debit, VN one instalment, VC, SI, S2 and NC are instalments, VP is prepaid. */
  paymentTypeCode: string | null;
  installments: number | null;
  accountingDate: string | null;
  /** Milliseconds since the epoch. */
  transactionAt: number | null;
  balance: number | null;
};

export type WebpayRefund = {
  /** REVERSED cancels the whole charge, within about 3 h of it. NULLIFIED credits it. */
  type: 'REVERSED' | 'NULLIFIED';
  isAccepted: boolean;
  authorizationCode: string | null;
  balance: number | null;
};

type NewTransaction = {
  /** Unique, up to 26 characters. */
  buyOrder: string;
  /** Up to 61 characters. */
  sessionId: string;
  amount: number;
  returnUrl: string;
};

/** Webpay's interface. Calls take at most 15 s, or `withinMs`, and throw only `WebpayError`. */
export type WebpayPort = {
  create: (order: NewTransaction) => Promise<{ token: string; url: string }>;
  /** Charges the card. Works once per token, after the person has returned from Webpay. */
  commit: (token: string) => Promise<WebpayTransaction>;
  status: (token: string, withinMs?: number) => Promise<WebpayTransaction>;
  refund: (token: string, amount: number) => Promise<WebpayRefund>;
};

/**
 * Kinds of failure. After `unauthorized` (401), `not-found` (404) and `refused` (400, 422) nothing
 * happened. After any other, the operation may have been carried out or may still be.
 */
export type WebpayFailure =
  | 'unauthorized'
  | 'not-found'
  | 'refused'
  | 'server'
  | 'timeout'
  | 'network'
  | 'unreadable';

/** A failed call to Webpay. It contains neither Webpay's message nor keys. */
export class WebpayError extends Error {
  readonly failure: WebpayFailure;
  readonly reason: string;
  readonly isRetryable: boolean;

  constructor(failure: WebpayFailure) {
    super(`webpay: ${failure}`);
    this.name = 'WebpayError';
    this.failure = failure;
    this.reason = `webpay_${failure}`;
    this.isRetryable = !['unauthorized', 'not-found', 'refused'].includes(failure);
  }
}

/**
 * Returns the failure in a `WebpayError`, or null for any other error. Next may load the class
 * twice, and `instanceof` would fail between the copies, so the name is compared.
 */
export function findWebpayFailure(error: unknown): WebpayFailure | null {
  if (!(error instanceof Error) || error.name !== 'WebpayError') return null;
  return (error as WebpayError).failure; // The name identifies the class.
}
