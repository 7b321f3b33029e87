import { describe, expect, test } from 'vitest';
import { sweepMarketplace } from '#lib/domain/marketplace/writes/sweep-marketplace.ts';
import { closeDb, getDb } from '#lib/platform/db/client.ts';
import { marketplaceAnswers, marketplaceTenders } from '#lib/platform/db/schema/marketplace.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import {
  checkTender,
  getMarketplaceReply,
  listDay,
  marketplaceForTest,
  shortMarketplaceTimeouts,
  waitForMarketplaceCalls,
} from '#tests/support/marketplace.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';
import { measureWait } from '#tests/support/timing.ts';
import { START } from '#tests/support/world.ts';

const { api, world } = marketplaceForTest({ tenders: [createTender()] });

/** Empties the memory, like a new process. */
async function restart(): Promise<void> {
  await closeDb();
  for (const name of ['memory', 'health', 'in-flight', 'queues']) forget(`marketplace-${name}`);
}

const untilCalls = async (count: number) => {
  await waitForMarketplaceCalls();
  expect(api.calls).toHaveLength(count);
};

describe('an answer of Mercado Público', () => {
  test.each([
    ['the catalogue', () => getMarketplaceReply('/api/listar-organismos'), DAY],
    ['a day that is over', () => listDay('13032017'), DAY],
    ['today', () => listDay('20112026'), 5 * MINUTE],
    ['a tender', () => checkTender('4809-45-LE26'), 15 * MINUTE],
    ['a tender that is not there', () => checkTender('1-1-LE26'), MINUTE],
    ['a supplier', () => getMarketplaceReply('/api/buscar-proveedor?rut=70017820K'), DAY],
  ])(
    'about %s is kept until it is too old, also over a restart, and is then fetched again',
    async (_, question, age) => {
      const first = await question();
      world.advance(age - 1);
      const later = await question();
      await restart();
      const restarted = await question();
      expect(api.calls).toHaveLength(1);
      expect(later.body).toEqual(first.body);
      expect(restarted.body).toEqual(first.body);
      expect(restarted.headers.get('age')).toBe(String(Math.floor((age - 1) / 1000)));
      world.advance(1);
      const renewed = await question();
      expect(renewed.body).toEqual(first.body);
      expect(renewed.headers.get('age')).toBe('0');
      expect(api.calls).toHaveLength(2);
    },
  );

  test('with today’s list is fetched again after midnight, and from then on kept as that of a past day', async () => {
    world.advance(11 * HOUR + 58 * MINUTE);
    await listDay('20112026');
    world.advance(6 * MINUTE);
    await listDay('20112026');
    expect(api.calls).toHaveLength(2);
    world.advance(HOUR);
    await listDay('20112026');
    expect(api.calls).toHaveLength(2);
  });
});

describe('when the Mercado Público API is down', () => {
  test('an old answer is served at once and marked stale, and 31 s later it is renewed in the background', async () => {
    const first = await checkTender('4809-45-LE26');
    world.advance(2 * HOUR);
    setCallTimes(shortMarketplaceTimeouts);
    api.fail('hang');
    const started = performance.now();
    const stale = await checkTender('4809-45-LE26');
    expect(performance.now() - started).toBeGreaterThan(
      shortMarketplaceTimeouts.maxWaitWithCacheMs - 20,
    );
    expect(stale.body).toEqual({ ...first.body, stale: true });
    expect(stale.headers.get('age')).toBe('7200');
    const { ms } = await measureWait(async () => {
      for (let i = 0; i < 20; i++) {
        expect((await checkTender('4809-45-LE26')).body.stale).toBe(true);
      }
    });
    expect(ms).toBeLessThan(10 * shortMarketplaceTimeouts.maxWaitWithCacheMs);
    await waitForMarketplaceCalls();
    const requested = api.calls.length;
    setCallTimes({ attemptTimeoutMs: 10_000, queryTimeoutMs: 20_000 });
    api.recover();
    await checkTender('4809-45-LE26');
    await untilCalls(requested);
    world.advance(31_000);
    expect((await checkTender('4809-45-LE26')).body.stale).toBe(true);
    await untilCalls(requested + 1);
    const fresh = await checkTender('4809-45-LE26');
    expect(fresh.body).toEqual(first.body);
    expect(fresh.headers.get('age')).toBe('0');
  });

  test.each(['server-error', 'html', 'busy', 'redirect'] as const)(
    'by the fault %s, an old list is served, marked stale',
    async (trouble) => {
      const first = await listDay('20112026');
      world.advance(HOUR);
      if (trouble === 'busy') setCallTimes(shortMarketplaceTimeouts);
      api.fail(trouble);
      const stale = await listDay('20112026');
      expect(stale.status).toBe(200);
      expect(stale.body).toEqual({ ...first.body, stale: true });
    },
  );

  test.each([
    ['server-error', 'a tender', () => checkTender('4809-45-LE26')],
    ['html', 'a list', () => listDay('13032017')],
    ['cut', 'the catalogue', () => getMarketplaceReply('/api/listar-organismos')],
    ['hang', 'a supplier', () => getMarketplaceReply('/api/buscar-proveedor?rut=70017820K')],
  ] as const)(
    'by the fault %s, and then recovers, a question for %s waits for a fresh answer again',
    async (trouble, _, question) => {
      await question();
      world.advance(2 * DAY);
      setCallTimes(shortMarketplaceTimeouts);
      api.fail(trouble);
      expect((await question()).body.stale).toBe(true);
      await waitForMarketplaceCalls();
      setCallTimes({ attemptTimeoutMs: 10_000, queryTimeoutMs: 20_000 });
      api.recover();
      world.advance(31_000);
      await question();
      await waitForMarketplaceCalls();
      expect((await question()).body.stale).not.toBe(true);
      world.advance(2 * DAY);
      const { body, headers } = await question();
      expect([body.stale ?? false, headers.get('age')]).toEqual([false, '0']);
    },
  );

  test('an old answer that a tender does not exist is not repeated; the code is checked by its form', async () => {
    await checkTender('1-1-LE26');
    world.advance(HOUR);
    api.fail('server-error');
    expect((await checkTender('1-1-LE26')).body).toMatchObject({ source: 'basic', valid: true });
  });
});

describe('the same question to Mercado Público', () => {
  test('asked 100 times at once costs one call', async () => {
    api.set({ latencyMs: 50 });
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => checkTender('4809-45-LE26')),
    );
    expect(api.calls).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies[0]?.body.source).toBe('api');
  });

  test('that ten ask at once fails for all ten, and is asked anew afterwards', async () => {
    api.failNext('ticket');
    const replies = await Promise.all(Array.from({ length: 10 }, () => listDay('13032017')));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(503));
    forget('marketplace-refused');
    expect((await listDay('13032017')).status).toBe(200);
  });
});

describe('the sweeper of Mercado Público answers', () => {
  test('removes answers that are 15 days old and tenders that are 121 days old', async () => {
    await listDay('20112026');
    await checkTender('2678-1-LR25');
    const count = () => getDb().read.$count(marketplaceAnswers);
    await sweepMarketplace(world.now() + 13 * DAY);
    expect(await count()).toBe(2);
    await sweepMarketplace(world.now() + 15 * DAY);
    expect(await count()).toBe(0);
    expect(await getDb().read.$count(marketplaceTenders)).toBe(2);
    await sweepMarketplace(world.now() + 121 * DAY);
    expect(await getDb().read.$count(marketplaceTenders)).toBe(0);
  });

  test('keeps only the newest 300 lists', async () => {
    await getDb().client.execute(`insert into marketplace_answers
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 400)
      select '1:tenders:' || i, '[]', ${START} + i, 0 from n`);
    await sweepMarketplace(world.now());
    const { rows } = await getDb().client.execute(
      `select count(*) as n, min(fetched_at) - ${START} as oldest from marketplace_answers`,
    );
    expect(rows[0]).toMatchObject({ n: 300, oldest: 101 });
  });
});
