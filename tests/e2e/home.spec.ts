import { expect, test } from '#tests/e2e/support/app.ts';

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
