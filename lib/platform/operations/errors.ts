/** Error codes of the API with their HTTP status. The OpenAPI document publishes them. */
export const errorStatus = {
  validation_failed: 400,
  invalid_json: 400,
  invalid_token: 400,
  invalid_file: 400,
  wrong_credentials: 401,
  invalid_code: 401,
  second_factor_required: 401,
  no_session: 401,
  invalid_signature: 401,
  invalid_webhook_token: 401,
  email_not_verified: 403,
  profile_not_permitted: 403,
  account_suspended: 403,
  second_factor_enrolment_required: 403,
  proof_required: 403,
  forbidden: 403,
  csrf_invalid: 403,
  captcha_invalid: 403,
  account_not_found: 404,
  document_not_found: 404,
  share_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  conflict: 409,
  other_holder: 409,
  share_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  upstream_failed: 502,
  not_configured: 503,
  unavailable: 503,
  upstream_timeout: 504,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Maps the path of a field to a message in Spanish: `{"garantias.0.montoGarantia": "…"}`. */
export type FieldErrors = Record<string, string>;

type Detail = {
  fields?: FieldErrors;
  /** Seconds after which a retry makes sense, sent as `Retry-After`. */
  retryAfter?: number;
  message?: string;
  headers?: Record<string, string>;
  limit?: { name: string; points: number; seconds: number };
  /** Sent as `WWW-Authenticate` by operations that require a bearer token and not a session. */
  scheme?: 'Bearer';
  /** Path of the existing resource with which the request conflicts. */
  existing?: `/${string}`;
  cause?: unknown;
};

/** An expected refusal. Any other error becomes a 500 whose reply names no cause. */
export class AppError extends Error {
  /**
   * Next may load this class twice, and `instanceof` would fail between the copies, so names are
   * compared.
   */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === 'AppError' && 'code' in error;
  }

  readonly code: ErrorCode;
  readonly detail: Detail;

  constructor(code: ErrorCode, detail: Detail = {}) {
    super(code, { cause: detail.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
  }
}

/** Refuses an act that the present state does not allow. `message` tells the person why. */
export function conflict(message: string): AppError {
  return new AppError('conflict', { message });
}

/**
 * Returns the `AppError` in a thrown value, or null. drizzle wraps the `unavailable` of our
 * database adapter in an error of its own.
 */
export function findAppError(thrown: unknown): AppError | null {
  if (thrown instanceof AppError) return thrown;
  const { cause } = thrown instanceof Error ? thrown : {};
  return cause instanceof AppError && cause.code === 'unavailable' ? cause : null;
}
