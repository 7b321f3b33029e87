import { beforeEach, expect, test } from 'vitest';
import { countPage, writePageCounts } from '#lib/domain/drafts/writes/count-page.ts';
import { countPages } from '#lib/domain/inbox/reads/count-weeks.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { atReview, privateAnswers, visitor } from '#tests/support/wizard.ts';
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld({ RATE_LIMITS: 'off' });
});

const totals = async (since = '2026-11-01') =>
  Object.fromEntries(
    (await countPages(since)).flatMap(({ label, total }) => (total > 0 ? [[label, total]] : [])),
  );
const [first, second] = ['¿Para qué contrato necesitas la garantía?', '¿Con quién hablamos?'];

test('adds up by day and page, over any number of writes', async () => {
  for (let i = 0; i < 3; i++) countPage('tipo');
  countPage('contacto');
  expect(await totals()).toEqual({});
  await writePageCounts();
  world.advance(24 * 60 * 60_000);
  countPage('tipo');
  countPage('enviada');
  await writePageCounts();
  await writePageCounts();
  expect(await totals()).toEqual({ [first]: 4, [second]: 1, Enviada: 1 });
  expect(await totals('2026-11-21')).toEqual({ [first]: 1, Enviada: 1 });
});

test('a write that fails is made up for, with what was counted meanwhile', async () => {
  countPage('tipo');
  await getDb().client.execute(
    `create trigger refuse before insert on page_counts begin select raise(abort, 'no'); end`,
  );
  const failed = writePageCounts();
  countPage('tipo');
  await expect(failed).rejects.toThrow();
  await getDb().client.execute('drop trigger refuse');
  const written = writePageCounts();
  countPage('contacto');
  await written;
  expect(await totals()).toEqual({ [first]: 2 });
  await writePageCounts();
  expect(await totals()).toEqual({ [first]: 2, [second]: 1 });
});

test('a request that is sent twice came to the end once', async () => {
  const who = visitor();
  await atReview(privateAnswers, who);
  for (let i = 0; i < 2; i++) expect(await who.send()).toMatch(/^\/comprobante/);
  await writePageCounts();
  expect(await totals()).toEqual({ Enviada: 1 });
});
