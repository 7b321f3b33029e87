import type { S3Client } from '@aws-sdk/client-s3';
import type { Env } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';

export type S3Settings = Extract<Env['storage'], { kind: 's3' }>;

/** Each download holds one for as long as its reader takes: the SDK's 50 are soon spent. */
const MOST_SOCKETS = 2_000;

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
export type Within = { abortSignal: AbortSignal; stop: (cause: unknown) => void };

/** How long a store may say nothing, ms. */
const SILENCE_MS = 15_000;

export async function loadSdk(settings: S3Settings, silence = SILENCE_MS) {
  const [sdk, presigner] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const client: S3Client = new sdk.S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    // The newer default checksums are unknown to many compatible stores, which corrupt bodies.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    logger: quiet,
    requestHandler: {
      connectionTimeout: 3_000,
      socketTimeout: silence,
      httpAgent: { maxSockets: MOST_SOCKETS },
      httpsAgent: { maxSockets: MOST_SOCKETS },
    },
  });
  // Over plain http the SDK would read and hash a whole file before it sends it.
  client.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }; // S3 speaks HTTP
      headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return next(args);
    },
    { step: 'build', name: 'unsignedPayload' },
  );
  return { ...sdk, getSignedUrl: presigner.getSignedUrl, client };
}

/** The limit covers the answer, not the reading of a body: slow readers have the socket's limit. */
export async function answered<T>(
  work: (within: Within) => Promise<T>,
  milliseconds: number,
): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), milliseconds);
  try {
    return await work({ abortSignal: abort.signal, stop: (cause) => abort.abort(cause) });
  } catch (error) {
    throw new AppError('unavailable', { cause: named(error) });
  } finally {
    clearTimeout(timer);
  }
}

/** An answer without a body leaves the SDK without words: its status is what can be told. */
function named(error: unknown): unknown {
  const { name, message, $metadata } = (error ?? {}) as Partial<Error> & SdkError;
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return error;
  const words = message === name || !message ? name : `${name}: ${message}`;
  return Object.assign(new Error(`${words} (status ${status})`, { cause: error }), {
    name,
    code: `HTTP ${status}`,
  });
}

/** The store said nothing for as long as it may: another try would take as long again. */
export function tookTooLong(error: unknown): boolean {
  const { cause } = error instanceof AppError ? error.detail : {};
  return cause instanceof Error && ['TimeoutError', 'AbortError'].includes(cause.name);
}

const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

export type SdkError = { name?: string; $metadata?: { httpStatusCode?: number } };
