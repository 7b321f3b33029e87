/** `ticket`, `parameters`: refused; `busy`: 10500 or 429; `no_slot`: our queue; `quota`: spent. */
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

/** Carries no address, body or cause: the address of a call holds the ticket. */
export class MarketplaceFailure extends Error {
  /** Next's bundles each have a copy of this class: what counts is the shape, not the copy. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === 'MarketplaceFailure' && 'kind' in error;
  }

  readonly kind: FailureKind;
  readonly retryable: boolean;
  readonly reason: string;

  constructor(kind: FailureKind) {
    super(`mercado publico: ${kind}`);
    this.name = 'MarketplaceFailure';
    this.kind = kind;
    this.retryable = worthAnotherTry.includes(kind);
    this.reason = kind;
  }
}
