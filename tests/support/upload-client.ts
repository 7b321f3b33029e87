import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  GET as csrfToken,
  HEAD as fileHead,
  GET as fileRoute,
  POST as proxyRoute,
  PUT as putRoute,
  GET as urlRoute,
} from '#app/api/[[...rest]]/route.ts';
import { uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { keepUploads } from '#lib/domain/uploads/writes.ts';
import { ADDRESS_HEADER } from '#lib/http/client-address.ts';
import { now } from '#lib/platform/clock.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { handed } from '#tests/support/call.ts';

export type Answer = {
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

const base = 'http://localhost:3000';
const none = { params: Promise.resolve({}) };

/** `GET upload-url` with a valid CSRF token, as a page does it. */
export async function askForUrl(
  query: Record<string, string>,
  address = '192.0.2.1',
): Promise<Answer> {
  const issued = await csrfToken(new Request(`${base}/api/csrf-token`), none);
  const { token } = await issued.json();
  const headers = {
    'x-csrf-token': token,
    cookie: `csrf-token=${token}`,
    [ADDRESS_HEADER]: address,
  };
  return answerOf(
    urlRoute(new Request(`${urlAddress}?${new URLSearchParams(query)}`, { headers }), none),
  );
}
export const urlAddress = `${base}/api/guarantees/upload-url`;

export type Body = Buffer | ReadableStream<Uint8Array>;

export async function put(address: string, body: Body, headers: Record<string, string> = {}) {
  const init = { method: 'PUT', body: body as BodyInit, headers, duplex: 'half' };
  const id = new URL(address).pathname.split('/').at(-1) ?? '';
  return answerOf(putRoute(new Request(address, init), { params: Promise.resolve({ id }) }));
}

export async function postProxy(body: BodyInit, headers: Record<string, string> = {}) {
  const init = { method: 'POST', body, headers, duplex: 'half' };
  return answerOf(proxyRoute(new Request(`${base}/api/guarantees/upload-proxy`, init), none));
}

export function form(bytes: Buffer, name: string, type: string | null = 'contrato'): FormData {
  const data = new FormData();
  if (type !== null) data.set('type', type);
  data.set('file', new File([new Uint8Array(bytes)], name));
  return data;
}

/** The download, as the browser gets it before it follows a redirect. */
export async function download(address: string, method: 'GET' | 'HEAD' = 'GET'): Promise<Response> {
  const token = new URL(address).pathname.split('/').at(-1) ?? '';
  const handler = method === 'GET' ? fileRoute : fileHead;
  return handed(
    await handler(new Request(address, { method }), { params: Promise.resolve({ token }) }),
  );
}

/** Read to its end, as readers do. */
export async function statusOf(response: Promise<Response>): Promise<number> {
  await (await response).arrayBuffer();
  return (await response).status;
}

/** What lies in the store and in the temporary directory of a local world. */
export function leftovers(dataDir: string): { files: number; temp: number } {
  const count = (name: string) => {
    const directory = join(dataDir, name);
    if (!existsSync(directory)) return 0;
    const found = readdirSync(directory, { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).length;
  };
  return { files: count('files'), temp: count('tmp') };
}

async function answerOf(response: Promise<Response>): Promise<Answer> {
  const { status } = await response;
  return { status, body: await (await response).json() };
}

/** An announced upload. */
export async function ask(fileName = 'Póliza.pdf', type = 'contrato') {
  return (await askForUrl({ type, fileName })).body;
}

export function idOf(url: string): string {
  return uploadIdOfUrl(url) ?? '';
}

export function uploadRows() {
  return getDb().read.select().from(uploads);
}

/** What a submission does; returns the ids that are missing. */
export function keep(id: string): Promise<string[]> {
  const keeping = { submissionId: null, now: now() };
  return getDb().write((tx) => keepUploads(tx, [id], keeping));
}

/** A body of many chunks that counts how many were asked for, and breaks off when told to. */
export function countedBody(chunk: Buffer, times: number, breaks = false) {
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
