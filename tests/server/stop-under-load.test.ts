import { expect, test } from 'vitest';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { insertSession, openDatabaseOf, sessionCookie } from '#tests/support/app-session.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { openConnection } from '#tests/support/keep-alive.ts';
import { liveCalls } from '#tests/support/live-calls.ts';
import { samples } from '#tests/support/sample-files.ts';
import { until } from '#tests/support/until.ts';
import { uploadForm } from '#tests/support/vault.ts';

const LANES_OF_EACH = 2;
const cookie = sessionCookie;
const file = { bytes: Buffer.concat([samples.pdf, Buffer.alloc(2_000_000, 'x')]), name: 'a.pdf' };

test('told to stop under load, it answers every request that was begun, whole', async () => {
  const app = await startApp();
  try {
    const db = openDatabaseOf(app);
    await insertSession(db);
    db.close();
    const kinds = await kindsOf(app);
    const lanes = Array.from({ length: LANES_OF_EACH }, () => kinds)
      .flat()
      .map((next) => runLane(app, next));
    await until(() => lanes.every(({ state }) => state.answered >= 3));
    app.signal('SIGTERM');
    await Promise.all(lanes.map(({ ended }) => ended));
    // Not 1, with which it ends what is not over after 10 s.
    expect(await app.exited()).toBe(0);
    const ends = lanes.map(({ state }) => state);
    expect(ends.map(({ failure }) => failure).filter(Boolean)).toEqual([]);
    expect(app.output()).not.toContain('unhandled');

    await app.restart();
    const after = openDatabaseOf(app);
    const { rows } = await after.execute('select count(*) as n from submissions');
    after.close();
    expect(rows[0]?.n).toBe(ends.reduce((sum, lane) => sum + lane.submitted, 0));
  } finally {
    await app.close();
  }
});

type Ask = { path: string; method?: string; headers?: object; body?: Buffer };

/** Reading, writing, a page, an upload and a download. */
async function kindsOf(app: AppProcess): Promise<(() => Promise<Ask>)[]> {
  const { body } = await liveCalls(app).upload();
  const json = { 'content-type': 'application/json' };
  const submission = Buffer.from(JSON.stringify(publicBody));
  const request = new Request(app.url, {
    method: 'POST',
    body: uploadForm({ category: 'cedula_identidad' }, file),
  });
  const type = { 'content-type': request.headers.get('content-type') ?? '', cookie };
  const form = Buffer.from(await request.arrayBuffer());
  const asks: Ask[] = [
    { path: '/api/documents/profile?type=guarantees', headers: { cookie } },
    { path: '/api/guarantees/public', method: 'POST', headers: json, body: submission },
    { path: '/contacto' },
    { path: '/api/documents/upload', method: 'POST', headers: type, body: form },
    { path: `/api/documents/download?key=${body.data?.fileId}`, headers: { cookie } },
  ];
  return asks.map((ask) => async () => ask);
}

/** One request after another until the connection is closed in good order, or no new one is taken. */
function runLane(app: AppProcess, next: () => Promise<Ask>) {
  const state = { answered: 0, submitted: 0, failure: '' };
  return { state, ended: fillLane(app, next, state) };
}

type Lane = { answered: number; submitted: number; failure: string };

async function fillLane(app: AppProcess, next: () => Promise<Ask>, lane: Lane): Promise<void> {
  const connection = openConnection(app.url);
  try {
    for (let closes = false; !closes; ) {
      const { path, ...rest } = await next();
      const answer = await connection.ask(path, rest);
      if (answer.status !== 200) throw new Error(`${answer.status} ${path}`);
      lane.answered += 1;
      if (path.endsWith('/public')) lane.submitted += 1;
      closes = answer.closes;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // what Node's client throws
    if (code !== 'ECONNREFUSED') lane.failure = `${code ?? ''} ${message}`;
  } finally {
    connection.close();
  }
}
