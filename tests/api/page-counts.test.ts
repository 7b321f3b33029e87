import { expect, test } from 'vitest';
import { countPage, writePageCounts } from '#lib/domain/drafts/writes/count-page.ts';
import { listFunnels } from '#lib/domain/requests/team/reads/week-figures.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { newVisitor, privateAnswers, reachReview } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

const totals = async (since = '2026-11-01') =>
  Object.fromEntries(
    (await listFunnels(since)).map(({ variant, pages }) => [
      variant,
      Object.fromEntries(pages.flatMap(({ label, total }) => (total > 0 ? [[label, total]] : []))),
    ]),
  );
const question = '¿Con quién hablamos?';

test('page counts add up by day and page, over any number of writes', async () => {
  for (let i = 0; i < 3; i++) countPage('contacto', 'privados');
  countPage('contacto', 'chilecompra');
  countPage('tipo');
  expect(await totals()).toEqual({ chilecompra: {}, privados: {} });
  await writePageCounts();
  world.advance(24 * 60 * 60_000);
  countPage('contacto', 'privados');
  countPage('enviada', 'privados');
  await writePageCounts();
  await writePageCounts();
  expect(await totals()).toEqual({
    chilecompra: { [question]: 1 },
    privados: { [question]: 4, Enviada: 1 },
  });
  expect((await totals('2026-11-21')).privados).toEqual({ [question]: 1, Enviada: 1 });
});

test('page counts whose write failed are written the next time, with what was counted meanwhile', async () => {
  countPage('contacto');
  await getDb().client.execute(
    `create trigger refuse before insert on page_counts begin select raise(abort, 'no'); end`,
  );
  const failed = writePageCounts();
  countPage('contacto');
  await expect(failed).rejects.toThrow();
  await getDb().client.execute('drop trigger refuse');
  const written = writePageCounts();
  for (const page of ['contacto', 'revisar'] as const) countPage(page);
  await written;
  expect((await totals()).chilecompra).toEqual({ [question]: 2 });
  await writePageCounts();
  expect((await totals()).chilecompra).toEqual({ [question]: 3, 'Revisa tus respuestas': 1 });
});

test('a request that is sent twice counts once as sent', async () => {
  const who = newVisitor();
  await reachReview(privateAnswers, who);
  for (let i = 0; i < 2; i++) expect(await who.send()).toMatch(/^\/comprobante/);
  await writePageCounts();
  expect(await totals()).toEqual({ chilecompra: {}, privados: { Enviada: 1 } });
});
