import { expect, test } from 'vitest';
import RequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import { DESERTED, SUSPENDED } from '#lib/domain/marketplace/rules.ts';
import { watchTenders } from '#lib/domain/tenders/writes/watch.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { marketplaceCalls } from '#lib/platform/db/schema/marketplace.ts';
import { watchedTenders } from '#lib/platform/db/schema/tenders.ts';
import { DAILY_CALLS } from '#lib/platform/mercado-publico/quota.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { makeAccount, signIn } from '#tests/support/accounts.ts';
import { shortMarketplaceTimeouts } from '#tests/support/marketplace.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';
import {
  mailTenderNews,
  newsOf,
  requestAndCheckTender,
  requestForTender,
  tenderMails,
  tendersForTest,
} from '#tests/support/tenders.ts';

const tenders = tendersForTest();
const { world, look, become } = tenders;

/** Time limits that are long enough on a busy machine. */
const patient = { attemptTimeoutMs: 60_000, queryTimeoutMs: 60_000 };
const nextLook = async () => (await getDb().read.select().from(watchedTenders))[0]?.nextAt;

test.each([
  'server-error',
  'ticket',
  'busy',
  'busy-500',
  'html',
  'truncated',
  'hang',
  'cut',
] as const)(
  'Mercado Público failing by %s changes nothing, and the change is announced once it answers',
  async (trouble) => {
    const { id } = await requestAndCheckTender();
    setCallTimes(shortMarketplaceTimeouts);
    tenders.api.fail(trouble);
    await become({ state: SUSPENDED });
    expect(await nextLook()).toBe(world.now() + 10 * MINUTE);
    expect(await newsOf(id)).toEqual([]);
    tenders.api.recover();
    forget('marketplace-refused');
    setCallTimes(patient);
    await become({ state: SUSPENDED }, 10 * MINUTE);
    expect((await newsOf(id)).map(({ what }) => what)).toEqual(['suspended']);
  },
);

test('news that another instance is still announcing is not overwritten by a later answer', async () => {
  const { id } = await requestAndCheckTender();
  const changes = [{ what: 'suspended' }];
  const news = { at: world.now(), changes, suppliers: [], terms: [], of: 'leads', after: 0 };
  // Another instance had its answer while this one was waiting for its own.
  await getDb().client.execute(`create trigger another after update on marketplace_answers begin
    update watched_tenders set state_code = 19, news = '${JSON.stringify(news)}'; end`);
  await become({ state: DESERTED });
  await getDb().client.execute('drop trigger another');
  await look();
  expect((await newsOf(id)).map(({ what }) => what)).toEqual(['suspended', 'deserted']);
});

test('a failed call ends the round and delays only its own tender', async () => {
  for (const code of ['3667-1-LE26', '3667-2-LE26', '3667-3-LE26'])
    await requestForTender({ idLicitacion: code });
  tenders.api.fail('html');
  await look();
  const met = tenders.api.calls.map(({ requestedPath }) => requestedPath);
  expect(new Set(met).size).toBe(1);
  await look();
  expect(new Set(tenders.api.calls.map(({ requestedPath }) => requestedPath)).size).toBe(2);
});

test('when the day’s share of calls is spent, no call is made, and changes are found the next day', async () => {
  const { id } = await requestAndCheckTender();
  const calls = tenders.api.calls.length;
  await getDb().write((tx) => tx.update(marketplaceCalls).set({ calls: DAILY_CALLS * 0.7 }));
  await getDb().write((tx) => tx.update(watchedTenders).set({ nextAt: world.now() }));
  await look();
  expect(tenders.api.calls).toHaveLength(calls);
  await become({ state: SUSPENDED });
  expect((await newsOf(id)).map(({ what }) => what)).toEqual(['suspended']);
});

test('the request page says since when there is no news, but only once a check is 6 hours late', async () => {
  await makeAccount();
  const { submissionId } = await requestAndCheckTender();
  browseAs(await signIn());
  const page = () => renderPage(RequestPage, { id: String(submissionId) });
  setCallTimes(shortMarketplaceTimeouts);
  tenders.api.fail('html');
  world.advance(DAY + 6 * HOUR);
  await look();
  expect(await page()).not.toContain('Sin datos de Mercado Público');
  world.advance(MINUTE);
  expect(await page()).toMatch(/Sin datos de Mercado Público desde el.*20-11-2026, 12:00/s);
  tenders.api.recover();
  setCallTimes(patient);
  world.advance(10 * MINUTE);
  await look();
  expect(await page()).not.toContain('Sin datos de Mercado Público');
});

test('a round makes at most 15 calls, and the next round goes on where it stopped', async () => {
  const codes = Array.from({ length: 20 }, (_, n) => `3667-${n + 1}-LE26`);
  tenders.api.set({ tenders: codes.map((code) => createTender({ code })) });
  for (const idLicitacion of codes) await requestForTender({ idLicitacion });
  await look();
  expect(tenders.api.calls).toHaveLength(15);
  await look();
  await look();
  expect(tenders.api.calls).toHaveLength(20);
});

test('a round that is aborted makes no call', async () => {
  await requestForTender();
  await watchTenders(AbortSignal.abort());
  expect(tenders.api.calls).toEqual([]);
});

test('without a ticket of Mercado Público no call is made and no news is sent', async () => {
  await world.reopen({ RATE_LIMITS: 'off' });
  const { id } = await requestAndCheckTender();
  await mailTenderNews(world.now());
  expect(await newsOf(id)).toEqual([]);
  expect(await tenderMails()).toEqual([]);
});
