import { expect, test } from 'vitest';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { textOf } from '#tests/support/page-request.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';

const { ask, inbox } = adminAreaForTest();

test('a request is found by its amount and its type as the list shows them, not by parts of a number', async () => {
  const bid = await sendRequest(publicBody);
  const bond = await sendRequest(privateBody);
  const find = async (q: string) => (await ask({ q })).leads.map(({ id }) => id);
  for (const q of ['1.234,50', '1234,50', '1234,5', 'UF 1.234,50', 'cumplimiento', 'fiel cumpl']) {
    expect(await find(q), q).toEqual([bond.id]);
  }
  for (const q of ['1.500.000,50', '$1500000,5', '$ 1.500.000,50', 'seriedad']) {
    expect(await find(q), q).toEqual([bid.id]);
  }
  for (const q of ['1234,6', '234,50', 'anticipo']) expect(await find(q), q).toEqual([]);
});

test('a search without a match in a view does not claim that the view is empty', async () => {
  await sendRequest(publicBody);
  const empty = async (query: Record<string, string>) => textOf(await inbox(query));
  const searched = await empty({ turn: 'ours', q: 'zzz' });
  expect(searched).toContain('Nada coincide en esta vista.');
  expect(searched).not.toContain('Nada nos toca ahora');
});
