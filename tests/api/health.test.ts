import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { healthReply } from '#lib/domain/health/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import packageJson from '#package.json' with { type: 'json' };
import { api } from '#tests/support/call.ts';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { listen, serverOf } from '#tests/support/providers/http-server.ts';
import { measureWait } from '#tests/support/timing.ts';
import { createWorld, type World } from '#tests/support/world.ts';

/** The checks of the embedded default mean nothing behind a database server. */
const remote = process.env.TEST_DATABASE === 'remote';

let world: World;

/** Starts a server that takes connections and never answers. */
const startSilent = async () => closeAfterTest(await listen(serverOf(() => undefined))).url;

const down = { status: 503, report: { status: 'degraded', checks: { database: false } } };

/** The check is forgotten first, because an answer is kept for a second. */
async function health() {
  forget('health-check');
  const started = performance.now();
  const { result: response, ms: waitMs } = await measureWait(() => api('/api/health'));
  const ms = performance.now() - started;
  expect(response.headers.get('cache-control')).toBe('no-store');
  const report = healthReply.strict().parse(await response.json());
  expect(waitMs).toBeLessThan(2500);
  return { status: response.status, report, ms, waits: waitMs };
}

const s3 = (endpoint: string) => ({
  STORAGE: 's3',
  S3_ENDPOINT: endpoint,
  S3_BUCKET: 'b',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 's',
  S3_FORCE_PATH_STYLE: 'true',
});

describe('GET /api/health', () => {
  test.skipIf(remote)(
    'is 200 and healthy with the embedded defaults, and has the published body',
    async () => {
      world = createWorld();
      const { status, report } = await health();
      expect(status).toBe(200);
      expect(report).toEqual({
        status: 'healthy',
        version: packageJson.version,
        checks: {
          database: true,
          timestamp: '2026-11-20T15:00:00.000Z',
          environment: {
            hasDatabaseUrl: true,
            hasDatabaseToken: false,
            hasStorageKey: false,
            hasEmailKey: false,
            hasCrmKey: false,
            hasErrorTrackingDsn: false,
          },
        },
      });
    },
  );

  test('says what is configured, and none of the values', async () => {
    world = createWorld({
      RESEND_API_KEY: 're_canary',
      HUBSPOT_ACCESS_TOKEN: 'hub_canary',
      SENTRY_DSN: 'https://canary@sentry.ejemplo.cl/1',
    });
    const { status, report } = await health();
    expect(status).toBe(200);
    expect(report.checks.environment).toMatchObject({
      hasEmailKey: true,
      hasCrmKey: true,
      hasErrorTrackingDsn: true,
    });
    expect(JSON.stringify(report)).not.toContain('canary');
  });

  test('takes less than 25 ms in the median', async () => {
    world = createWorld();
    await health();
    const times: number[] = [];
    for (let i = 0; i < 40; i++) times.push((await health()).waits);
    times.sort((a, b) => a - b);
    expect(times[20]).toBeLessThan(25);
  });

  test('asks the file store once for all callers, and again after a second', async () => {
    let looks = 0;
    const store = serverOf((_, response) => {
      looks += 1;
      response.writeHead(200).end();
    });
    world = createWorld(s3(closeAfterTest(await listen(store)).url));
    const ask = async () => (await api('/api/health')).status;
    // The first look also writes a probe.
    expect(await ask()).toBe(200);
    await sleep(1100);
    looks = 0;
    const all = await Promise.all(Array.from({ length: 30 }, ask));
    expect([...new Set(all), await ask(), looks]).toEqual([200, 200, 1]);
    await sleep(1100);
    expect([await ask(), looks]).toEqual([200, 2]);
  });

  test('is 503 degraded when a critical setting is missing', async () => {
    world = createWorld({ CAPTCHA: 'on' });
    expect(await health()).toMatchObject({
      status: 503,
      report: { status: 'degraded', checks: { database: true } },
    });
  });

  test.skipIf(remote)('is 503 in production with only the required settings', async () => {
    world = createWorld({ APP_ENV: 'production', APP_URL: 'https://resguardo.cl' });
    const pageText = await health();
    expect(pageText).toMatchObject(down);
    expect(pageText.report.checks.environment.hasDatabaseUrl).toBe(false);
  });

  test('is 503 when the database is closed', async () => {
    world = createWorld();
    await getDb().close();
    expect(await health()).toMatchObject(down);
  });

  test('is 503 while the database accepts no writes', async () => {
    world = createWorld();
    await health();
    await getDb().client.execute(`create trigger read_only before update on heartbeat
      begin select raise(abort, 'attempt to write a readonly database'); end`);
    expect(await health()).toMatchObject(down);
    await getDb().client.execute('drop trigger read_only');
    expect((await health()).status).toBe(200);
  });

  test('is 503 within its time limit while another process holds the database', async () => {
    world = createWorld();
    await health();
    const hold = `const { createClient } = require('@libsql/client');
      createClient({ url: process.argv[1] }).transaction('write').then(async (tx) => {
        await tx.execute('create table held (a)');
        console.log('held');
        setTimeout(() => process.exit(), 10_000);
      });`;
    const url = `file:${join(world.dataDir, 'resguardo.db')}`;
    const holder = spawn(process.execPath, ['-e', hold, url]);
    await once(holder.stdout, 'data');
    expect(await health()).toMatchObject(down);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect((await health()).status).toBe(200);
  });

  test('is 503 when the database cannot be reached or takes longer than 2 s', async () => {
    world = createWorld({ DATABASE_URL: 'http://127.0.0.1:1' });
    expect((await health()).status).toBe(503);
    await world.close();
    world = createWorld({ DATABASE_URL: await startSilent() });
    const { status, ms } = await health();
    expect(status).toBe(503);
    expect(ms).toBeGreaterThan(1900);
  });

  test('is 503 when the file store cannot be reached or takes longer than 2 s', async () => {
    world = createWorld(s3('http://127.0.0.1:1'));
    const refused = await health();
    expect(refused.status).toBe(503);
    expect(refused.report.checks).toMatchObject({
      database: true,
      environment: { hasStorageKey: true },
    });
    await world.close();
    world = createWorld(s3(await startSilent()));
    expect((await health()).status).toBe(503);
  });
});
