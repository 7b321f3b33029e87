import type { Page } from '@playwright/test';
import { enterAs } from '#tests/e2e/support/advisor.ts';
import { shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { writeTo } from '#tests/e2e/support/contact.ts';
import { goOn, press, ready, WIZARD, walk } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

// The tests cause a refused press and a lost connection.
test.use({ tolerated: /Failed to load resource/ });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('two advisors on one lead see each other’s replies while typing, and the second must send again', async ({
  page,
  app,
  newDevice,
}) => {
  await writeTo(page, '/contacto', 'Doble Mesa', 'doble@obras.cl');
  const [ana, luis] = [await newDevice(), await newDevice()];
  await enterAs(ana, app, 'ana.doble@resguardo.cl', '/admin?q=doble');
  await press(ana, ana.getByRole('link', { name: 'Doble Mesa' }));
  const address = new URL(ana.url()).pathname;
  await enterAs(luis, app, 'luis.doble@resguardo.cl', address);

  await ana.getByLabel('Mensaje').fill('Falta el contrato.');
  await luis.getByLabel('Mensaje').fill('Ya te llamamos.');
  await press(luis, button(luis, 'Enviar respuesta'));
  const notice = ana.getByRole('status').last();
  await expect(notice).toContainText('luis.doble@resguardo.cl respondió', { timeout: 6000 });
  await expect(notice).toContainText('Ya te llamamos.');
  await expect(ana.locator('#historia')).toContainText('Ya te llamamos.');
  await expect(ana.getByLabel('Mensaje')).toHaveValue('Falta el contrato.');
  await expect(ana.getByLabel('Mensaje')).toBeFocused();
  await expectAccessible(ana, 'a lead that somebody else answers');

  await press(ana, button(ana, 'Enviar respuesta'));
  await expect(ana.locator('main [role=alert]')).toContainText('respondió hace un momento');
  await expect(ana.getByLabel('Mensaje')).toHaveValue('Falta el contrato.');
  await expectAccessible(ana, 'a reply that was overtaken');
  await press(ana, button(ana, 'Enviar respuesta'));
  await expect(ana.locator('#responder')).toContainText('Tu respuesta va en camino');

  // The live notice showed it already, so it is not repeated.
  await luis.getByLabel('Mensaje').fill('Y mañana de nuevo.');
  await expect(luis.getByRole('status').last()).toContainText('Falta el contrato.', {
    timeout: 6000,
  });
  await luis.getByRole('button', { name: 'Ver en la historia' }).click();
  await press(luis, button(luis, 'Enviar respuesta'));
  await expect(luis.locator('#responder')).toContainText('Tu respuesta va en camino');
});

for (const scripts of [true, false]) {
  test(`a second window of an advisor is asked before it also replies, one window is not, ${scripts ? 'with' : 'without'} scripts`, async ({
    page,
    app,
    newDevice,
  }) => {
    const name = scripts ? 'Ventana Viva' : 'Ventana Quieta';
    const word = name.replace(' ', '.').toLowerCase();
    await writeTo(page, '/contacto', name, `${word}@obras.cl`);
    const one = await newDevice({ javaScriptEnabled: scripts });
    await enterAs(one, app, `${word}@resguardo.cl`, `/admin?q=${word}`);
    await press(one, one.getByRole('link', { name }));
    const other = await one.context().newPage();
    await other.goto(one.url());
    await other.getByLabel('Mensaje').fill('Falta el contrato.');
    const send = async (window: Page, text: string) => {
      await window.getByLabel('Mensaje').fill(text);
      await press(window, button(window, 'Enviar respuesta'));
    };
    for (const text of ['Ya te llamamos.', 'Y mañana de nuevo.']) {
      await send(one, text);
      await expect(one.locator('#responder')).toContainText('Tu respuesta va en camino');
    }
    await press(other, button(other, 'Enviar respuesta'));
    const refusal = other.locator('main [role=alert]');
    await expect(refusal).toContainText('Desde otra ventana, tu cuenta respondió hace un momento');
    await expect(refusal).toContainText('Y mañana de nuevo');
    await expect(other.getByLabel('Mensaje')).toHaveValue('Falta el contrato.');
    await press(other, button(other, 'Enviar respuesta'));
    await expect(other.locator('#responder')).toContainText('Tu respuesta va en camino');
    // The back button shows a page that has the own act too.
    await other.goto('/admin');
    await other.goBack();
    await send(other, 'Gracias.');
    await expect(other.locator('#responder')).toContainText('Tu respuesta va en camino');
  });
}

test('a button pressed while the page still updates from the last act waits for it', async ({
  page,
  app,
  newDevice,
}) => {
  await writeTo(page, '/contacto', 'Dedo Rápido', 'dedo@obras.cl');
  const ana = await newDevice();
  await enterAs(ana, app, 'ana.dedo@resguardo.cl', '/admin?q=dedo');
  await press(ana, ana.getByRole('link', { name: 'Dedo Rápido' }));
  await ana.getByLabel('Mensaje').fill('Ya te llamamos.');
  await button(ana, 'Enviar respuesta').click();
  await button(ana, 'Marcar atendida').first().click();
  await expect(ana.getByText('Abrir otra vez').first()).toBeVisible();
  await expect(ana.locator('main [role=alert]')).toHaveCount(0);
});

/** Keeps two drafts: one goes on, and the other one is deleted. */
async function keepTwo(page: Page, look = true) {
  const { answers } = shortSample('dos@constructora.cl');
  await page.goto(`${WIZARD}/tipo`);
  await walk(page, answers, { until: 'institucion' });
  await page.goto(WIZARD);
  await expect(heading(page)).toHaveText('Tienes un borrador');
  await press(page, page.getByRole('link', { name: 'Empezar otra' }));
  await page.getByLabel('Contrato entre privados').check();
  await goOn(page);
  await page.goto(WIZARD);
  await expect(heading(page)).toHaveText('Tienes 2 borradores');
  if (look) await expectAccessible(page, 'two drafts', [1280]);
  const first = page.getByRole('listitem').filter({ hasText: 'Contrato privado' });
  await first.getByText('Borrar este borrador').first().click();
  await press(page, first.getByRole('button', { name: /Sí, borrar este borrador/ }));
  await expect(heading(page)).toHaveText('Tienes un borrador');
  await press(page, page.getByRole('link', { name: 'Continuar' }));
  await expect(page).toHaveURL(/\/institucion(\?|$)/);
}

async function goBackHalfway(page: Page) {
  const name = page.locator('[name=institucion]');
  await name.fill('Municipalidad de');
  await press(page, button(page, 'Volver'));
  await expect(page).toHaveURL(/\/licitacion(\?|$)/);
  await goOn(page);
  await expect(page).toHaveURL(/\/institucion(\?|$)/);
  await expect(name).toHaveValue('Municipalidad de');
}

test('two drafts are listed, and typed text survives "Volver", a reload and a lost connection', async ({
  page,
  context,
}) => {
  await keepTwo(page);
  await goBackHalfway(page);
  const name = page.locator('[name=institucion]');
  await name.fill('Municipalidad de Ñuñoa');
  await page.reload();
  await ready(page);
  await expect(name).toHaveValue('Municipalidad de Ñuñoa');

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.locator('main')).toContainText('No hay conexión');
  await expect(name).toHaveValue('Municipalidad de Ñuñoa');
  await context.setOffline(false);
  await page.locator('[name=rutInstitucion]').fill('69.265.000-K');
  await goOn(page);
  await expect(page).not.toHaveURL(/institucion/);
  const remaining = await page.evaluate(() => Object.keys(sessionStorage));
  expect(remaining.filter((key) => key.startsWith('paso '))).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('two drafts are listed, and "Volver" keeps a half-filled page', async ({ page }) => {
    await keepTwo(page, false);
    await goBackHalfway(page);
  });
});
