import { expect, test } from 'vitest';
import ActivityPage from '#app/panel/actividad/page.tsx';
import CompanyPage from '#app/panel/empresa/page.tsx';
import { makeUser } from '#tests/support/accounts.ts';
import { andes, invite, join } from '#tests/support/companies.ts';
import { recordedOwn } from '#tests/support/issued.ts';
import { browseAs, show, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

test('activity names who did what to which guarantee, document and invitation, with their pages', async () => {
  const ana = await makeUser({ email: 'ana@andes.cl', ...andes });
  const carla = await join(ana, 'carla@andes.cl');
  const own = await recordedOwn(carla.cookies);
  await postForm(`/panel/garantias/${own.id}/evento`, {
    cookies: carla.cookies,
    form: { kind: 'entregada', day: '' },
  });
  await invite(ana.cookies, 'nueva@andes.cl');
  browseAs(ana.cookies);
  for (const page of [await show(ActivityPage, {}), await show(CompanyPage, {})]) {
    const text = textOf(page);
    expect(text).toContain(`carla registró una garantía: N.º ${own.number} para`);
    expect(text).toContain('Invitaste a una persona: nueva@andes.cl');
    expect(page).toContain(`href="/panel/garantias/${own.id}"`);
  }
  const seen = async (query: Record<string, string>) => textOf(await show(ActivityPage, {}, query));
  expect(await seen({ q: 'carla@' })).not.toContain('Invitaste');
  expect(await seen({ q: 'carla@' })).toContain('carla registró una garantía');
  expect(await seen({ kind: 'personas' })).toContain('Invitaste a una persona');
  expect(await seen({ kind: 'personas' })).not.toContain('registró una garantía');
  expect(await seen({ to: '2020-01-01' })).toContain('Nada coincide.');
  const other = await makeUser({ email: 'eva@otra.cl' });
  browseAs(other.cookies);
  expect(textOf(await show(ActivityPage, {}))).not.toContain('registró una garantía');
});
