import type { Page } from '@playwright/test';

/** The pages of Webpay are the only requests elsewhere. */
export const tolerated = /^elsewhere: http:\/\/127\.0\.0\.1:\d+\/webpayserver\//;

/** Goes from /pagar to the provider's page. */
export async function goToWebpay(page: Page, amount = '45.000', label = 'Comisión de mi garantía') {
  await page.goto('/pagar');
  await page.getByLabel('Monto en pesos').fill(amount);
  await page.getByLabel('Concepto').fill(label);
  await page.getByRole('button', { name: 'Continuar a Webpay' }).click();
  await page.waitForURL('**/webpayserver/**');
}

/** Presses a button on the provider's page and ends on ours. */
export async function choose(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL(({ pathname }) => /^\/(panel\/pagos|pagar)\/[^/]+$/.test(pathname));
}
