import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { UNCACHED_LIMIT } from '#lib/domain/marketplace/reads/cached-replies.ts';
import { findTenderInTime } from '#lib/domain/marketplace/reads/tenders.ts';
import { contextOf } from '#lib/http/api/run-operation.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAILY_CALLS, MAX_UNLISTED_CALLS } from '#lib/platform/mercado-publico/quota.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { captureLog } from '#tests/support/captured-log.ts';
import {
  checkTender,
  getMarketplaceReply,
  listDay,
  marketplaceForTest,
} from '#tests/support/marketplace.ts';
import { startLibsql } from '#tests/support/providers/libsql.ts';
import type { Call } from '#tests/support/providers/mercado-publico.ts';
import { measureWait } from '#tests/support/timing.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const GAP = 150;
const recorded = ['4809-45-LE26', '2678-1-LR25', '4993-76-L126', '998-4-LE17', '5268-9-LQ17'];

const { api, world, programIn } = marketplaceForTest({ paceMs: GAP - 5, latencyMs: 40 });
beforeEach(() => setCallTimes({ gapMs: GAP }));

/** Expects the stand-in's calls one after the other, none too close. */
function expectPaced(calls: Call[]): void {
  expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
  for (const [i, call] of calls.entries()) {
    const before = calls[i - 1];
    if (before) expect(call.at - before.end).toBeGreaterThan(GAP - 5);
  }
}

describe('calls to Mercado Público with one ticket', () => {
  test('wait for each other within a process', async () => {
    const replies = await Promise.all(recorded.map(checkTender));
    expect(replies.map(({ body }) => body.source)).toEqual(recorded.map(() => 'api'));
    expect(api.calls).toHaveLength(recorded.length);
    expectPaced(api.calls);
  });

  test.each([
    ['a database file', false],
    ['a database server', true],
  ])(
    'wait for each other across processes that share %s, and so do their answers',
    async (_, remote) => {
      const server = remote
        ? await startLibsql({ path: join(world.dataDir, 'resguardo.db') })
        : undefined;
      const program = join(import.meta.dirname, '../support/marketplace-process.ts');
      const run = promisify(execFile);
      const start = (ids: string[]) =>
        run(process.execPath, [program], {
          encoding: 'utf8',
          env: {
            ...programIn(),
            ...server?.variables,
            TIMING: JSON.stringify({ gapMs: GAP }),
            IDS: JSON.stringify(ids),
          },
        });
      const outputs = await Promise.all([start(recorded), start([...recorded].reverse())]);
      for (const { stdout } of outputs) {
        expect(JSON.parse(stdout)).toEqual(recorded.map(() => 'api'));
      }
      expect(new Set(api.calls.map(({ requestedPath }) => requestedPath)).size).toBe(
        recorded.length,
      );
      // A caller between an answer and its row calls again, which the product's 3 s make rarer.
      expect(api.calls.length).toBeLessThan(2 * recorded.length);
      expectPaced(api.calls);
      if (server) expect(server.roundTrips()).toBeGreaterThan(recorded.length);
    },
  );

  test('wait no longer than their limit: of 40 at once, those that would take too long answer 504', async () => {
    setCallTimes({ queryTimeoutMs: 8 * GAP });
    const ids = Array.from({ length: 40 }, (_, i) => `1-${i}-LE26`);
    const { result: replies, ms } = await measureWait(() =>
      Promise.all(ids.map((id) => getMarketplaceReply(`/api/licitaciones/${id}`))),
    );
    expect(ms).toBeLessThan(8 * GAP + 300);
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 504).length).toBeGreaterThan(25);
    expect(new Set(statuses)).toEqual(new Set([404, 504]));
    // The last call may have been aborted.
    expectPaced(api.calls.filter(({ status }) => status !== 0));
  });

  test('go on once the lease of a process that died in the middle of one has ended', async () => {
    await checkTender('4809-45-LE26');
    await getDb().client.execute(
      `update leases set owner = 'dead', until = unixepoch('subsec') * 1000 + 400`,
    );
    const started = performance.now();
    expect((await checkTender('2678-1-LR25')).body.source).toBe('api');
    expect(performance.now() - started).toBeGreaterThan(350);
  });
});

describe('the daily quota of Mercado Público calls', () => {
  const used = (calls: number) =>
    getDb().client.execute({ sql: 'update marketplace_calls set calls = ?', args: [calls] });
  const warnings = (log: ReturnType<typeof captureLog>) =>
    log.lines().filter(({ msg }) => msg?.includes('80 %'));

  beforeEach(() => {
    api.set({ paceMs: 0, latencyMs: 0 });
    setCallTimes({ gapMs: 0 });
  });

  test('is warned of in the log once, at 80 %', async () => {
    await checkTender('4809-45-LE26');
    const log = captureLog();
    await used(DAILY_CALLS * 0.8 - 2);
    await checkTender('1-1-LE26');
    expect(warnings(log)).toHaveLength(0);
    await checkTender('1-2-LE26');
    await checkTender('1-3-LE26');
    expect(warnings(log)).toHaveLength(1);
    expect(warnings(log)[0]).toMatchObject({ level: 40, calls: 8000, most: 10_000 });
  });

  test('refuses further calls at 100 % until the next day in Chile, while kept answers still serve', async () => {
    await checkTender('4809-45-LE26');
    await used(DAILY_CALLS);
    const refused = await listDay('13032017');
    expect([refused.status, refused.body.error]).toEqual([503, 'unavailable']);
    expect(refused.body.message).toContain('máximo de consultas');
    expect((await checkTender('4809-45-LE26')).body.source).toBe('api');
    expect((await checkTender('1-1-LE26')).body.source).toBe('basic');
    expect(api.calls).toHaveLength(1);
    world.advance(11 * 60 * 60 * 1000 + 59 * 60 * 1000);
    expect((await listDay('13032017')).status).toBe(503);
    world.advance(2 * 60 * 1000);
    expect((await listDay('13032017')).status).toBe(200);
  });

  test('keeps a share for tenders that a list named, for the catalogue and for the wizard', async () => {
    await listDay('13032017');
    const [named] = await getDb().read.all<{ code: string }>(
      'select code from marketplace_tenders limit 1',
    );
    await used(MAX_UNLISTED_CALLS);
    const before = api.calls.length;
    expect((await checkTender('1-1-LE26')).body).toMatchObject({ source: 'basic', valid: true });
    expect((await getMarketplaceReply('/api/licitaciones/1-1-LE26')).status).toBe(503);
    expect((await listDay('14032017')).status).toBe(503);
    expect(api.calls).toHaveLength(before);
    expect((await checkTender(named?.code ?? '')).body.source).toBe('api');
    expect((await getMarketplaceReply('/api/listar-organismos')).status).toBe(200);
    const by = contextOf(new Request('http://wizard.test'));
    expect(await findTenderInTime('1-1-LE26', by)).toMatchObject({ value: null });
    // The guest's call waits for the one before, and the wizard's comes while it waits.
    api.set({ latencyMs: 200 });
    const first = findTenderInTime('1-4-LE26', by);
    const guest = getMarketplaceReply('/api/licitaciones/1-3-LE26');
    await pause(100);
    expect(await findTenderInTime('1-3-LE26', by)).toMatchObject({ value: null });
    expect([(await guest).status, (await first)?.value]).toEqual([503, null]);
    await used(DAILY_CALLS);
    expect(await findTenderInTime('1-2-LE26', by)).toBeNull();
  });

  test('answers the wizard also while a guest’s call for the same tender waits in vain', async () => {
    await listDay('13032017');
    await used(MAX_UNLISTED_CALLS);
    setCallTimes({ gapMs: GAP });
    api.set({ latencyMs: 100 });
    const inFlight = singleton('marketplace-in-flight', () => new Map<string, unknown>());
    // The calls wait for each other, so the guest's still waits when the wizard asks.
    const first = getMarketplaceReply('/api/listar-organismos');
    await waitFor(() => inFlight.size === 1);
    const guest = checkTender('1-1-LE26');
    await waitFor(() => inFlight.size === 2);
    const by = contextOf(new Request('http://wizard.test'));
    expect(await findTenderInTime('1-1-LE26', by)).toMatchObject({ value: null });
    expect((await guest).body).toMatchObject({ source: 'basic' });
    expect((await first).status).toBe(200);
  });

  test('is shielded by an hourly limit of each IP, in which kept answers do not count', async () => {
    await world.reopen(api.variables);
    const codeOf = (n: number) => `1-${n}-LE26`;
    const check = async (n: number) => {
      if (n % 50 === 0) world.advance(60_000);
      return (await checkTender(codeOf(n))).body.source;
    };
    for (let n = 1; n <= UNCACHED_LIMIT.points; n++) expect(await check(n)).toBe('api');
    expect(await check(UNCACHED_LIMIT.points + 1)).toBe('basic');
    expect(api.calls).toHaveLength(UNCACHED_LIMIT.points);
    expect((await checkTender(codeOf(UNCACHED_LIMIT.points))).body.source).toBe('api');
    const detail = await getMarketplaceReply('/api/licitaciones/1-999-LE26');
    expect([detail.status, detail.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    world.advance(3_600_000);
    expect(await check(999)).toBe('api');
  });

  test('counts each try, also those of one question that failed', async () => {
    api.failNext('server-error', 2);
    await checkTender('4809-45-LE26');
    const { rows } = await getDb().client.execute('select day, calls from marketplace_calls');
    expect(rows).toEqual([{ day: '2026-11-20', calls: 3 }]);
  });
});
