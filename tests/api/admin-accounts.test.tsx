import { expect, test } from 'vitest';
import EraseAccountPage from '#app/admin/cuentas/[id]/borrar/page.tsx';
import AccountPage from '#app/admin/cuentas/[id]/page.tsx';
import AccountsPage from '#app/admin/cuentas/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import PeoplePage from '#app/admin/personas/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';

const { ana } = adminAreaForTest();

test('the team finds accounts by words of their name, without accents too, and by the beginning of their e-mail', async () => {
  const elena = await makeUser();
  const name = (id: string, named: string) =>
    getDb().client.execute({
      sql: 'update accounts set name = ?, razon_social = null where id = ?',
      args: [named, id],
    });
  await name(elena.id, 'Elena Ñúñez');
  browseAs(ana.cookies);
  const find = async (q: string) =>
    (await renderPage(AccountsPage, {}, { q })).includes(elena.email);
  for (const q of ['elena', 'Nuñez', 'ñunez', 'nunez elena', elena.email.slice(0, 5)]) {
    expect(await find(q), q).toBe(true);
  }
  for (const q of ['elenita', 'nunez ana', 'el', '%%%']) expect(await find(q), q).toBe(false);
  const all = textOf(await renderPage(AccountsPage, {}));
  expect(all).toMatch(/El equipo y las más nuevas.*ana@resguardo\.cl.*Elena Ñúñez/);
});

test('the link to erase a person is on the page of people, and not on that of payments', async () => {
  browseAs(ana.cookies);
  expect(await renderPage(PaymentsPage, {})).not.toContain('/admin/borrar');
  expect(await renderPage(PeoplePage, {})).toContain('/admin/borrar');
});

test('the pages of an account that does not exist answer 404', async () => {
  browseAs(ana.cookies);
  for (const page of [AccountPage, EraseAccountPage]) {
    await expect(renderPage(page, { id: 'A'.repeat(22) })).rejects.toThrow(
      'NEXT_HTTP_ERROR_FALLBACK;404',
    );
  }
});
