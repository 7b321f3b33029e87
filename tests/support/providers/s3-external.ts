import { randomBytes } from 'node:crypto';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as askSafely } from 'node:https';
import { bytesOf } from '#tests/support/providers/http-server.ts';
import { halfOf } from '#tests/support/providers/s3-bucket.ts';
import { type Keys, signedHeadersOf } from '#tests/support/providers/s3-signature.ts';
import type { Lie } from '#tests/support/providers/s3-wrong-answers.ts';

type Settings = Keys & { endpoint: string; region: string };
type Sent = { method: string; path: string; headers?: Record<string, string>; body?: Buffer };

/**
 * Opens the store behind the gate of `startS3` when `TEST_STORE=given`: the one that `S3_ENDPOINT`,
 * `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY` name, path-style. Each stand-in has a bucket of its
 * own, which is removed after it. Each request is signed again.
 */
export async function openGivenStore(ours: string) {
  const settings = givenSettings();
  const bucket = `${ours}-${randomBytes(8).toString('hex')}`;
  const objects = new Set<string>();
  const call = (sent: Sent) => forward(settings, sent, sent.body);
  const expectOk = async (sent: Sent) => {
    const answer = await call(sent);
    const text = (await bytesOf(answer)).toString();
    if ((answer.statusCode ?? 500) >= 300) throw new Error(`${sent.method}: ${text}`);
    return text;
  };
  await expectOk({ method: 'PUT', path: `/${bucket}`, headers: { 'content-length': '0' } });

  /** Maps any other bucket to one that the store does not have. */
  const bucketOf = (path: string) =>
    path.replace(/^\/?[^/?]+/, (name) => {
      const known = name.replace('/', '') === ours;
      return `${name.startsWith('/') ? '/' : ''}${bucket}${known ? '' : '-none'}`;
    });

  async function serve(request: IncomingMessage, response: ServerResponse, lie: Lie | null) {
    const { method = 'GET' } = request;
    const path = bucketOf(request.url ?? '/');
    const headers: Record<string, string> = {};
    for (const name of ['content-length', 'content-type', 'range', 'x-amz-copy-source']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    if (headers['x-amz-copy-source']) {
      headers['x-amz-copy-source'] = bucketOf(headers['x-amz-copy-source']);
    }
    const body = lie === 'keeps-half' && method === 'PUT' ? halfOf(await bytesOf(request)) : null;
    if (body) headers['content-length'] = String(body.length);
    const answer = await forward(settings, { method, path, headers }, body ?? request);
    const ok = (answer.statusCode ?? 500) < 300;
    const key = path.split('?', 1)[0] ?? '';
    if (ok && method === 'PUT') objects.add(key);
    if (ok && method === 'DELETE') objects.delete(key);
    const responseHeaders = { ...answer.headers };
    if (lie === 'wrong-size' && method === 'HEAD') {
      responseHeaders['content-length'] = String(Number(responseHeaders['content-length']) + 7);
    }
    if (lie === 'gives-half' && method === 'GET') {
      const input = halfOf(await bytesOf(answer));
      response.writeHead(answer.statusCode ?? 500, { 'content-length': input.length }).end(input);
      return;
    }
    response.writeHead(answer.statusCode ?? 500, responseHeaders);
    answer.pipe(response);
    response.once('close', () => answer.destroy());
  }

  return {
    serve: (request: IncomingMessage, response: ServerResponse, lie: Lie | null) => {
      serve(request, response, lie).catch(() => response.destroy());
    },
    count: () => objects.size,
    close: async () => {
      for (let more = true; more; ) {
        const list = await expectOk({ method: 'GET', path: `/${bucket}?list-type=2` });
        const keys = [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
        for (const key of keys) await expectOk({ method: 'DELETE', path: `/${bucket}/${key}` });
        more = keys.length > 0;
      }
      await expectOk({ method: 'DELETE', path: `/${bucket}` });
    },
  };
}

function givenSettings(): Settings {
  const value = (name: string) => {
    const setting = process.env[name];
    if (!setting) throw new Error(`npm run test:store needs ${name}`);
    return setting;
  };
  return {
    endpoint: value('S3_ENDPOINT'),
    region: process.env.S3_REGION ?? 'us-east-1',
    accessKeyId: value('S3_ACCESS_KEY_ID'),
    secretAccessKey: value('S3_SECRET_ACCESS_KEY'),
  };
}

function forward(
  settings: Settings,
  { method, path, headers = {} }: Sent,
  body: IncomingMessage | Buffer | undefined,
): Promise<IncomingMessage> {
  const url = new URL(path, settings.endpoint);
  const signed = signedHeadersOf(method, url, headers, settings);
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? askSafely : ask;
    const outgoing = send(url, { method, headers: signed }, resolve);
    outgoing.on('error', reject);
    if (body && 'pipe' in body) {
      body.once('close', () => body.complete || outgoing.destroy());
      body.pipe(outgoing);
    } else outgoing.end(body);
  });
}
