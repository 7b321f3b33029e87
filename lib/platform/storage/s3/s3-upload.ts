import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { AbortOptions, Sdk } from '#lib/platform/storage/s3/s3-client.ts';
import { byteStreamOfFile } from '#lib/platform/storage/sending.ts';

type UploadedFile = { path: string; contentType: string; size: number };

/** Uploads a file without the SDK, whose hashing and garbage cost more than the upload itself. */
export async function sendToBucket(
  { silence: idleTimeoutMs, httpAgent, httpsAgent }: Sdk,
  url: string,
  { path, contentType, size }: UploadedFile,
  { abortSignal: signal }: AbortOptions,
): Promise<void> {
  const fileStream = byteStreamOfFile(await open(path), { start: 0, end: size - 1 });
  const headers = { 'Content-Type': contentType, 'Content-Length': size };
  const requestOptions = { method: 'PUT', headers, signal, timeout: idleTimeoutMs };
  const uploadRequest = url.startsWith('https:')
    ? httpsRequest(url, { ...requestOptions, agent: httpsAgent })
    : httpRequest(url, { ...requestOptions, agent: httpAgent });
  uploadRequest.once('timeout', () => uploadRequest.destroy(silentStoreError()));
  // An error may follow the response, when `once` no longer handles it.
  uploadRequest.on('error', () => undefined);
  const replyEvent = once(uploadRequest, 'response') as Promise<[IncomingMessage]>; // The event's type.
  fileStream.pipeTo(uploadRequest).then(
    () => uploadRequest.end(),
    (error) => uploadRequest.destroy(error),
  );
  const [reply] = await replyEvent;
  // A refusal may arrive before the whole file is sent.
  reply.once('close', () => uploadRequest.destroy());
  const replyText = await text(reply);
  const { statusCode: httpStatusCode = 500 } = reply;
  if (httpStatusCode < 300) return;
  const name = /<Code>(\w+)<\/Code>/.exec(replyText)?.[1] ?? 'UnknownError';
  throw Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });
}

function silentStoreError(): Error {
  return Object.assign(new Error('the store says nothing'), { name: 'TimeoutError' });
}
