import type { Page } from '@playwright/test';
import { natural, signIn } from '#tests/e2e/support/account.ts';
import { advisorOf, logInAs } from '#tests/e2e/support/advisor.ts';
import { shortSample } from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { writeTo } from '#tests/e2e/support/contact.ts';
import { changed, prepare, press, ready, send } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

// The setting only serves to get a new app with an empty inbox. An open page may look for news
// between the end of its session and the next press.
test.use({
  appVariables: { SESSION_DAYS: '6' },
  tolerated: /404 \(Not Found\)|401 \(Unauthorized\) .*\/events\?/,
});

const click = (page: Page, name: string) =>
  press(page, page.getByRole('button', { name, exact: true }));
/** Chooses an option, which is saved at once. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  await changed(page, () => page.getByLabel(field).selectOption({ label: option }));
}
const follow = (page: Page, name: string | RegExp) =>
  press(page, page.getByRole('link', { name }).first());

test('an advisor handles three leads on a phone', async ({ page, app, newDevice }) => {
  await writeTo(page, '/contacto', 'Carla Rojas', 'carla@obras.cl');
  await writeTo(page, '/asesor', 'Iván Díaz', 'ivan@obras.cl');
  await prepare(page, shortSample('pedro@montajes.cl').answers);
  const number = await send(page);

  const adminPage = await newDevice();
  const advisor = await advisorOf(app);
  await adminPage.goto('/login');
  await logInAs(adminPage, advisor);
  await expect(adminPage).toHaveURL('/admin');
  const main = adminPage.locator('main');
  await expect(main.getByRole('row')).toHaveCount(4); // with the headings' row
  await expect(main).toContainText('N.º 1');
  await expectAccessible(adminPage, 'the inbox');

  // The first lead is found by name without its accents, noted, assigned and handled.
  await adminPage.getByLabel('Buscar').fill('ivan dia');
  await click(adminPage, 'Buscar');
  await expect(main.getByRole('row')).toHaveCount(2);
  await expectAccessible(adminPage, 'the inbox, searched');
  await follow(adminPage, 'Iván Díaz');
  await expect(main).toContainText('<b>¿Me llaman?</b>');
  await adminPage.getByLabel('Nota interna').fill('Llamado.\nVuelve el lunes.');
  await click(adminPage, 'Guardar nota');
  await expect(main.getByRole('status')).toContainText('Guardamos la nota');
  await expect(main.getByRole('status')).toBeInViewport();
  await adminPage.getByLabel('Nota interna').fill('Sin guardar aparte.');
  await choose(adminPage, 'Asignada a', 'Nadie');
  await expect(main.getByRole('status')).toBeInViewport();
  await expect(main.getByRole('listitem').getByText('Sin guardar aparte.')).toBeAttached();
  await click(adminPage, 'Deshacer');
  await click(adminPage, 'Marcar atendida');
  await expect(main).toContainText('asignada a ti');
  await expect(main).toContainText('Vuelve el lunes.');
  await expectAccessible(adminPage, 'a form, handled');

  // The second lead comes from the waiting ones.
  await follow(adminPage, 'Volver a la bandeja');
  await follow(adminPage, /^Por atender 2/);
  await follow(adminPage, 'Carla Rojas');
  await click(adminPage, 'Marcar atendida');
  await follow(adminPage, 'Volver a la bandeja');
  await expect(adminPage.getByRole('link', { name: /^Por atender 1/ })).toBeVisible();
  await expect(main.getByRole('row')).toHaveCount(2);
  await adminPage.goto('/admin?kind=contacto&status=por_atender');
  await expect(main).toContainText('Ahora no hay ninguna así.');
  await expectAccessible(adminPage, 'nothing found');

  // The third lead is a request. It is moved, and its applicant gets a mail in a minute.
  await adminPage.goto('/admin');
  await adminPage.getByLabel('Buscar').fill(`N.º ${number}`);
  await click(adminPage, 'Buscar');
  await press(adminPage, main.getByRole('cell').getByRole('link').first());
  await choose(adminPage, 'Estado de la solicitud', 'En revisión');
  await expect(main).toContainText('Pasó de «Por atender» a «En revisión»');
  await expect(main.getByRole('status')).toContainText('Le avisamos por correo en un minuto');
  await expectAccessible(adminPage, 'a request that moved');
  await click(adminPage, 'Deshacer');
  await expect(main).toContainText('Pasó de «En revisión» a «Por atender»');

  // Choosing a state without saving it removes nothing.
  await ready(adminPage);
  await adminPage.locator('h1').click();
  await adminPage.keyboard.press('s');
  await adminPage.keyboard.press('ArrowDown');
  await expect(adminPage.getByRole('button', { name: 'Cambiar estado' })).toBeVisible();
  await expect(adminPage.getByRole('button', { name: 'Tomar en revisión' })).toBeVisible();

  // The reply comes from a template.
  await follow(adminPage, 'Faltan documentos');
  await adminPage.getByLabel('Mensaje').fill('Hola, Pedro.\n\nFalta el <b>contrato</b>.');
  await click(adminPage, 'Enviar respuesta');
  await expect(main.getByRole('status')).toContainText('Tu respuesta va en camino');
  const reply = await app.waitForMail(({ subject }) => subject === `Tu solicitud N.º ${number}`);
  expect(reply.text).toContain('Falta el <b>contrato</b>.');

  // The keys of acts on a request unfold its fields.
  await ready(adminPage);
  for (const [key, name] of Object.entries({ c: 'price', d: /^doc-/, s: 'state' })) {
    await adminPage.locator('h1').click();
    await adminPage.keyboard.press(key);
    await expect(adminPage.locator(':focus')).toHaveAttribute('name', name);
  }

  // Arrows only choose. Enter saves, and a button stands there until then.
  await adminPage.keyboard.press('ArrowDown');
  await expect(adminPage.getByRole('button', { name: 'Cambiar estado' })).toBeVisible();
  await adminPage.keyboard.press('Enter');
  await expect(main.getByRole('status')).toContainText('Guardamos el estado');

  // A refusal needs a reason first, and a template begins it.
  await adminPage.getByLabel('Estado de la solicitud').selectOption('Rechazada');
  await expect(adminPage.getByLabel('Motivo')).toBeVisible();
  await follow(adminPage, 'Plazo');
  await expect(adminPage.getByLabel('Motivo')).toHaveValue(/No alcanzamos a emitirla/);
  await click(adminPage, 'Rechazar y avisar');
  await expect(main).toContainText('No alcanzamos a emitirla');
  await ready(adminPage);
  await expect(adminPage.getByLabel('Motivo')).toBeHidden();
  await expectAccessible(adminPage, 'a request');

  await adminPage.goto('/admin?handled=no');
  await expect(main).toContainText('Ahora no hay ninguna así.');
  await adminPage.goto('/admin/entregas');
  await expectAccessible(adminPage, 'deliveries');
  const csv = await adminPage.request.get('/api/admin/leads.csv');
  expect((await csv.text()).split('\r\n"')).toHaveLength(4); // messages have lines as well
});

test('the address of a lead survives the login, and is 404 for an account outside of the team', async ({
  page,
  app,
  newDevice,
}) => {
  await prepare(page, shortSample('deep@montajes.cl').answers);
  await send(page);
  const advisor = await advisorOf(app, 'otra@resguardo.cl');
  const adminPage = await newDevice();
  await adminPage.goto('/admin?q=deep&handled=no');
  await expect(adminPage).toHaveURL(/\/login\?next=/);
  await logInAs(adminPage, advisor);
  await expect(adminPage).toHaveURL('/admin?q=deep&handled=no');
  await press(adminPage, adminPage.getByRole('cell').getByRole('link').first());
  const lead = new URL(adminPage.url()).pathname;

  const stranger = await newDevice();
  await signIn(stranger, app, natural('curiosa@montajes.cl'));
  for (const path of ['/admin', lead, '/admin/entregas']) {
    const response = await stranger.goto(path);
    expect(response?.status()).toBe(404);
    await expect(stranger.locator('h1')).toHaveText('No encontramos esta página');
  }

  // The session ends while a note is typed, and nothing is lost.
  await ready(adminPage);
  await adminPage.getByLabel('Nota interna').fill('No me pierdas.');
  await adminPage.context().clearCookies({ name: 'service_session' });
  await click(adminPage, 'Guardar nota');
  await expect(adminPage).toHaveURL(/\/login\?next=/);
  await logInAs(adminPage, advisor);
  await expect(adminPage.locator('main')).toContainText('Tu sesión había vencido');
  await expect(adminPage.getByLabel('Nota interna')).toHaveValue('No me pierdas.');
  await click(adminPage, 'Guardar nota');
  await expect(adminPage.locator('main')).toContainText('Guardamos la nota');
});

test('an advisor handles one lead and several at once without scripts', async ({
  page,
  app,
  newDevice,
}) => {
  await prepare(page, shortSample('sin@script.cl').answers);
  await send(page);
  const advisor = await advisorOf(app, 'sinscript@resguardo.cl');
  const adminPage = await newDevice({ javaScriptEnabled: false });
  await adminPage.goto('/admin/leads/1');
  await logInAs(adminPage, advisor);
  await expect(adminPage).toHaveURL('/admin/leads/1');
  await adminPage.getByLabel('Nota interna').fill('Sin JavaScript.');
  await click(adminPage, 'Guardar nota');
  await expect(adminPage.locator('main')).toContainText('Sin JavaScript.');
  await adminPage.goto('/admin?q=sin%40script.cl');
  await press(adminPage, adminPage.getByRole('cell').getByRole('link').first());
  await adminPage.getByLabel('Estado de la solicitud').selectOption('En revisión');
  await click(adminPage, 'Cambiar estado');
  await click(adminPage, 'Deshacer');
  await expect(adminPage.locator('main')).toContainText('Pasó de «En revisión» a «Por atender»');
  await follow(adminPage, 'Proponer una llamada');
  await expect(adminPage.getByLabel('Mensaje')).toHaveValue(/por teléfono/);
  await click(adminPage, 'Enviar y dejar atendida');
  await expect(adminPage.locator('main')).toContainText('y quedó como atendida');

  await writeTo(page, '/contacto', 'Varias Uno', 'varias-uno@obras.cl');
  await writeTo(page, '/contacto', 'Varias Dos', 'varias-dos@obras.cl');
  await adminPage.goto('/admin?q=varias&status=por_atender');
  await adminPage.getByLabel('Elegir a Varias Uno').check();
  await adminPage.getByLabel('Elegir a Varias Dos').check();
  await adminPage.getByRole('button', { name: 'Marcar como atendidas' }).click();
  await expect(adminPage.getByRole('status')).toContainText('2 atendidas.');
  await expect(adminPage.locator('main')).toContainText('Nada coincide.');
  await adminPage.getByRole('link', { name: 'Quitar Por atender' }).click();
  await expect(adminPage.getByRole('row')).toHaveCount(3);
});
