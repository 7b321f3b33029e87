import { publicSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { prepare, send } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

/** Mails are read in the browser without a provider, the way `npm run demo` does it. */
test.use({ appVariables: { RESEND_API_KEY: undefined, RESEND_BASE_URL: undefined } });

test('without a mail provider both mails of a request can be read at /dev/correo', async ({
  page,
}) => {
  await page.goto('/dev/correo');
  await expectAccessible(page, 'no mails');
  const sample = publicSample('local@ejemplo.cl');
  await prepare(page, sample.answers);
  const number = await send(page);
  await expect(async () => {
    await page.goto('/dev/correo');
    await expect(page.locator('main li')).toHaveCount(2, { timeout: 100 });
  }).toPass({ timeout: 60_000 });
  await expectAccessible(page, 'mails');

  for (const [title, text] of [
    [`Recibimos tu solicitud N.º ${number}`, 'Ver mi solicitud'],
    [`Solicitud N.º ${number}:`, 'Seriedad de la oferta'],
  ] as const) {
    await page.goto('/dev/correo');
    await page.getByRole('link', { name: title }).click();
    const formatted = page.frameLocator('iframe');
    await expect(formatted.getByText(text, { exact: true })).toBeVisible();
  }
  await expectAccessible(page, 'a mail', [1280]);
  for (const text of sample.shown) await expect(page.locator('pre')).toContainText(text);
});
