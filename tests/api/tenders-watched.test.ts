import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { watchedTenders } from '#lib/platform/db/schema/tenders.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { moveRequest, recordOwnIssued, reportEvent } from '#tests/support/issued.ts';
import { requestAndCheckTender, TENDER_CODE, tendersForTest } from '#tests/support/tenders.ts';
import { makeCompany } from '#tests/support/vault.ts';

const { world, look, become } = tendersForTest();
const watched = () => getDb().read.select().from(watchedTenders);

test('a tender stays watched if a request is reopened at the moment its watching would end', async () => {
  const { id } = await requestAndCheckTender();
  await moveRequest(id, 'rechazada');
  world.advance(DAY);
  const { promise, resolve } = Promise.withResolvers<void>();
  // The writes stand in a queue behind this one, and reads see none of them yet.
  const others = [getDb().write(() => promise), moveRequest(id, 'en_revision'), look()];
  await pause(100);
  resolve();
  await Promise.all(others);
  expect(await watched()).toHaveLength(1);
});

test('the tender of a claimed guarantee stays watched until the whole amount is claimed', async () => {
  const cookies = await makeCompany();
  const { id } = await recordOwnIssued(cookies, { tenderId: TENDER_CODE });
  await look();
  await reportEvent(cookies, id, { kind: 'cobrada', amount: '500000' });
  await become({});
  expect(await watched()).toHaveLength(1);
  await reportEvent(cookies, id, { kind: 'cobrada' });
  await become({});
  expect(await watched()).toEqual([]);
});
