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

  const desk = await newDevice();
  const advisor = await advisorOf(app);
  await desk.goto('/login');
  await logInAs(desk, advisor);
  await expect(desk).toHaveURL('/admin');
  const main = desk.locator('main');
  await expect(main.getByRole('row')).toHaveCount(4); // with the headings' row
  await expect(main).toContainText('N.º 1');
  await expectAccessible(desk, 'the inbox');

  // The first lead is found by name without its accents, noted, assigned and handled.
  await desk.getByLabel('Buscar').fill('ivan dia');
  await click(desk, 'Buscar');
  await expect(main.getByRole('row')).toHaveCount(2);
  await expectAccessible(desk, 'the inbox, searched');
  await follow(desk, 'Iván Díaz');
  await expect(main).toContainText('<b>¿Me llaman?</b>');
  await desk.getByLabel('Nota interna').fill('Llamado.\nVuelve el lunes.');
  await click(desk, 'Guardar nota');
  await expect(main.getByRole('status')).toContainText('Guardamos la nota');
  await expect(main.getByRole('status')).toBeInViewport();
  await desk.getByLabel('Nota interna').fill('Sin guardar aparte.');
  await choose(desk, 'Asignada a', 'Nadie');
  await expect(main.getByRole('status')).toBeInViewport();
  await expect(main.getByRole('listitem').getByText('Sin guardar aparte.')).toBeAttached();
  await click(desk, 'Deshacer');
  await click(desk, 'Marcar atendida');
  await expect(main).toContainText('asignada a ti');
  await expect(main).toContainText('Vuelve el lunes.');
  await expectAccessible(desk, 'a form, handled');

  // The second lead comes from the waiting ones.
  await follow(desk, 'Volver a la bandeja');
  await follow(desk, /^Por atender 2/);
  await follow(desk, 'Carla Rojas');
  await click(desk, 'Marcar atendida');
  await follow(desk, 'Volver a la bandeja');
  await expect(desk.getByRole('link', { name: /^Por atender 1/ })).toBeVisible();
  await expect(main.getByRole('row')).toHaveCount(2);
  await desk.goto('/admin?kind=contacto&status=por_atender');
  await expect(main).toContainText('Ahora no hay ninguna así.');
  await expectAccessible(desk, 'nothing found');

  // The third lead is a request. It is moved, and its applicant gets a mail in a minute.
  await desk.goto('/admin');
  await desk.getByLabel('Buscar').fill(`N.º ${number}`);
  await click(desk, 'Buscar');
  await press(desk, main.getByRole('cell').getByRole('link').first());
  await choose(desk, 'Estado de la solicitud', 'En revisión');
  await expect(main).toContainText('Pasó de «Por atender» a «En revisión»');
  await expect(main.getByRole('status')).toContainText('Le avisamos por correo en un minuto');
  await expectAccessible(desk, 'a request that moved');
  await click(desk, 'Deshacer');
  await expect(main).toContainText('Pasó de «En revisión» a «Por atender»');

  // Choosing a state without saving it removes nothing.
  await ready(desk);
  await desk.locator('h1').click();
  await desk.keyboard.press('s');
  await desk.keyboard.press('ArrowDown');
  await expect(desk.getByRole('button', { name: 'Cambiar estado' })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Tomar en revisión' })).toBeVisible();

  // The reply comes from a template.
  await follow(desk, 'Faltan documentos');
  await desk.getByLabel('Mensaje').fill('Hola, Pedro.\n\nFalta el <b>contrato</b>.');
  await click(desk, 'Enviar respuesta');
  await expect(main.getByRole('status')).toContainText('Tu respuesta va en camino');
  const reply = await app.waitForMail(({ subject }) => subject === `Tu solicitud N.º ${number}`);
  expect(reply.text).toContain('Falta el <b>contrato</b>.');

  // The keys of acts on a request unfold its fields.
  await ready(desk);
  for (const [key, name] of Object.entries({ c: 'price', d: /^doc-/, s: 'state' })) {
    await desk.locator('h1').click();
    await desk.keyboard.press(key);
    await expect(desk.locator(':focus')).toHaveAttribute('name', name);
  }

  // Arrows only choose. Enter saves, and a button stands there until then.
  await desk.keyboard.press('ArrowDown');
  await expect(desk.getByRole('button', { name: 'Cambiar estado' })).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(main.getByRole('status')).toContainText('Guardamos el estado');

  // A refusal needs a reason first, and a template begins it.
  await desk.getByLabel('Estado de la solicitud').selectOption('Rechazada');
  await expect(desk.getByLabel('Motivo')).toBeVisible();
  await follow(desk, 'Plazo');
  await expect(desk.getByLabel('Motivo')).toHaveValue(/No alcanzamos a emitirla/);
  await click(desk, 'Rechazar y avisar');
  await expect(main).toContainText('No alcanzamos a emitirla');
  await ready(desk);
  await expect(desk.getByLabel('Motivo')).toBeHidden();
  await expectAccessible(desk, 'a request');

  await desk.goto('/admin?handled=no');
  await expect(main).toContainText('Ahora no hay ninguna así.');
  await desk.goto('/admin/entregas');
  await expectAccessible(desk, 'deliveries');
  const csv = await desk.request.get('/api/admin/leads.csv');
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
  const desk = await newDevice();
  await desk.goto('/admin?q=deep&handled=no');
  await expect(desk).toHaveURL(/\/login\?next=/);
  await logInAs(desk, advisor);
  await expect(desk).toHaveURL('/admin?q=deep&handled=no');
  await press(desk, desk.getByRole('cell').getByRole('link').first());
  const lead = new URL(desk.url()).pathname;

  const stranger = await newDevice();
  await signIn(stranger, app, natural('curiosa@montajes.cl'));
  for (const path of ['/admin', lead, '/admin/entregas']) {
    const response = await stranger.goto(path);
    expect(response?.status()).toBe(404);
    await expect(stranger.locator('h1')).toHaveText('No encontramos esta página');
  }

  // The session ends while a note is typed, and nothing is lost.
  await ready(desk);
  await desk.getByLabel('Nota interna').fill('No me pierdas.');
  await desk.context().clearCookies({ name: 'service_session' });
  await click(desk, 'Guardar nota');
  await expect(desk).toHaveURL(/\/login\?next=/);
  await logInAs(desk, advisor);
  await expect(desk.locator('main')).toContainText('Tu sesión había vencido');
  await expect(desk.getByLabel('Nota interna')).toHaveValue('No me pierdas.');
  await click(desk, 'Guardar nota');
  await expect(desk.locator('main')).toContainText('Guardamos la nota');
});

test('an advisor handles one lead and several at once without scripts', async ({
  page,
  app,
  newDevice,
}) => {
  await prepare(page, shortSample('sin@script.cl').answers);
  await send(page);
  const advisor = await advisorOf(app, 'sinscript@resguardo.cl');
  const desk = await newDevice({ javaScriptEnabled: false });
  await desk.goto('/admin/leads/1');
  await logInAs(desk, advisor);
  await expect(desk).toHaveURL('/admin/leads/1');
  await desk.getByLabel('Nota interna').fill('Sin JavaScript.');
  await click(desk, 'Guardar nota');
  await expect(desk.locator('main')).toContainText('Sin JavaScript.');
  await desk.goto('/admin?q=sin%40script.cl');
  await press(desk, desk.getByRole('cell').getByRole('link').first());
  await desk.getByLabel('Estado de la solicitud').selectOption('En revisión');
  await click(desk, 'Cambiar estado');
  await click(desk, 'Deshacer');
  await expect(desk.locator('main')).toContainText('Pasó de «En revisión» a «Por atender»');
  await follow(desk, 'Proponer una llamada');
  await expect(desk.getByLabel('Mensaje')).toHaveValue(/por teléfono/);
  await click(desk, 'Enviar y dejar atendida');
  await expect(desk.locator('main')).toContainText('y quedó como atendida');

  await writeTo(page, '/contacto', 'Varias Uno', 'varias-uno@obras.cl');
  await writeTo(page, '/contacto', 'Varias Dos', 'varias-dos@obras.cl');
  await desk.goto('/admin?q=varias&status=por_atender');
  await desk.getByLabel('Elegir a Varias Uno').check();
  await desk.getByLabel('Elegir a Varias Dos').check();
  await desk.getByRole('button', { name: 'Marcar como atendidas' }).click();
  await expect(desk.getByRole('status')).toContainText('2 atendidas.');
  await expect(desk.locator('main')).toContainText('Nada coincide.');
  await desk.getByRole('link', { name: 'Quitar Por atender' }).click();
  await expect(desk.getByRole('row')).toHaveCount(3);
});
