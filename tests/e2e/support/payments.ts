import type { Page } from '@playwright/test';
import { test as base } from '#tests/e2e/support/app.ts';
import { press } from '#tests/e2e/support/journey.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';

/** An app whose Webpay is the stand-in; its pages are the only requests elsewhere. */
export const test = base.extend<object, { webpay: WebpayStandIn }>({
  webpay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
    async ({}, use) => {
      const webpay = await startWebpay();
      await use(webpay);
      await webpay.close();
    },
    { scope: 'worker' },
  ],
  appVariables: [async ({ webpay }, use) => use(webpay.variables), { scope: 'worker' }],
});

export const tolerated = /^elsewhere: http:\/\/127\.0\.0\.1:\d+\/webpayserver\//;

/** From /pagar to the provider's page. */
export async function goToWebpay(page: Page, amount = '45.000', what = 'Comisión de mi garantía') {
  await page.goto('/pagar');
  await page.getByLabel('Monto en pesos').fill(amount);
  await page.getByLabel('Concepto').fill(what);
  await page.getByRole('button', { name: 'Continuar a Webpay' }).click();
  await page.waitForURL('**/webpayserver/**');
}

/** On the provider's page; ends on ours. */
export async function choose(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL(({ pathname }) => /^\/(panel\/pagos|pagar)\/[^/]+$/.test(pathname));
}

export { press };
