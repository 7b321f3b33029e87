import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '#lib/platform/operations/errors.ts';
import { now } from '#lib/platform/process/clock.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { contentDisposition } from '#lib/platform/storage/file-name.ts';
import {
  type AbortOptions,
  isTimeout,
  loadSdk,
  type S3Settings,
  type Sdk,
  type SdkError,
  withAnswerLimit,
} from '#lib/platform/storage/s3/s3-client.ts';
import { sendToBucket } from '#lib/platform/storage/s3/s3-upload.ts';
import { byteStreamOf } from '#lib/platform/storage/sending.ts';
import type { ByteRange, ObjectStore, StoredObject } from '#lib/platform/storage/storage.ts';
import { replacedError } from '#lib/platform/storage/store-faults.ts';

const ANSWER_MS = 10_000;
const UPLOAD_MS = 120_000;
const PING_MS = 1_800;
const PROBE_EVERY_MS = MINUTE;

/** Returns a store of files in a private bucket of any S3-compatible service. */
export function s3Storage(settings: S3Settings, idleTimeoutMs?: number): ObjectStore {
  const Bucket = settings.bucket;
  let probeDueAt = 0;
  // The SDK is loaded at the first use.
  let sdkPromise: ReturnType<typeof loadSdk> | undefined;
  const getSdk = () => {
    sdkPromise ??= loadSdk(settings, idleTimeoutMs);
    return sdkPromise;
  };
  const call = <T>(
    work: (sdk: Sdk, within: AbortOptions) => Promise<T>,
    milliseconds = ANSWER_MS,
  ) => withAnswerLimit(async (abort) => work(await getSdk(), abort), milliseconds);

  const requestBucket = ({ client, HeadBucketCommand }: Sdk, abort: AbortOptions) =>
    client.send(new HeadBucketCommand({ Bucket }), abort);

  const signedPut = (sdk: Sdk, Key: string, seconds: number, ContentLength?: number) => {
    const command = new sdk.PutObjectCommand({ Bucket, Key, ContentLength });
    return sdk.getSignedUrl(sdk.client, command, signingOptions(seconds));
  };

  const remove = (Key: string) =>
    call(async ({ client, DeleteObjectCommand }, abort) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }), abort);
    });

  const head = (Key: string) =>
    call(async (sdk, abort) => {
      const reply = await sdk.client
        .send(new sdk.HeadObjectCommand({ Bucket, Key }), abort)
        .catch(nullIfNotFound);
      // A reply to HEAD has no body that says whether the object or the bucket is missing.
      if (!reply) await requestBucket(sdk, abort);
      if (reply && reply.ContentLength === undefined) throw new Error('the store tells no size');
      return reply && { size: reply.ContentLength ?? 0 };
    });

  async function* listUnder(Prefix: string): AsyncGenerator<StoredObject> {
    let ContinuationToken: string | undefined;
    do {
      const page = await call(({ client, ListObjectsV2Command }, abort) =>
        client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }), abort),
      );
      for (const { Key: name = '', Size: size = 0, LastModified } of page.Contents ?? []) {
        yield { name, size, modifiedAt: LastModified?.getTime() ?? 0, remove: () => remove(name) };
      }
      const next = page.IsTruncated === false ? undefined : page.NextContinuationToken;
      // A store that repeats a page would keep the sweeper in an endless loop.
      if (next && next === ContinuationToken) {
        throw new AppError('unavailable', { cause: new Error('the list repeats itself') });
      }
      ContinuationToken = next;
    } while (ContinuationToken);
  }

  const get = (Key: string, range?: ByteRange, version?: string) =>
    call(async ({ client, GetObjectCommand }, abort) => {
      if (range && range.end < range.start) return emptyRead();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const reply = await client
        .send(new GetObjectCommand({ Bucket, Key, Range }), abort)
        .catch(pastTheEnd)
        .catch(nullIfNotFound);
      if (reply === 'past the end') return emptyRead();
      if (version !== undefined && reply?.ETag !== version) {
        (reply?.Body as Readable | undefined)?.destroy();
        throw replacedError();
      }
      if (
        reply &&
        range?.totalSize !== undefined &&
        !reply.ContentRange?.endsWith(`/${range.totalSize}`)
      ) {
        (reply.Body as Readable).destroy();
        throw new Error('the store reported two different sizes');
      }
      const totalSize = Number(reply?.ContentRange?.split('/')[1]);
      // The SDK replies with a Node stream in Node. Its type also includes the streams of browsers.
      return (
        reply && {
          stream: reply.Body as Readable,
          length: reply.ContentLength,
          ...{ totalSize, version: reply.ETag ?? '' },
        }
      );
    });

  const send = async (key: string, range: ByteRange, version?: string) => {
    const object = await get(key, range, version);
    if (!object || object.length === range.end - range.start + 1) {
      return object && byteStreamOf(object.stream);
    }
    object.stream.destroy();
    throw new AppError('unavailable', { cause: new Error('the store sends another length') });
  };

  return {
    kind: 's3',
    open: async (key, bytes) => {
      const object = await get(key, { start: 0, end: bytes - 1 });
      if (!object) return null;
      const { totalSize: size, version } = object;
      const beginning = await buffer(object.stream).catch(throwUnavailable);
      if (!Number.isSafeInteger(size)) throwUnavailable(new Error('the store tells no size'));
      return {
        size,
        beginning,
        send: async (range) =>
          (await send(key, range, version)) ?? throwUnavailable(replacedError()),
        close: () => undefined,
      };
    },
    read: async (key, range) => (await get(key, range))?.stream ?? null,
    send: (key, range) => send(key, range),
    putFile: async (Key, path, { contentType, size }) => {
      const attempt = () =>
        call(async (sdk, abort) => {
          const url = await signedPut(sdk, Key, UPLOAD_MS / 1000);
          await sendToBucket(sdk, url, { path, contentType, size }, abort);
        }, UPLOAD_MS);
      const uploadAndCheck = async () => {
        await attempt();
        // A store or proxy may confirm an upload that it did not store completely.
        if ((await head(Key))?.size !== size)
          throw new AppError('unavailable', { cause: notKeptError() });
      };
      // One retry, but not after a timeout.
      await uploadAndCheck().catch((error) =>
        isTimeout(error) ? Promise.reject(error) : uploadAndCheck(),
      );
      await rm(path, { force: true });
    },
    head,
    remove,
    list: async function* (prefixes) {
      for (const prefix of prefixes) yield* listUnder(prefix);
    },
    nameOf: (key) => key,
    presignGet: (Key, { method, fileName, contentType, expiresInSeconds }) =>
      call(({ client, GetObjectCommand, HeadObjectCommand, getSignedUrl }) => {
        const input = {
          Bucket,
          Key,
          ResponseContentType: contentType,
          ResponseContentDisposition: contentDisposition('attachment', fileName),
          ResponseCacheControl: 'private, no-store',
        };
        const isHead = method === 'HEAD';
        const command = isHead ? new HeadObjectCommand(input) : new GetObjectCommand(input);
        return getSignedUrl(client, command, signingOptions(expiresInSeconds));
      }),
    presignPut: (Key, { size, expiresInSeconds }) =>
      call((sdk) => signedPut(sdk, Key, expiresInSeconds, size)),
    ping: () =>
      call(async (sdk, abort) => {
        await requestBucket(sdk, abort);
        if (performance.now() < probeDueAt) return;
        // A write is needed, because nothing else shows that a store is full or read-only.
        await sdk.client.send(new sdk.PutObjectCommand({ Bucket, Key: PROBE, Body: 'x' }), abort);
        await sdk.client.send(new sdk.DeleteObjectCommand({ Bucket, Key: PROBE }), abort);
        probeDueAt = performance.now() + PROBE_EVERY_MS;
      }, PING_MS),
  };
}

const PROBE = 'probe';

const notKeptError = () => new Error('the store says yes and keeps something else');

const emptyRead = () => ({ stream: Readable.from([]), length: 0, totalSize: 0, version: '' });

function throwUnavailable(cause: unknown): never {
  throw new AppError('unavailable', { cause });
}

function signingOptions(expiresIn: number) {
  return { expiresIn, signingDate: new Date(now()) };
}

/** Returns null for a missing object. A missing bucket is a failure of the store. */
function nullIfNotFound(error: SdkError): null {
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return null;
  throw error;
}

function pastTheEnd(error: SdkError): 'past the end' {
  if (error.$metadata?.httpStatusCode === 416) return 'past the end';
  throw error;
}
