/** `ticket`, `parameters`: refused by the API. `busy`: 10500 or 429. `no_slot`: queue is full. */
export type FailureKind =
  | 'ticket'
  | 'parameters'
  | 'busy'
  | 'server'
  | 'network'
  | 'timeout'
  | 'unreadable'
  | 'too_large'
  | 'redirect'
  | 'missing'
  | 'no_slot'
  | 'quota'
  | 'stopped';

const worthAnotherTry: readonly FailureKind[] = [
  'busy',
  'server',
  'network',
  'timeout',
  'unreadable',
];

/** Has no URL, body or cause, because the URL of a call contains the ticket. */
export class MarketplaceFailure extends Error {
  /** Each of Next's bundles has its own copy of this class, so names are compared. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === 'MarketplaceFailure' && 'kind' in error;
  }

  readonly kind: FailureKind;
  readonly isRetryable: boolean;
  readonly reason: string;

  constructor(kind: FailureKind) {
    super(`mercado publico: ${kind}`);
    this.name = 'MarketplaceFailure';
    this.kind = kind;
    this.isRetryable = worthAnotherTry.includes(kind);
    this.reason = kind;
  }
}
