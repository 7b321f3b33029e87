import { expect, test } from 'vitest';
import AccountPage from '#app/admin/cuentas/[id]/page.tsx';
import { HOUR } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany, joinCompany, switchCompany } from '#tests/support/companies.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';

const { ana: advisor, world } = adminAreaForTest();

test('the team’s page of a company names it, its members, their roles and their open sessions', async () => {
  const luz = await makeUser({ email: 'luz@andes.cl', ...andesCompany });
  const beto = await joinCompany(luz, 'beto@andes.cl', 'reader');
  world.advance(HOUR);
  await switchCompany(luz.cookies, luz.id);
  expect((await api('/api/auth/session', { method: 'DELETE', cookies: beto.cookies })).status).toBe(
    200,
  );
  browseAs(advisor.cookies);
  const page = await renderPage(AccountPage, { id: luz.id });
  const text = textOf(page);
  expect(text).toMatch(/Empresa Andes SpA/);
  expect(text).toMatch(/Razón social Andes SpA RUT 76\.123\.456-0 Contacto luz@andes\.cl/);
  expect(text).toContain(
    'luz@andes.cl · Ana Muñoz Administra Sesiones abiertas: 1 · la última 20-11-2026, 13:00',
  );
  expect(text).toContain('beto@andes.cl · beto Mira Sesiones abiertas: 0');
  for (const { personId } of [luz, beto]) {
    expect(page).toContain(`href="/admin/cuentas/${personId}"`);
  }
  expect(text).toContain('Cerrar sus sesiones');
  const person = await renderPage(AccountPage, { id: beto.personId });
  expect(person).toContain(`href="/admin/cuentas/${luz.id}"`);
  expect(textOf(person)).toMatch(/Andes SpA Mira/);
  expect(textOf(person)).not.toContain('Razón social');
});
