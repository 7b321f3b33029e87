import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { now } from '#lib/platform/process/clock.ts';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { listen } from '#tests/support/providers/http-server.ts';
import { answer, openBucket } from '#tests/support/providers/s3-bucket.ts';
import { openGivenStore } from '#tests/support/providers/s3-external.ts';
import { type Keys, type Refusal, refusalOf } from '#tests/support/providers/s3-signature.ts';
import { isLie, type Lie, tellLie } from '#tests/support/providers/s3-wrong-answers.ts';

export type Failure =
  | 'error-500'
  | 'slow-down-503'
  | 'hang'
  | 'hang-up'
  | 'half-a-body'
  /** Accepts no more objects, like a store over its quota. */
  | 'full'
  /** Answers 500 without a body. */
  | 'wordless-500'
  /** Answers 200 and a page, like a captive portal or a broken proxy. */
  | 'page'
  | Lie;

export type S3StandIn = {
  url: string;
  /** Configuration of the app for it. */
  variables: Record<string, string>;
  /** Makes the next requests fail in this way. `null` ends the failures. */
  fail: (fault: Failure | null) => void;
  /** Breaks all connections and answers nothing. `fail(null)` starts it again. */
  kill: () => void;
  /** Returns how many objects the bucket holds. */
  count: () => number;
  /** `METHOD /bucket/key` of each request so far. */
  requests: string[];
  close: () => Promise<void>;
};

/** `directory` keeps the objects, even after `close`. */
type Options = { port?: number; directory?: string };

const bucket = 'resguardo';
const keys: Keys = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'stand-in-secret' };

/**
 * Starts a private S3 bucket over HTTP: a folder, or the store of `npm run test:store`, behind a
 * gate that checks signatures, expiry and anonymous requests, and fails on command.
 */
export async function startS3(options: Options = {}): Promise<S3StandIn> {
  const { port = 0 } = options;
  const setting = process.env.TEST_STORE === 'given' && !options.directory;
  const store = setting ? await openGivenStore(bucket) : openBucket(bucket, options.directory);
  let failure: Failure | null = null;
  const requests: string[] = [];

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    response.setHeader('access-control-allow-origin', '*');
    const lie = isLie(failure) ? failure : null;
    const spared = failure === 'half-a-body' || (failure === 'full' && request.method !== 'PUT');
    if (failure && !lie && !spared) return failAs(failure, request, response);
    if (request.method === 'OPTIONS') return preflight(response);
    const refusal = refusalOf(request, keys, now);
    const isIgnored = lie === 'takes-any-length' && refusal === 'SignatureDoesNotMatch';
    if (refusal && !isIgnored) return refuse(refusal, request, response);
    withoutSignature(request);
    if (failure === 'half-a-body') cutInHalf(response);
    if (lie && tellLie(lie, request, response)) return;
    store.serve(request, response, lie);
  });
  const { url, close } = await listen(server, port);

  return closeAfterTest<S3StandIn>({
    url,
    variables: {
      STORAGE: 's3',
      S3_ENDPOINT: url,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    },
    fail: (fault) => {
      failure = fault;
    },
    kill: () => {
      failure = 'hang-up';
      server.closeAllConnections();
    },
    count: store.count,
    requests,
    close: async () => {
      await close();
      await store.close();
    },
  });
}

function failAs(fault: Failure, request: IncomingMessage, response: ServerResponse): void {
  if (fault === 'hang') return;
  if (fault === 'hang-up') {
    request.socket.destroy();
    return;
  }
  if (fault === 'wordless-500') {
    request.resume();
    response.writeHead(500).end();
    return;
  }
  if (fault === 'full') {
    request.resume();
    answer(response, 403, 'QuotaExceeded');
    return;
  }
  if (fault === 'page') {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Portal</title><p>Inicia sesión en la red.</p>');
    return;
  }
  const code = fault === 'error-500' ? 'InternalError' : 'SlowDown';
  answer(response, fault === 'error-500' ? 500 : 503, code);
  request.resume();
}

function preflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, PUT, HEAD',
    'access-control-allow-headers': 'content-type',
  });
  response.end();
}

function refuse(refusal: Refusal, request: IncomingMessage, response: ServerResponse): void {
  answer(response, 403, refusal);
  request.resume();
}

/** Removes the signature that the gate has checked: the store has keys and a clock of its own. */
function withoutSignature(request: IncomingMessage): void {
  const [path = '/', search = ''] = (request.url ?? '/').split('?');
  const rest = search.split('&').filter((pair) => pair !== '' && !/^x-amz-/i.test(pair));
  request.url = rest.length > 0 ? `${path}?${rest.join('&')}` : path;
}

function cutInHalf(response: ServerResponse): void {
  const { socket } = response;
  const write = response.write.bind(response);
  response.write = ((chunk: Buffer) => {
    write(chunk.subarray(0, chunk.length / 2));
    setImmediate(() => socket?.destroy());
    return true;
  }) as typeof response.write;
}
