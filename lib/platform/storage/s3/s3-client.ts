import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Env } from '#lib/platform/config/env.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

export type S3Settings = Extract<Env['storage'], { kind: 's3' }>;

/** A download holds its socket while its reader reads, so the 50 sockets of the SDK are too few. */
const MAX_SOCKETS = 2_000;

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
export type AbortOptions = { abortSignal: AbortSignal };

/** Timeout (ms) of a store that sends nothing. */
const IDLE_TIMEOUT_MS = 15_000;

export async function loadSdk(settings: S3Settings, idleTimeoutMs = IDLE_TIMEOUT_MS) {
  const [sdk, presigner] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const agents = { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
  const client = new sdk.S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    // Many S3-compatible stores do not know the newer default checksums and corrupt bodies.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    logger: quietLogger,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: idleTimeoutMs, ...agents },
  });
  return {
    ...sdk,
    getSignedUrl: presigner.getSignedUrl,
    client,
    silence: idleTimeoutMs,
    ...agents,
  };
}

/**
 * Limits the time until the reply begins, and turns errors into `unavailable`. The timeout of the
 * socket limits reading the body.
 */
export async function withAnswerLimit<T>(
  work: (within: AbortOptions) => Promise<T>,
  milliseconds: number,
): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), milliseconds);
  try {
    return await work({ abortSignal: abort.signal });
  } catch (error) {
    throw new AppError('unavailable', { cause: withStatus(error) });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns an error with the HTTP status in its message. The SDK's message is empty for a reply
 * without a body.
 */
function withStatus(error: unknown): unknown {
  const { name, message, $metadata } = (error ?? {}) as Partial<Error> & SdkError;
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return error;
  const words = message === name || !message ? name : `${name}: ${message}`;
  return Object.assign(new Error(`${words} (status ${status})`, { cause: error }), {
    name,
    code: `HTTP ${status}`,
  });
}

/** Returns whether an error is a timeout. A retry would probably take as long again. */
export function isTimeout(error: unknown): boolean {
  const { cause } = error instanceof AppError ? error.detail : {};
  return cause instanceof Error && ['TimeoutError', 'AbortError'].includes(cause.name);
}

const quietLogger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

export type SdkError = { name?: string; $metadata?: { httpStatusCode?: number } };
