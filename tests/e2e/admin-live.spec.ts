import { enterAs } from '#tests/e2e/support/advisor.ts';
import { shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { writeTo } from '#tests/e2e/support/contact.ts';
import { prepare, press, send } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

// The test cuts the connection.
test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ });

const wide = { viewport: { width: 1280, height: 800 } };

test('an act on a lead keeps the scroll position, says what it did and can be undone without a page load', async ({
  page,
  app,
  newDevice,
}) => {
  await prepare(page, shortSample('quieta@obras.cl').answers);
  await send(page);
  for (const viewport of [wide.viewport, { width: 360, height: 740 }]) {
    const adminPage = await newDevice({ viewport });
    const email = `quieta-${viewport.width}@resguardo.cl`;
    await enterAs(adminPage, app, email, '/admin?q=quieta');
    await press(adminPage, adminPage.getByRole('cell').getByRole('link').first());
    const note = adminPage.getByLabel('Nota interna');
    await adminPage.getByLabel('Mensaje').fill('A medio escribir.');
    await note.fill('Llamar el lunes.');
    await note.evaluate((field) => field.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const place = async () => (await note.boundingBox())?.y ?? 0;
    const before = await place();
    const loads: string[] = [];
    adminPage.on('load', () => loads.push(adminPage.url()));
    await press(adminPage, adminPage.getByRole('button', { name: 'Guardar nota' }));
    const done = adminPage.locator('[tabindex="-1"]:has(> [role=status])');
    await expect(done).toContainText('Guardamos la nota');
    await expect(done).toBeInViewport();
    await expect(done).toBeFocused();
    await expect(note).toHaveValue('');
    // The notice may push the field on by its own height, and no further.
    const { height = 0 } = (await done.boundingBox()) ?? {};
    expect(Math.abs((await place()) - before)).toBeLessThan(height + 30);
    await expect(note).toBeInViewport();
    await expect(adminPage.getByLabel('Mensaje')).toHaveValue('A medio escribir.');
    await expectAccessible(adminPage, `a note just saved, ${viewport.width}`);
    await press(adminPage, adminPage.getByRole('button', { name: 'Deshacer' }));
    await expect(done).toContainText('Quitaste la nota');
    await expect(adminPage.locator('main').getByText('Llamar el lunes.')).toHaveCount(0);
    await press(adminPage, adminPage.getByRole('button', { name: 'Tomar en revisión' }));
    await expect(done).toContainText('Guardamos el estado');
    await press(adminPage, adminPage.getByRole('button', { name: 'Deshacer' }));
    await expect(adminPage.getByRole('button', { name: 'Tomar en revisión' })).toBeVisible();
    expect(loads).toEqual([]);
    // A note that cannot be sent stays, and the page says so.
    await note.fill('Sin conexión.');
    await adminPage.context().setOffline(true);
    await adminPage.getByRole('button', { name: 'Guardar nota' }).click();
    await expect(adminPage.getByText('No hay conexión')).toBeVisible();
    await expect(note).toHaveValue('Sin conexión.');
    await adminPage.context().setOffline(false);
    await press(adminPage, adminPage.getByRole('button', { name: 'Guardar nota' }));
    await expect(adminPage.locator('main').getByText('Sin conexión.')).toBeAttached();
    await press(adminPage, adminPage.getByRole('button', { name: 'Deshacer' }));
  }
});

test('inbox and lead show what others do, and keep what is typed, chosen and scrolled', async ({
  page,
  app,
  newDevice,
}) => {
  for (const name of ['Uno', 'Dos']) {
    await writeTo(page, '/contacto', `Vivo ${name}`, `vivo-${name.toLowerCase()}@obras.cl`);
  }
  const list = await newDevice(wide);
  await enterAs(list, app, 'lista-viva@resguardo.cl', '/admin?q=vivo&status=por_atender');
  const [, lead = ''] = await list
    .locator('a[id^=fila-]')
    .evaluateAll((rows) => rows.map((row) => new URL((row as HTMLAnchorElement).href).pathname));
  await list.getByLabel('Elegir a Vivo Dos').check();
  await list.getByLabel('Buscar', { exact: true }).fill('vivo a medias');
  const titleBefore = await list.title();
  const other = await newDevice(wide);
  await enterAs(other, app, 'otra-viva@resguardo.cl', lead);
  const third = await newDevice(wide);
  await enterAs(third, app, 'tercera-viva@resguardo.cl', lead);
  await expect(other.getByText('tercera-viva@resguardo.cl está viendo esta solicitud')).toBeVisible(
    {
      timeout: 6000,
    },
  );
  await third.getByLabel('Nota interna').fill('A medias.');
  await writeTo(page, '/contacto', 'Vivo Tres', 'vivo-tres@obras.cl');
  await expect(list.getByRole('link', { name: 'Vivo Tres' })).toBeVisible({ timeout: 8000 });
  await press(other, other.getByRole('button', { name: 'Marcar atendida' }));
  await expect(list.getByRole('link', { name: 'Vivo Uno' })).toHaveCount(0, { timeout: 8000 });
  await expect(list.getByLabel('Elegir a Vivo Dos')).toBeChecked();
  await expect(list.getByLabel('Buscar', { exact: true })).toHaveValue('vivo a medias');
  expect(await list.title()).toMatch(/^\(\d+\) Bandeja/);
  expect(titleBefore).toMatch(/^\(\d+\) Bandeja/);
  await expect(third.getByText('marcó la solicitud como atendida').first()).toBeVisible({
    timeout: 8000,
  });
  expect(await third.title()).toMatch(/^\(1\) /);
  await expect(third.getByLabel('Nota interna')).toHaveValue('A medias.');
  // An advisor who left is named for half a minute at most.
  await third.close({ runBeforeUnload: false });
  await expect(other.getByText('está viendo esta solicitud')).toHaveCount(0, { timeout: 40_000 });
});
