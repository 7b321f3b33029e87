import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { AbortOptions, Sdk } from '#lib/platform/storage/s3/s3-client.ts';
import { byteStreamOfFile } from '#lib/platform/storage/sending.ts';

type File = { path: string; contentType: string; size: number };

/** Uploads a file without the SDK, whose hashing and garbage cost more than the upload itself. */
export async function sendToBucket(
  { silence, httpAgent, httpsAgent }: Sdk,
  url: string,
  { path, contentType, size }: File,
  { abortSignal: signal }: AbortOptions,
): Promise<void> {
  const sending = byteStreamOfFile(await open(path), { start: 0, end: size - 1 });
  const headers = { 'Content-Type': contentType, 'Content-Length': size };
  const common = { method: 'PUT', headers, signal, timeout: silence };
  const outgoing = url.startsWith('https:')
    ? httpsRequest(url, { ...common, agent: httpsAgent })
    : httpRequest(url, { ...common, agent: httpAgent });
  outgoing.once('timeout', () => outgoing.destroy(silentStoreError()));
  // An error may follow the response, when `once` no longer handles it.
  outgoing.on('error', () => undefined);
  const replied = once(outgoing, 'response') as Promise<[IncomingMessage]>; // The event's type.
  sending.pipeTo(outgoing).then(
    () => outgoing.end(),
    (error) => outgoing.destroy(error),
  );
  const [reply] = await replied;
  // A refusal may arrive before the whole file is sent.
  reply.once('close', () => outgoing.destroy());
  const words = await text(reply);
  const { statusCode: httpStatusCode = 500 } = reply;
  if (httpStatusCode < 300) return;
  const name = /<Code>(\w+)<\/Code>/.exec(words)?.[1] ?? 'UnknownError';
  throw Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });
}

function silentStoreError(): Error {
  return Object.assign(new Error('the store says nothing'), { name: 'TimeoutError' });
}
