import { company, signIn } from '#tests/e2e/support/account.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { ready } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { keep, VAULT } from '#tests/e2e/support/vault.ts';

test('a panel whose sections show numbers does not scroll sideways on a phone', async ({
  page,
  app,
}, { testId }) => {
  await signIn(page, app, company(`${testId}@constructora.cl`));
  await keep(page, { category: 'formulario_29', name: 'f29-septiembre.pdf', days: -12 });
  for (const path of ['/panel', VAULT, '/panel/pagos']) {
    await page.goto(path);
    await ready(page);
    await expect(page.getByRole('navigation', { name: 'Panel' })).toContainText(
      '1 necesita atención',
    );
    await page.setViewportSize({ width: 360, height: 780 });
    const number = page.getByRole('navigation').locator('summary .bg-danger');
    await expect(number).toBeInViewport({ ratio: 1 });
    const { height = 0 } = (await page.getByRole('banner').boundingBox()) ?? {};
    expect(height).toBeLessThan(80);
    await expectAccessible(page, `${path} with a number`, [360]);
  }
});
