import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { markUploadsKept } from '#lib/domain/uploads/writes/keep-uploads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { now } from '#lib/platform/process/clock.ts';
import { api } from '#tests/support/call.ts';
import { csrfToken } from '#tests/support/contact.ts';

export type UploadAnswer = {
  status: number;
  body: {
    success?: boolean;
    error?: string;
    message?: string;
    fields?: Record<string, string>;
    presignedUrl: string;
    downloadUrl: string;
  };
};

/** Sends `GET upload-url` with a valid CSRF token, like a page. */
export async function requestUploadUrl(
  query: Record<string, string>,
  ip = '192.0.2.1',
): Promise<UploadAnswer> {
  const token = await csrfToken();
  const path = `/api/guarantees/upload-url?${new URLSearchParams(query)}`;
  const headers = { 'x-csrf-token': token };
  return answerOf(api(path, { ip, headers, cookies: { 'csrf-token': token } }));
}

export type UploadBody = Buffer | ReadableStream<Uint8Array>;

/** Sends the file to the app, or to the bucket, which answers without a body. */
export async function putUpload(
  url: string,
  body: UploadBody,
  headers: Record<string, string> = {},
): Promise<UploadAnswer> {
  const sent = { method: 'PUT', body: body as BodyInit, headers };
  if (pathOf(url).startsWith('/api/')) return answerOf(api(pathOf(url), sent));
  const { status } = await fetch(url, sent);
  return { status, body: { presignedUrl: '', downloadUrl: '' } };
}

export const postUploadProxy = (body: BodyInit, headers: Record<string, string> = {}) =>
  answerOf(api('/api/guarantees/upload-proxy', { body, headers }));

export function uploadProxyForm(
  bytes: Buffer,
  name: string,
  type: string | null = 'contrato',
): FormData {
  const data = new FormData();
  if (type !== null) data.set('type', type);
  data.set('file', new File([new Uint8Array(bytes)], name));
  return data;
}

/** Returns the download as the browser gets it before it follows a redirect. */
export const downloadUpload = (url: string, method: 'GET' | 'HEAD' = 'GET') =>
  api(pathOf(url), { method });

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Returns the status after reading to the end, like readers do. */
export async function statusOf(response: Promise<Response>): Promise<number> {
  await (await response).arrayBuffer();
  return (await response).status;
}

/** Counts the files in the store and in the temporary directory of a local world. */
export function countStoredFiles(dataDir: string): { files: number; temp: number } {
  const count = (name: string) => {
    const directory = join(dataDir, name);
    if (!existsSync(directory)) return 0;
    const found = readdirSync(directory, { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).length;
  };
  return { files: count('files'), temp: count('tmp') };
}

async function answerOf(response: Promise<Response>): Promise<UploadAnswer> {
  const { status } = await response;
  return { status, body: await (await response).json() };
}

export async function announceUpload(fileName = 'Póliza.pdf', type = 'contrato') {
  return (await requestUploadUrl({ type, fileName })).body;
}

export function idOf(url: string): string {
  return uploadIdOfUrl(url) ?? '';
}

export function uploadRows() {
  return getDb().read.select().from(uploads);
}

/** Marks uploads as kept, like a submission, and returns the missing ids. */
export function markUploadKept(id: string): Promise<string[]> {
  const keeping = { submissionId: null, now: now() };
  return getDb().write((tx) => markUploadsKept(tx, [id], keeping));
}

/** Makes a body of many chunks that counts how many were read, and breaks off on demand. */
export function countedBody(chunk: Buffer, times: number, { breaks = false } = {}) {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === times) return breaks ? controller.error(new Error('gone')) : controller.close();
      sent += 1;
      controller.enqueue(chunk);
    },
  });
  return { body, sent: () => sent };
}
