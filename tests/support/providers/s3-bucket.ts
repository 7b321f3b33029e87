import { createHash, randomUUID } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Lie } from '#tests/support/providers/s3-wrong-answers.ts';

/** A store may answer with fewer than requested: small pages reveal code that forgets the next. */
const PAGE = 10;
const TOLD = '.json';

type ReportedSize = { type: string; etag: string };

/**
 * Opens the bucket of `startS3`: each object is a file, named by its key in base64url, with its
 * metadata beside it. It is in `kept`, or in a temporary folder.
 */
export function openBucket(bucket: string, stored: string | undefined) {
  const directory = stored ?? mkdtempSync(join(tmpdir(), 'resguardo-s3-'));
  const folder = join(directory, bucket);
  mkdirSync(folder, { recursive: true });
  const pathOf = (key: string) => join(folder, Buffer.from(key).toString('base64url'));
  const keys = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith(TOLD))
      .map((name) => Buffer.from(name.slice(0, -TOLD.length), 'base64url').toString())
      .sort();

  async function put(key: string, request: IncomingMessage, lie: Lie | null): Promise<string> {
    const part = join(directory, randomUUID());
    const hash = createHash('md5');
    await pipeline(
      request,
      async function* (chunks) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(part),
    );
    if (lie === 'keeps-half') writeFileSync(part, halfOf(readFileSync(part)));
    const responseHeaders: ReportedSize = {
      type: request.headers['content-type'] ?? 'binary/octet-stream',
      etag: `"${hash.digest('hex')}"`,
    };
    renameSync(part, pathOf(key));
    writeFileSync(pathOf(key) + TOLD, JSON.stringify(responseHeaders));
    return responseHeaders.etag;
  }

  function give(key: string, request: IncomingMessage, response: ServerResponse, lie: Lie | null) {
    const { searchParams } = new URL(request.url ?? '', 'http://store');
    const { size, mtime } = statSync(pathOf(key));
    const { type, etag }: ReportedSize = JSON.parse(readFileSync(pathOf(key) + TOLD, 'utf8'));
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    const end = Math.min(size - 1, to ? Number(to) : size - 1);
    if (from && start >= size) return answer(response, 416, 'InvalidRange');
    const length = end - start + 1;
    const isHead = request.method === 'HEAD';
    const responseHeaders = isHead && lie === 'wrong-size' ? length + 7 : length;
    const input = !isHead && lie === 'gives-half' ? Math.floor(length / 2) : responseHeaders;
    const as = (name: string) => searchParams.get(`response-${name}`);
    const disposition = as('content-disposition');
    const cacheControl = as('cache-control');
    response.writeHead(from ? 206 : 200, {
      etag,
      'last-modified': mtime.toUTCString(),
      'content-type': as('content-type') ?? type,
      'content-length': input,
      ...(from && { 'content-range': `bytes ${start}-${end}/${size}` }),
      ...(disposition && { 'content-disposition': disposition }),
      ...(cacheControl && { 'cache-control': cacheControl }),
    });
    if (isHead || input === 0) return void response.end();
    const file = createReadStream(pathOf(key), { start, end: start + input - 1 });
    pipeline(file, response).catch(() => undefined);
  }

  /** Answers `ListObjectsV2`. */
  function list(response: ServerResponse, requested: URLSearchParams): void {
    const prefix = requested.get('prefix') ?? '';
    const token = requested.get('continuation-token') ?? '';
    const after = Buffer.from(token, 'base64url').toString();
    const found = keys().filter((key) => key.startsWith(prefix) && key > after);
    const page = found.slice(0, PAGE);
    const more = found.length > PAGE;
    const next = Buffer.from(page.at(-1) ?? '').toString('base64url');
    const contents = page.map((key) => {
      const { size, mtime } = statSync(pathOf(key));
      return `<Contents><Key>${key}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size></Contents>`;
    });
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${
        more ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
      }${contents.join('')}</ListBucketResult>`,
    );
  }

  async function serve(request: IncomingMessage, response: ServerResponse, lie: Lie | null) {
    const { method } = request;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
    const [, name, ...parts] = decodeURIComponent(pathname).split('/');
    const key = parts.join('/');
    if (name !== bucket) return answer(response, 404, 'NoSuchBucket');
    if (!key && method === 'GET') return list(response, searchParams);
    if (!key) return void response.writeHead(200).end();
    if (method === 'PUT') {
      return void response.writeHead(200, { etag: await put(key, request, lie) }).end();
    }
    if (method === 'DELETE') {
      for (const end of ['', TOLD]) rmSync(pathOf(key) + end, { force: true });
      return void response.writeHead(204).end();
    }
    if (!keys().includes(key)) return answer(response, 404, 'NoSuchKey');
    give(key, request, response, lie);
  }

  return {
    serve: (request: IncomingMessage, response: ServerResponse, lie: Lie | null) => {
      serve(request, response, lie).catch(() => response.destroy());
    },
    count: () => keys().length,
    close: async () => {
      if (!stored) rmSync(directory, { recursive: true, force: true });
    },
  };
}

export function answer(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  );
}

export function halfOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
