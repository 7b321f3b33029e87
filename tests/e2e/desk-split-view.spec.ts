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
    const desk = await newDevice({ viewport });
    await enterAs(desk, app, `lugares-${viewport.width}@resguardo.cl`, '/admin');
    await press(desk, desk.locator(`a[id^=fila-][href^="${lead}"]`));
    const reject = desk.getByRole('link', { name: 'Rechazar', exact: true });
    const place = await reject.boundingBox();
    const take = desk.getByRole('button', { name: 'Tomar en revisión' });
    expect(await pressedAgain(desk, take)).toBe('Enviar condiciones');
    expect(await reject.boundingBox()).toEqual(place);
    await expect(desk.getByRole('button', { name: 'Deshacer' })).toBeInViewport();
    await expectAccessible(desk, 'a request that was taken');
    await changed(desk, () => desk.getByRole('button', { name: 'Deshacer' }).click());
    expect(await reject.boundingBox()).toEqual(place);
    await expect(desk.getByText(/^lleva .* sin respuesta$/)).toBeVisible();

    // A refusal is told where the form was sent, and nothing typed elsewhere is lost.
    await desk.getByLabel('Mensaje').fill('A medio escribir.');
    await desk.locator('#condiciones summary').click();
    await desk.getByLabel('Emisor').fill('Aseguradora del Sur');
    await changed(desk, () => desk.getByRole('button', { name: 'Enviar condiciones' }).click());
    const price = desk.getByLabel('Precio en pesos');
    await expect(price).toBeFocused();
    await expect(price).toBeInViewport();
    await expect(desk.locator('#price-error')).toBeInViewport();
    expect(await desk.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(desk.getByLabel('Emisor')).toHaveValue('Aseguradora del Sur');
    await expect(desk.getByLabel('Mensaje')).toHaveValue('A medio escribir.');
    // An amount that scripts can read, and only the server refuses, is refused as often as it is sent.
    for (const low of ['499', '498']) {
      await price.fill(low);
      await changed(desk, () => desk.getByRole('button', { name: 'Enviar condiciones' }).click());
      await expect(desk.locator('#price-error')).toContainText('El monto mínimo es $ 500.');
      await expect(price).toBeFocused();
    }
    await price.fill('45000');
    await expect(desk.locator('#price-error')).toHaveCount(1);
    await price.press('Tab');
    await expect(desk.locator('#price-error')).toHaveCount(0);
    await desk.getByLabel('Condiciones', { exact: true }).fill('Póliza, un año.');
    await changed(desk, () => desk.getByRole('button', { name: 'Enviar condiciones' }).click());
    await expect(desk.getByRole('status')).toContainText('Las condiciones van en camino');
    await expect(price).toBeHidden();
    await expect(desk.getByLabel('Mensaje')).toHaveValue('A medio escribir.');
  });
}

test('the open request stays in the list beside it, and the key d opens the documents to request', async ({
  page,
  app,
  newDevice,
}) => {
  const { lead } = await sendRequest(page, app, shortSample('al-lado@constructora.cl'));
  const desk = await newDevice({ viewport: { width: 1280, height: 900 } });
  await enterAs(desk, app, 'al-lado@resguardo.cl', '/admin');
  await press(desk, desk.locator(`a[id^=fila-][href^="${lead}"]`));
  const open = desk.getByRole('navigation', { name: 'Alrededor en la lista' });
  await expect(open.locator('[aria-current]')).toHaveCount(1);
  await desk.getByRole('heading', { level: 1 }).click();
  await desk.keyboard.press('d');
  const first = desk.locator('#documentos').getByRole('checkbox').first();
  await expect(first).toBeFocused();
  const name = (await first.getAttribute('name')) ?? '';
  await desk.keyboard.press('Space');
  await changed(desk, () => desk.getByRole('button', { name: 'Pedir documentos' }).click());
  await expect(first).toBeHidden();
  await expect(desk.locator(`[name=${name}]`)).toHaveCount(0);
  await expect(open.locator('[aria-current]')).toHaveCount(1);
  await expect(open.locator('[aria-current]')).toContainText('Le escribimos');

  // The palette fits its window, and after it closes the keys are the page's again.
  await desk.setViewportSize({ width: 1280, height: 500 });
  await desk.keyboard.press('Control+k');
  const box = await desk.locator('#ir').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(500);
  await desk.keyboard.press('Escape');
  await ready(desk);
  await desk.keyboard.press('n');
  await expect(desk.getByLabel('Nota interna')).toBeFocused();
});
