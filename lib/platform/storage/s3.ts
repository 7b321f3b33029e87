import { open as openFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { now } from '#lib/platform/clock.ts';
import type { Env } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { contentDisposition } from '#lib/platform/storage/file-name.ts';
import { streamSending } from '#lib/platform/storage/sending.ts';
import type { ByteRange, Storage, StoredObject } from '#lib/platform/storage/storage.ts';

export type S3Settings = Extract<Env['storage'], { kind: 's3' }>;

const ANSWER_MS = 10_000;
const UPLOAD_MS = 120_000;
const PING_MS = 1_800;
/** Each download holds one for as long as its reader takes: the SDK's 50 are soon spent. */
const MOST_SOCKETS = 2_000;

/** Any S3-compatible store with a private bucket. */
export function s3Storage(settings: S3Settings): Storage {
  const Bucket = settings.bucket;
  // Loaded at the first use: local mode never pays for the SDK.
  let loaded: ReturnType<typeof load> | undefined;
  const open = () => {
    loaded ??= load(settings);
    return loaded;
  };
  const call = <T>(
    work: (sdk: Awaited<ReturnType<typeof load>>, within: Within) => Promise<T>,
    milliseconds = ANSWER_MS,
  ) => answered(async (within) => work(await open(), within), milliseconds);

  const remove = (Key: string) =>
    call(async ({ client, DeleteObjectCommand }, within) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }), within);
    });

  const head = (Key: string) =>
    call(async ({ client, HeadObjectCommand }, within) => {
      const found = await client
        .send(new HeadObjectCommand({ Bucket, Key }), within)
        .catch(notThere);
      if (found && found.ContentLength === undefined) throw new Error('the store tells no size');
      return found && { size: found.ContentLength ?? 0 };
    });

  async function* listUnder(Prefix: string): AsyncGenerator<StoredObject> {
    let ContinuationToken: string | undefined;
    do {
      const page = await call(({ client, ListObjectsV2Command }, within) =>
        client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }), within),
      );
      for (const { Key: name = '', Size: size = 0, LastModified } of page.Contents ?? []) {
        yield { name, size, modifiedAt: LastModified?.getTime() ?? 0, remove: () => remove(name) };
      }
      const next = page.IsTruncated === false ? undefined : page.NextContinuationToken;
      // A store that gives the same page for ever must not hold the sweeper for ever.
      if (next && next === ContinuationToken) {
        throw new AppError('unavailable', { cause: new Error('the list repeats itself') });
      }
      ContinuationToken = next;
    } while (ContinuationToken);
  }

  const get = (Key: string, range?: ByteRange) =>
    call(async ({ client, GetObjectCommand }, within) => {
      if (range && range.end < range.start) return nothing();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await client
        .send(new GetObjectCommand({ Bucket, Key, Range }), within)
        .catch(pastTheEnd)
        .catch(notThere);
      if (found === 'past the end') return nothing();
      if (found && range?.of !== undefined && !found.ContentRange?.endsWith(`/${range.of}`)) {
        (found.Body as Readable).destroy();
        throw new Error('the store tells two sizes');
      }
      // In Node the SDK answers with a node stream; its union type also covers browsers.
      return found && { stream: found.Body as Readable, length: found.ContentLength };
    });

  return {
    kind: 's3',
    read: async (key, range) => (await get(key, range))?.stream ?? null,
    send: async (key, range) => {
      const found = await get(key, range);
      if (!found || found.length === range.end - range.start + 1) {
        return found && streamSending(found.stream);
      }
      found.stream.destroy();
      throw new AppError('unavailable', { cause: new Error('the store sends another length') });
    },
    putFile: async (Key, path, { contentType, size }) => {
      const attempt = () =>
        call(async ({ client, PutObjectCommand }, within) => {
          const Body = await openForSending(path, within.stop);
          const input = { Bucket, Key, Body, ContentType: contentType, ContentLength: size };
          try {
            await client.send(new PutObjectCommand(input), within);
          } finally {
            Body.destroy();
          }
        }, UPLOAD_MS);
      const keep = async () => {
        await attempt();
        // A store, or a proxy before it, that says yes and keeps something else loses what we promise.
        if ((await head(Key))?.size !== size)
          throw new AppError('unavailable', { cause: notKept() });
      };
      // The SDK never sends a stream again, so the second try is ours.
      await keep().catch(keep);
      await rm(path, { force: true });
    },
    head,
    copy: (from, Key) =>
      call(async ({ client, CopyObjectCommand }, within) => {
        const CopySource = encodeURI(`${Bucket}/${from}`);
        const made = await client
          .send(new CopyObjectCommand({ Bucket, Key, CopySource }), within)
          .catch(notThere);
        return made !== null;
      }, UPLOAD_MS),
    remove,
    list: async function* (prefixes) {
      for (const prefix of prefixes) yield* listUnder(prefix);
    },
    nameOf: (key) => key,
    // The type is not signed: a sender who leaves the header out must not be turned away.
    presignPut: (Key, { expiresInSeconds }) =>
      call(({ client, PutObjectCommand, getSignedUrl }) =>
        getSignedUrl(client, new PutObjectCommand({ Bucket, Key }), signing(expiresInSeconds)),
      ),
    presignGet: (Key, { fileName, contentType, expiresInSeconds }) =>
      call(({ client, GetObjectCommand, getSignedUrl }) => {
        const command = new GetObjectCommand({
          Bucket,
          Key,
          ResponseContentType: contentType,
          ResponseContentDisposition: contentDisposition('attachment', fileName),
          ResponseCacheControl: 'private, no-store',
        });
        return getSignedUrl(client, command, signing(expiresInSeconds));
      }),
    ping: () =>
      call(async ({ client, HeadBucketCommand }, within) => {
        await client.send(new HeadBucketCommand({ Bucket }), within);
      }, PING_MS),
  };
}

const notKept = () => new Error('the store says yes and keeps something else');

const nothing = () => ({ stream: Readable.from([]), length: 0 });

type Within = { abortSignal: AbortSignal; stop: (cause: unknown) => void };

async function load(settings: S3Settings) {
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
      socketTimeout: 15_000,
      httpAgent: { maxSockets: MOST_SOCKETS },
      httpsAgent: { maxSockets: MOST_SOCKETS },
    },
  });
  return { ...sdk, getSignedUrl: presigner.getSignedUrl, client };
}

/** The limit covers the answer, not the reading of a body: slow readers have the socket's limit. */
async function answered<T>(work: (within: Within) => Promise<T>, milliseconds: number): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), milliseconds);
  try {
    return await work({ abortSignal: abort.signal, stop: (cause) => abort.abort(cause) });
  } catch (cause) {
    throw new AppError('unavailable', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** A file that fails while it is read ends the request instead of the process. */
async function openForSending(path: string, stop: (cause: unknown) => void): Promise<Readable> {
  const handle = await openFile(path);
  return handle.createReadStream().on('error', stop);
}

function signing(expiresIn: number) {
  return { expiresIn, signingDate: new Date(now()) };
}

const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

type SdkError = { name?: string; $metadata?: { httpStatusCode?: number } };

/** A missing bucket is a failure of the store, not a missing file. */
function notThere(error: SdkError): null {
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return null;
  throw error;
}

function pastTheEnd(error: SdkError): 'past the end' {
  if (error.$metadata?.httpStatusCode === 416) return 'past the end';
  throw error;
}
