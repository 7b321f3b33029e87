import { beforeEach, describe, expect, test } from 'vitest';
import { jobs, sweep } from '#lib/background/sweeper.ts';
import { recordBackup } from '#lib/domain/health/last-backup.ts';
import { figureQueries } from '#lib/domain/metrics/reads.ts';
import { kindOfPath } from '#lib/http/server/path-kinds.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { lastCallsOf, recordCall } from '#lib/platform/metrics/last-calls.ts';
import { findMetrics, setMetrics } from '#lib/platform/metrics/metrics.ts';
import { createMetrics } from '#lib/platform/metrics/prometheus.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { api } from '#tests/support/call.ts';
import { appWorker } from '#tests/support/delivery-worker.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { measureCpuTime } from '#tests/support/timing.ts';
import { forEachTest, START, worldForTest } from '#tests/support/world.ts';

const METRICS_TOKEN = 'token-of-the-monitoring';
const resend = forEachTest(() => startResend());
const world = worldForTest(() => ({ METRICS_TOKEN, ...resend.variables }));
beforeEach(() => setMetrics(createMetrics()));

const ask = (authorization = `Bearer ${METRICS_TOKEN}`) =>
  api('/api/metrics', { headers: { authorization } });

/** Returns values by name and labels, the way Prometheus reads them. */
async function figures(): Promise<Record<string, number>> {
  forget('health-check');
  const response = await ask();
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value] = /^([a-z_0-9]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      expect(name, line).not.toBe('');
      return [name, Number(value)];
    }),
  );
}

describe('/api/metrics', () => {
  test('answers only with the token, and is 404 where no token is configured', async () => {
    const answered = await ask();
    expect(answered.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const wrong of ['', 'Bearer', `Bearer ${METRICS_TOKEN}x`, `Basic ${METRICS_TOKEN}`]) {
      const response = await ask(wrong);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
    await world.reopen();
    expect((await ask()).status).toBe(404);
  });

  test('counts operations by name and status, and repeats nothing of the address', async () => {
    await submitRequest(publicBody);
    await submitRequest({});
    await api('/api/health?email=ana@constructora.cl');
    const found = await figures();
    expect(found).toMatchObject({
      'resguardo_operations_total{operation="POST /api/guarantees/public",status="2xx"}': 1,
      'resguardo_operations_total{operation="POST /api/guarantees/public",status="4xx"}': 1,
      'resguardo_operations_total{operation="GET /api/health",status="2xx"}': 1,
      'resguardo_operation_seconds_count{operation="POST /api/guarantees/public"}': 2,
    });
    expect(found.resguardo_db_write_wait_seconds_count).toBeGreaterThan(1);
    expect(found.nodejs_eventloop_lag_p99_seconds).toBeDefined();
    expect(found.process_resident_memory_bytes).toBeGreaterThan(1_000_000);
    expect(JSON.stringify(found)).not.toMatch(/ana@|constructora|Providencia/);
  });

  test('shows how many deliveries wait, since when, and how many were given up', async () => {
    await submitRequest(publicBody);
    world.advance(90_000);
    const dead = await getDb().client.execute(
      "update deliveries set state = 'dead', last_error = 'x' where channel = 'crm'",
    );
    const found = await figures();
    const waiting = Object.entries(found).filter(([name]) =>
      name.startsWith('resguardo_deliveries_waiting'),
    );
    expect(waiting.length).toBeGreaterThan(1);
    expect(dead.rowsAffected).toBeGreaterThan(0);
    expect(found.resguardo_deliveries_dead).toBe(dead.rowsAffected);
    for (const [name, value] of waiting) {
      expect(value).toBe(1);
      expect(found[name.replace('waiting', 'oldest_seconds')]).toBe(90);
    }
  });

  test('shows when the last backup was made and how many mails bounced within a day', async () => {
    const [now, hour] = [world.now(), 3_600_000];
    const madeAt = now - 2 * hour;
    await recordBackup(world.dataDir, { folder: '/respaldos', missing: 0, madeAt });
    await submitRequest(publicBody);
    await getDb().client.execute(`update deliveries set arrival = 'bounced',
      created_at = ${now - 72 * hour}, arrival_at = ${now} - id * 20 * ${hour}`);
    expect(await figures()).toMatchObject({
      resguardo_last_backup_seconds: madeAt / 1000,
      resguardo_mails_bounced_last_day: 1,
    });
  });

  test('counts calls to providers and tries of deliveries by their outcome', async () => {
    await submitRequest(publicBody);
    resend.failNext({ how: 'status', status: 500 });
    resend.failNext({ how: 'status', status: 403, name: 'invalid_api_key' });
    const worker = appWorker();
    for (let round = 0; round < 3; round++) {
      await worker.drain();
      world.advance(10 * 60_000);
    }
    const calls = (outcome: string) =>
      `resguardo_provider_call_seconds_count{provider="resend",outcome="${outcome}"}`;
    const tries = (outcome: string) =>
      `resguardo_deliveries_total{channel="mail",outcome="${outcome}"}`;
    expect(await figures()).toMatchObject({
      [calls('failed')]: 1,
      [calls('not_configured')]: 1,
      [calls('ok')]: resend.received.length,
      [tries('again')]: 2,
      [tries('sent')]: resend.received.length,
    });
    expect(resend.received.length).toBeGreaterThan(1);
  });

  test('shows when each job of the sweeper last ended', async () => {
    await sweep();
    const found = await figures();
    for (const job of Object.keys(jobs)) {
      const at = found[`resguardo_sweeper_last_success_seconds{task="${job}"}`];
      expect(at).toBe(world.now() / 1000);
    }
  });

  test('still answers when the database is down, and says so', async () => {
    expect(await figures()).toMatchObject({ 'resguardo_up{part="all"}': 1 });
    await getDb().close();
    const found = await figures();
    expect(found).toMatchObject({
      'resguardo_up{part="all"}': 0,
      'resguardo_up{part="database"}': 0,
      'resguardo_up{part="storage"}': 1,
    });
    expect(found.resguardo_deliveries_dead).toBeUndefined();
  });

  test('reads its tables only by their indexes', async () => {
    for (const [name, query] of Object.entries(figureQueries(world.now()))) {
      const steps = (await queryPlan(query)).split('\n');
      const walks = steps.filter((step) =>
        /(SCAN|SEARCH) (deliveries|documents|payments)/.test(step),
      );
      expect(walks.length, name).toBeGreaterThan(0);
      for (const walk of walks) expect(walk, name).toMatch(/USING (COVERING )?INDEX/);
    }
  });
});

describe('counting a request in the metrics', () => {
  test('takes less than 50 microseconds', () => {
    const metrics = findMetrics();
    const times = 20_000;
    const ms = measureCpuTime(() => {
      for (let i = 0; i < times; i++) {
        metrics?.countOperation(`GET /api/operation-${i % 100}`, 200, 0.003);
        metrics?.countRequest('api', 200, 0.004);
      }
    });
    expect((ms * 1000) / times).toBeLessThan(50);
  });

  test.each([
    ['/', 'home'],
    ['/api/health', 'api'],
    ['/panel/documentos/rut', 'panel'],
    ['/panel/salir', 'panel'],
    ['/login', 'login'],
    ['/v/ABC123', 'v'],
    ['/_lib', 'other'],
    ['/.well-known/security.txt', 'other'],
    ['/nada', 'other'],
    ['/_next/static/chunks/a.js', 'static'],
    ['/icon.svg', 'static'],
    [brand.font, 'static'],
    ['/wp-login.php', 'other'],
    ['/ana@constructora.cl/76123456-0', 'other'],
    ['//', 'home'],
  ])('to %s puts it under %s', (path, kind) => {
    expect(kindOfPath(path)).toBe(kind);
  });
});

test('a service is fine since the first answer after its last failure, and failing since the first failure', () => {
  const times = [true, true, false, false, true, true].map((isAnswered) => {
    recordCall('webpay', { isAnswered });
    recordCall('hubspot', { isAnswered: true });
    world.advance(1000);
    return lastCallsOf('webpay');
  });
  const second = (n: number) => START + n * 1000;
  expect(times).toEqual([
    { answeredAt: second(0), fineSince: second(0) },
    { answeredAt: second(1), fineSince: second(0) },
    { answeredAt: second(1), failingSince: second(2) },
    { answeredAt: second(1), failingSince: second(2) },
    { answeredAt: second(4), fineSince: second(4) },
    { answeredAt: second(5), fineSince: second(4) },
  ]);
});
