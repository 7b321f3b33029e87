import { codeFor, company, register, verify } from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';

test('with the mail provider down one registers, is told what to do, and the code comes later', async ({
  page,
  app,
}) => {
  const ana = company('proveedor-caido@constructora.cl');
  app.resend.failNext({ how: 'status', status: 503 }, 1000);
  await register(page, ana);
  await expect(page).toHaveURL(/\/verificar\?/);
  await expect(page.locator('main')).toContainText('Tu registro ya quedó guardado');
  await expect(page.locator('main')).toContainText('spam');
  expect(app.mailbox().filter(({ to }) => [to].flat().includes(ana.email))).toEqual([]);

  app.resend.recover();
  await expect
    .poll(() => app.mailbox().some(({ to }) => [to].flat().includes(ana.email)))
    .toBe(true);
  await verify(page, await codeFor(app, ana.email));
  await expect(page).toHaveURL('/panel');
});
