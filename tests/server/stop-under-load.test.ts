import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { get, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { insertSession, openDatabaseOf, sessionCookie } from '#tests/support/app-session.ts';
import { openKeepAliveConnection } from '#tests/support/keep-alive.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { liveCalls } from '#tests/support/typical-calls.ts';
import { uploadForm } from '#tests/support/vault.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const LANES_OF_EACH = 2;
const cookie = sessionCookie;
const bytes = Buffer.concat([samples.pdf, Buffer.alloc(2_000_000, 'x'), samples.pdf]);
const file = { bytes, name: 'a.pdf' };

test('on SIGTERM under load the app answers every begun request completely and saves its page counts', async () => {
  const app = await startApp({ until: 'healthy' });
  try {
    const db = openDatabaseOf(app);
    await insertSession(db);
    db.close();
    await openPages(app);
    const kinds = await kindsOf(app);
    const partitions = Array.from({ length: LANES_OF_EACH }, () => kinds)
      .flat()
      .map((next) => runPartition(app, next));
    const upload = beginUpload(`${app.url}/api/guarantees/upload-proxy`);
    const spool = join(app.dataDir, 'tmp');
    await waitFor(() => existsSync(spool) && readdirSync(spool).length > 0);
    await waitFor(() => partitions.every(({ state }) => state.answered >= 3));
    app.signal('SIGTERM');
    const isGone = () =>
      fetch(app.url).then(
        () => false,
        () => true,
      );
    await waitFor(isGone);
    upload.finish();
    const { status, body } = await upload.reply;
    expect(status).toBe(200);
    await Promise.all(partitions.map(({ ended }) => ended));
    // Code 1 would mean that work was ended because it took more than 10 s.
    expect(await app.exited()).toBe(0);
    const ends = partitions.map(({ state }) => state);
    expect(ends.map(({ failure }) => failure).filter(Boolean)).toEqual([]);
    expect(app.output()).not.toContain('unhandled');

    await app.restart();
    const after = openDatabaseOf(app);
    const { rows } = await after.execute(
      "select (select count(*) from submissions) as sent, (select total from page_counts where page = 'tipo') as opened",
    );
    after.close();
    const sent = ends.reduce((sum, partition) => sum + partition.submitted, 0);
    expect(rows[0]).toMatchObject({ sent, opened: 2 });
    expect((await fetch(JSON.parse(body).downloadUrl)).status).toBe(200);
  } finally {
    await app.close();
  }
});

/** Opens a page twice as a browser, once returned with an error, and once as no browser. */
async function openPages({ url }: AppProcess): Promise<void> {
  const page = `${url}/gestiona-tu-garantia/tipo`;
  const navigate = { 'sec-fetch-mode': 'navigate' };
  for (const [address, headers] of [
    [page, navigate],
    [page, navigate],
    [`${page}?aviso=revisa`, navigate],
    [page, {}],
  ] as const) {
    // Node's fetch sends this header itself.
    const [reply] = await once(get(address, { headers }), 'response');
    await text(reply);
  }
}

/** Begins a multipart upload whose end is still to come. */
function beginUpload(url: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const type = 'multipart/form-data; boundary=corte';
  const outgoing = request(url, { method: 'POST', headers: { 'content-type': type } });
  outgoing.on('response', async (reply) => {
    resolve({ status: reply.statusCode ?? 0, body: await text(reply) });
  });
  outgoing.on('error', reject);
  const part = (name: string, more = '') =>
    `--corte\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  outgoing.write(`${part('type')}contrato\r\n${part('file', '; filename="contrato.pdf"')}`);
  outgoing.write(samples.pdf);
  return {
    reply: promise,
    finish: () => {
      for (let n = 0; n < 20; n++) outgoing.write(Buffer.alloc(10_000, '\n'));
      outgoing.end('\r\n--corte--\r\n');
    },
  };
}

type Ask = { path: string; method?: string; headers?: object; body?: Buffer };

/** Returns a read, a write, a page, an upload and a download. */
async function kindsOf(app: AppProcess): Promise<(() => Promise<Ask>)[]> {
  const { body } = await liveCalls(app).upload();
  const json = { 'content-type': 'application/json' };
  const submission = Buffer.from(JSON.stringify(publicBody));
  const sent = new Request(app.url, {
    method: 'POST',
    body: uploadForm({ category: 'cedula_identidad' }, file),
  });
  const type = { 'content-type': sent.headers.get('content-type') ?? '', cookie };
  const form = Buffer.from(await sent.arrayBuffer());
  const asks: Ask[] = [
    { path: '/api/documents/profile?type=guarantees', headers: { cookie } },
    { path: '/api/guarantees/public', method: 'POST', headers: json, body: submission },
    { path: '/contacto' },
    { path: '/api/documents/upload', method: 'POST', headers: type, body: form },
    { path: `/api/documents/download?key=${body.data?.fileId}`, headers: { cookie } },
  ];
  return asks.map((ask) => async () => ask);
}

/** Sends requests in sequence until the connection closes well, or no new one is taken. */
function runPartition(app: AppProcess, next: () => Promise<Ask>) {
  const state = { answered: 0, submitted: 0, failure: '' };
  return { state, ended: fillPartition(app, next, state) };
}

type Partition = { answered: number; submitted: number; failure: string };

async function fillPartition(
  app: AppProcess,
  next: () => Promise<Ask>,
  partition: Partition,
): Promise<void> {
  const connection = openKeepAliveConnection(app.url);
  try {
    for (let closes = false; !closes; ) {
      const { path, ...rest } = await next();
      const answer = await connection.ask(path, rest);
      if (answer.status !== 200) throw new Error(`${answer.status} ${path}`);
      partition.answered += 1;
      if (path.endsWith('/public')) partition.submitted += 1;
      closes = answer.closes;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // Node's client throws these
    if (code !== 'ECONNREFUSED') partition.failure = `${code ?? ''} ${message}`;
  } finally {
    connection.close();
  }
}
