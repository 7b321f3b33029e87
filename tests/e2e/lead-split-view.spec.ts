import type { Locator, Page } from '@playwright/test';
import { enterAs } from '#tests/e2e/support/advisor.ts';
import { shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { changed, press, ready } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { sendRequest } from '#tests/e2e/support/mails.ts';

/** Presses where the pointer already is, like somebody who presses twice. */
async function pressedAgain(page: Page, button: Locator): Promise<string> {
  const box = await button.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await changed(page, () => page.mouse.click(x, y));
  return page.evaluate(
    ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('a, button')?.textContent ?? '',
    [x, y],
  );
}

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
]) {
  test(`buttons of a lead keep their places after an act, and a refused form stays open, ${viewport.width} px wide`, async ({
    page,
    app,
    newDevice,
  }) => {
    const email = `lugares-${viewport.width}@constructora.cl`;
    const { lead } = await sendRequest(page, app, shortSample(email));
    const adminPage = await newDevice({ viewport });
    await enterAs(adminPage, app, `lugares-${viewport.width}@resguardo.cl`, '/admin');
    await press(adminPage, adminPage.locator(`a[id^=fila-][href^="${lead}"]`));
    const reject = adminPage.getByRole('link', { name: 'Rechazar', exact: true });
    const place = await reject.boundingBox();
    const take = adminPage.getByRole('button', { name: 'Tomar en revisión' });
    expect(await pressedAgain(adminPage, take)).toBe('Enviar condiciones');
    expect(await reject.boundingBox()).toEqual(place);
    await expect(adminPage.getByRole('button', { name: 'Deshacer' })).toBeInViewport();
    await expectAccessible(adminPage, 'a request that was taken');
    await changed(adminPage, () => adminPage.getByRole('button', { name: 'Deshacer' }).click());
    expect(await reject.boundingBox()).toEqual(place);
    await expect(adminPage.getByText(/^lleva .* sin respuesta$/)).toBeVisible();

    // A refusal is told where the form was sent, and nothing typed elsewhere is lost.
    await adminPage.getByLabel('Mensaje').fill('A medio escribir.');
    await adminPage.locator('#condiciones summary').click();
    await adminPage.getByLabel('Emisor').fill('Aseguradora del Sur');
    await changed(adminPage, () =>
      adminPage.getByRole('button', { name: 'Enviar condiciones' }).click(),
    );
    const price = adminPage.getByLabel('Precio en pesos');
    await expect(price).toBeFocused();
    await expect(price).toBeInViewport();
    await expect(adminPage.locator('#price-error')).toBeInViewport();
    expect(await adminPage.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(adminPage.getByLabel('Emisor')).toHaveValue('Aseguradora del Sur');
    await expect(adminPage.getByLabel('Mensaje')).toHaveValue('A medio escribir.');
    // An amount that scripts can read, and only the server refuses, is refused as often as it is sent.
    for (const low of ['499', '498']) {
      await price.fill(low);
      await changed(adminPage, () =>
        adminPage.getByRole('button', { name: 'Enviar condiciones' }).click(),
      );
      await expect(adminPage.locator('#price-error')).toContainText('El monto mínimo es $ 500.');
      await expect(price).toBeFocused();
    }
    await price.fill('45000');
    await expect(adminPage.locator('#price-error')).toHaveCount(1);
    await price.press('Tab');
    await expect(adminPage.locator('#price-error')).toHaveCount(0);
    await adminPage.getByLabel('Condiciones', { exact: true }).fill('Póliza, un año.');
    await changed(adminPage, () =>
      adminPage.getByRole('button', { name: 'Enviar condiciones' }).click(),
    );
    await expect(adminPage.getByRole('status')).toContainText('Las condiciones van en camino');
    await expect(price).toBeHidden();
    await expect(adminPage.getByLabel('Mensaje')).toHaveValue('A medio escribir.');
  });
}

test('the open request stays in the list beside it, and the key d opens the documents to request', async ({
  page,
  app,
  newDevice,
}) => {
  const { lead } = await sendRequest(page, app, shortSample('al-lado@constructora.cl'));
  const adminPage = await newDevice({ viewport: { width: 1280, height: 900 } });
  await enterAs(adminPage, app, 'al-lado@resguardo.cl', '/admin');
  await press(adminPage, adminPage.locator(`a[id^=fila-][href^="${lead}"]`));
  const open = adminPage.getByRole('navigation', { name: 'Alrededor en la lista' });
  await expect(open.locator('[aria-current]')).toHaveCount(1);
  await adminPage.getByRole('heading', { level: 1 }).click();
  await adminPage.keyboard.press('d');
  const first = adminPage.locator('#documentos').getByRole('checkbox').first();
  await expect(first).toBeFocused();
  const name = (await first.getAttribute('name')) ?? '';
  await adminPage.keyboard.press('Space');
  await changed(adminPage, () =>
    adminPage.getByRole('button', { name: 'Pedir documentos' }).click(),
  );
  await expect(first).toBeHidden();
  await expect(adminPage.locator(`[name=${name}]`)).toHaveCount(0);
  await expect(open.locator('[aria-current]')).toHaveCount(1);
  await expect(open.locator('[aria-current]')).toContainText('Le escribimos');

  // The palette fits its window, and after it closes the keys are the page's again.
  await adminPage.setViewportSize({ width: 1280, height: 500 });
  await adminPage.keyboard.press('Control+k');
  const box = await adminPage.locator('#ir').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(500);
  await adminPage.keyboard.press('Escape');
  await ready(adminPage);
  await adminPage.keyboard.press('n');
  await expect(adminPage.getByLabel('Nota interna')).toBeFocused();
});
