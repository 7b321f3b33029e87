import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { cannotKeepText } from '#lib/platform/db/faults.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { insertSession, openDatabaseOf } from '#tests/support/app-session.ts';
import { samples } from '#tests/support/sample-files.ts';
import { makeSmallDisk } from '#tests/support/small-disk.ts';
import { type LiveAnswer, liveCalls } from '#tests/support/typical-calls.ts';

const run = promisify(execFile);
const APP_SECRET = 'x'.repeat(40);
const METRICS_TOKEN = 'un-token-de-las-metricas';
const variables = { RATE_LIMITS: 'on', APP_SECRET, METRICS_TOKEN };
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function started(dataDir: string, user?: number): Promise<AppProcess> {
  const app = await startApp({ dataDir, variables, ...(user !== undefined && { user }) });
  cleanups.push(app.close);
  return app;
}

function folder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-faults-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** Makes a member with a session, a document and an attachment, and returns their ids. */
async function settleIn(app: AppProcess) {
  const db = openDatabaseOf(app);
  await insertSession(db);
  db.close();
  const calls = liveCalls(app);
  const document = (await calls.upload()).body.data;
  const { downloadUrl } = (await calls.attach()).body;
  // The upload becomes part of a request, because each opening before that is counted by a write.
  expect((await calls.submit(downloadUrl)).status).toBe(200);
  return {
    expectReading: async () => {
      const { status, body } = await calls.profile();
      expect([status, body.contrato?.map(({ fileId }) => fileId)]).toEqual([
        200,
        expect.arrayContaining([document?.fileId]),
      ]);
      for (const address of [`/api/documents/download?key=${document?.fileId}`, downloadUrl]) {
        const { status, bytes } = await calls.get(address ?? '');
        expect([status, bytes.equals(samples.pdf)]).toEqual([200, true]);
      }
      for (const page of ['/', '/gestiona-tu-garantia', '/panel', '/panel/documentos']) {
        expect([page, (await calls.get(page)).status]).toEqual([page, 200]);
      }
      const check = await calls.get('/api/licitaciones/validate-licitacion?id=4809-45-LE26');
      expect(check.status).not.toBe(503);
    },
  };
}

function expectRefused({ status, retryAfter, body }: LiveAnswer, message = cannotKeepText): void {
  expect({ status, error: body.error, message: body.message }).toEqual({
    status: 503,
    error: 'unavailable',
    message,
  });
  expect(Number(retryAfter)).toBeGreaterThan(0);
}

async function leftByDoctor(dataDir: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, APP_SECRET };
  return (await run(process.execPath, ['scripts/doctor.ts'], { env })).stdout;
}

describe('while the app runs', () => {
  test('a full disk makes it refuse new data and keep old data, and it recovers once there is room', async () => {
    const disk = makeSmallDisk(48);
    cleanups.push(disk.remove);
    const app = await started(disk.path);
    const calls = liveCalls(app);
    const { expectReading } = await settleIn(app);
    disk.fill(app.pid() ?? 0);
    for (const write of [calls.submit, calls.upload, calls.attach]) {
      // SQLite reports a limit on file sizes differently from a full disk.
      const answer = await write();
      expectRefused(answer, disk.isMounted ? cannotKeepText : answer.body.message);
    }
    const page = await fetch(`${app.url}/gestiona-tu-garantia/tipo/guardar`, {
      method: 'POST',
      body: new URLSearchParams({ sistemaLicitacion: 'privados' }),
      redirect: 'manual',
    });
    expect(page.headers.get('location')).toMatch(
      /^\/gestiona-tu-garantia\/tipo\?error=unavailable/,
    );
    const many = await Promise.all(Array.from({ length: 10 }, calls.submit));
    expect(many.map(({ status }) => status)).toEqual(Array(10).fill(503));
    expect(readdirSync(join(disk.path, 'tmp'))).toEqual([]);
    await expectReading();
    const sick = await calls.health();
    expect(sick.status).toBe(503);
    const bearer = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };
    const figures = await (await fetch(`${app.url}/api/metrics`, bearer)).text();
    if (disk.isMounted) expect(figures).toContain('resguardo_up{part="disk"} 0');

    disk.free(app.pid() ?? 0);
    expect((await calls.submit()).status).toBe(200);
    expect((await calls.upload()).status).toBe(200);
    // Health keeps its answer about the parts for a second.
    await expect.poll(async () => (await calls.health()).status).toBe(200);
    await app.kill9();
    await app.restart();
    const db = openDatabaseOf(app);
    const { rows } = await db.execute('select count(*) as n from submissions');
    db.close();
    expect(rows[0]?.n).toBe(2);
    await expectReading();
    expect(await leftByDoctor(disk.path)).toContain('clean');
  });

  test('a removed or read-only database makes it refuse writes and go on reading until a restart', async () => {
    const dataDir = folder();
    if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
    // The folder is another user's, so the app cannot look for a backup to recommend.
    if (isRoot) mkdirSync(join(dataDir, 'backups'), { mode: 0o700 });
    const app = await started(dataDir, isRoot ? NOBODY : undefined);
    const calls = liveCalls(app);
    const { expectReading } = await settleIn(app);
    const files = () => readdirSync(dataDir).filter((name) => /\.db(-|$)/.test(name));
    const expectNothingTaken = async () => {
      for (const write of [calls.submit, calls.upload, calls.attach]) expectRefused(await write());
      await expectReading();
      expect(await calls.health()).toMatchObject({ status: 503, checks: { database: false } });
    };
    const names = files();
    const away = folder();
    for (const name of names) renameSync(join(dataDir, name), join(away, name));
    await expectNothingTaken();
    await app.stop();
    await expect(app.restart()).rejects.toThrow(/the database is (missing|empty)/);
    for (const name of files()) rmSync(join(dataDir, name));
    for (const name of names) renameSync(join(away, name), join(dataDir, name));
    const db = openDatabaseOf(app);
    await db.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();

    for (const name of files()) chmodSync(join(dataDir, name), 0o444);
    await app.restart();
    await expectNothingTaken();
    for (const name of files()) chmodSync(join(dataDir, name), 0o644);
    await app.restart();
    expect((await calls.submit()).status).toBe(200);
    expect((await calls.health()).status).toBe(200);
    await expectReading();
  });
});
