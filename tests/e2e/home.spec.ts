import { expect, test } from '#tests/e2e/support/app.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

test('the home page leads to the first question', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('link', { name: /pedir|comenzar|empezar|solicit/i })
    .first()
    .click();
  await expect(page).toHaveURL(/gestiona-tu-garantia/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a request sent to the API is answered by two mails', async ({ app, request }) => {
  const { publicBody } = await import('#tests/support/bodies.ts');
  const email = `ana-${Date.now()}@constructora.cl`;
  const reply = await request.post('/api/guarantees/public', { data: { ...publicBody, email } });
  expect(reply.status()).toBe(200);
  await app.waitForMail((mail) => [mail.to].flat().includes(email));
});

for (const width of [320, 360]) {
  test(`at ${width} px a menu has the other places, without a script`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/contacto');
    const link = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', {
      name: 'Licitaciones',
    });
    await expect(link).toBeHidden();
    await page.getByText('Menú', { exact: true }).click();
    await expectAccessible(page, `menu, ${width}`);
    await link.click();
    await expect(page).toHaveURL(/licitaciones/);
  });
}
