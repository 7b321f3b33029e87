/**
 * Kinds of failure. `ticket` and `parameters`: the API refused them. `busy`: code 10500 or status
 * 429. `no_slot`: too many calls wait. `quota`: the day's calls are used up.
 */
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

const retryableKinds: readonly FailureKind[] = [
  'busy',
  'server',
  'network',
  'timeout',
  'unreadable',
];

/** Carries no URL, body or cause, because the URL of a call contains the secret ticket. */
export class MarketplaceFailure extends Error {
  /**
   * Next may load this class twice, and `instanceof` would fail between the copies, so names are
   * compared.
   */
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
    this.isRetryable = retryableKinds.includes(kind);
    this.reason = kind;
  }
}
