import { enterAs } from '#tests/e2e/support/advisor.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import { writeTo } from '#tests/e2e/support/contact.ts';
import { press, ready } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';

test('an advisor walks through the inbox by keyboard, and acts on several leads at once', async ({
  page,
  app,
  newDevice,
}) => {
  for (const name of ['Uno', 'Dos', 'Tres']) {
    await writeTo(page, '/contacto', `Teclado ${name}`, `teclado-${name.toLowerCase()}@obras.cl`);
  }
  const desk = await newDevice({ viewport: { width: 1280, height: 800 } });
  await enterAs(desk, app, 'teclado@resguardo.cl', '/admin?q=teclado');
  const focused = desk.locator(':focus');
  const bar = desk.getByRole('region', { name: 'Con las elegidas' });
  await expect(bar).toBeHidden();
  await desk.keyboard.press('/');
  await expect(focused).toHaveAttribute('type', 'search');
  await desk.keyboard.type('jkxe?');
  await expect(focused).toHaveValue('jkxe?');
  await desk.getByRole('heading', { name: 'Bandeja' }).click();
  await desk.keyboard.press('j');
  await expect(focused).toHaveText('Teclado Tres');
  await desk.keyboard.press('x');
  await desk.keyboard.press('j');
  await desk.keyboard.press('j');
  await expect(focused).toHaveText('Teclado Uno');
  await desk.keyboard.press('x');
  await expect(bar).toBeVisible();
  await expectAccessible(desk, 'the inbox on the desk, two chosen');
  await desk.keyboard.press('?');
  await expect(desk.getByText('Elegir la fila')).toBeVisible();
  await desk.keyboard.press('?');
  await expect(desk.getByText('Elegir la fila')).toBeHidden();
  await desk.keyboard.press('a');
  await expect(desk.getByRole('status')).toContainText('2 asignadas.');
  await expect(desk.getByRole('cell', { name: 'Tú' })).toHaveCount(2);

  // Keys lead from lead to lead: `e` handles one and goes on, `k` goes back.
  await ready(desk);
  await expect(focused).toHaveText('Teclado Uno');
  await desk.keyboard.press('k');
  await expect(focused).toHaveText('Teclado Dos');
  await desk.keyboard.press('k');
  await desk.keyboard.press('Enter');
  await expect(desk.locator('h1')).toHaveText('Teclado Tres');
  await ready(desk);
  await desk.keyboard.press('e');
  await expect(desk.getByRole('status')).toContainText('Marcada como atendida');
  await ready(desk);
  await desk.keyboard.press('e');
  await expect(desk.locator('h1')).toHaveText('Teclado Dos');
  await ready(desk);
  await desk.keyboard.press('k');
  await expect(desk.locator('h1')).toHaveText('Teclado Tres');

  // The focus is back at its row. The next lead is handled from the list, then answered.
  await press(desk, desk.getByRole('link', { name: 'Volver a la bandeja' }));
  await expect(focused).toHaveText('Teclado Tres');
  await desk.keyboard.press('j');
  await desk.keyboard.press('e');
  await expect(desk.getByRole('status')).toContainText('1 atendida.');
  await ready(desk);
  await expect(focused).toHaveText('Teclado Dos');
  await press(desk, desk.getByRole('button', { name: 'Deshacer' }));
  await expect(desk.getByRole('status')).toContainText('1 quedó como antes.');
  await expect(focused).toHaveText('Teclado Dos');
  await desk.getByLabel('Elegir a Teclado Tres').click();
  await desk.getByLabel('Elegir a Teclado Uno').click({ modifiers: ['Shift'] });
  await expect(desk.getByLabel('Elegir a Teclado Dos')).toBeChecked();
  await press(desk, desk.getByRole('link', { name: 'Teclado Dos' }));
  await desk.keyboard.press('a');
  await expect(focused).toHaveAttribute('name', 'assignedTo');
  await desk.getByRole('heading', { name: 'Teclado Dos' }).click();
  await desk.keyboard.press('r');
  await expect(focused).toHaveAttribute('name', 'respuesta');
  await desk.keyboard.type('Te llamo a las 10.');
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByRole('status')).toContainText('Tu respuesta va en camino');
});

test('an advisor’s text survives other acts on the page until it is sent, and Ctrl K opens the palette', async ({
  page,
  app,
  newDevice,
}) => {
  await writeTo(page, '/contacto', 'Borrador Único', 'borrador@obras.cl');
  const desk = await newDevice({ viewport: { width: 1280, height: 800 } });
  await enterAs(desk, app, 'borrador@resguardo.cl', '/admin?q=borrador');
  const focused = desk.locator(':focus');
  const reply = desk.getByLabel('Mensaje');

  // `r` on a row opens its reply.
  await desk.keyboard.press('j');
  await desk.keyboard.press('r');
  await expect(focused).toHaveAttribute('name', 'respuesta');
  await ready(desk);
  const requestedUrls: string[] = [];
  desk.on('dialog', (dialog) => {
    requestedUrls.push(dialog.type());
    dialog.accept();
  });
  await reply.fill('Te mandamos la oferta.');
  await desk.getByLabel('Nota interna').fill('Pidió descuento.');
  await press(desk, desk.getByRole('button', { name: 'Guardar nota' }));
  await expect(desk.getByRole('status')).toContainText('Guardamos la nota');
  await expect(reply).toHaveValue('Te mandamos la oferta.');
  await expect(desk.getByLabel('Nota interna')).toHaveValue('');
  await press(desk, desk.getByRole('link', { name: 'Pedir las bases' }));
  await expect(reply).toHaveValue(/^Te mandamos la oferta\.\n\n¿Nos envías las bases/);
  await reply.pressSequentially(' Gracias.');
  await press(desk, desk.getByRole('link', { name: 'Volver a la bandeja' }));
  await press(desk, desk.getByRole('link', { name: 'Borrador Único' }));
  await expect(reply).toHaveValue(/^Te mandamos la oferta\..* Gracias\.$/s);

  // The text stays after a refusal and disappears once it is sent.
  await desk.getByLabel('Asunto').fill(' ');
  await press(desk, desk.getByRole('button', { name: 'Enviar respuesta' }));
  await expect(desk.locator('main').getByRole('alert')).toContainText('Escribe el asunto');
  await expect(reply).toHaveValue(/^Te mandamos la oferta\..* Gracias\.$/s);
  await desk.getByLabel('Asunto').fill('La oferta');
  await press(desk, desk.getByRole('button', { name: 'Enviar respuesta' }));
  await expect(desk.getByRole('status')).toContainText('Tu respuesta va en camino');
  await expect(reply).toHaveValue('');
  expect(requestedUrls).toEqual([]);

  // Ctrl K works anywhere.
  await desk.goto('/admin/pagos');
  const box = desk.getByLabel('Ir a, o hacer');
  const open = async () => {
    await ready(desk);
    await desk.keyboard.press('Control+k');
    await expect(box).toBeFocused();
  };
  await open();
  await expectAccessible(desk, 'the palette');
  await box.focus();
  await desk.keyboard.type('garantia');
  await expect(desk.locator('#ir').getByRole('option')).toHaveText(['Garantías']);
  await expect(desk.locator('#ir [role=status]')).toBeHidden();
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL('/admin/garantias');
  await open();
  await desk.keyboard.press('ArrowDown');
  const active = desk.locator('#ir [aria-selected=true]');
  const first = desk.locator('#ir').getByRole('option').first();
  await expect(active).toHaveText((await first.textContent()) ?? '');
  await expect(box).toBeFocused();
  await desk.keyboard.type('borrador unico');
  const hit = desk.locator('#ir').getByRole('option');
  await expect(hit).toHaveText([/^Borrador Único · borrador@obras\.cl/]);
  await desk.keyboard.press('Enter');
  await expect(desk.locator('h1')).toHaveText('Borrador Único');
  await open();
  await desk.keyboard.press('Escape');
  await expect(box).toBeHidden();

  // The palette acts as well: on the lead, and on the row with the focus.
  await open();
  await desk.keyboard.type('marcar como');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('status')).toContainText('Marcada como atendida.');
  await expect(desk.locator('[tabindex="-1"]:has(> [role=status])').first()).toBeFocused();
  await desk.goto('/admin?q=borrador');
  await ready(desk);
  await desk.keyboard.press('j');
  await open();
  await desk.keyboard.type('asignarme');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('status')).toContainText('Ninguna cambió; 1 ya lo estaba.');
  await expect(desk.locator(':focus')).toHaveText('Borrador Único');
});

test('text sent by Ctrl+Enter does not return on a reload, and a template is kept as a draft', async ({
  page,
  app,
  newDevice,
}) => {
  await writeTo(page, '/contacto', 'Enviado Entero', 'enviado@obras.cl');
  const desk = await newDevice({ viewport: { width: 1280, height: 800 } });
  await enterAs(desk, app, 'enviado@resguardo.cl', '/admin?q=enviado');
  await press(desk, desk.getByRole('link', { name: 'Enviado Entero' }));
  const again = async () => {
    const address = new URL(desk.url());
    await desk.goto('/admin');
    await ready(desk);
    await desk.goto(address.pathname);
    await ready(desk);
  };
  for (const [label, notice] of [
    ['Mensaje', 'Tu respuesta va en camino'],
    ['Nota interna', 'Guardamos la nota'],
  ] as const) {
    const field = desk.getByLabel(label);
    await field.focus();
    await desk.keyboard.type('Va una sola vez.');
    await desk.keyboard.press('Control+Enter');
    await expect(desk.getByRole('status').filter({ hasText: notice })).toBeVisible();
    await expect(field).toHaveValue('');
    await again();
    await expect(field).toHaveValue('');
  }

  // A template is kept until it is sent, and another one takes its place while nobody changed it.
  const reply = desk.getByLabel('Mensaje');
  await press(desk, desk.getByRole('link', { name: 'Proponer una llamada' }));
  await again();
  await expect(reply).toHaveValue(/^Hola, Enviado\.\n\nPrefiero explicártelo/);
  await press(desk, desk.getByRole('link', { name: 'Pedir las bases' }));
  await expect(reply).toHaveValue(/^Hola, Enviado\.\n\n¿Nos envías las bases/);
  await expect(reply).not.toHaveValue(/Prefiero/);
  await press(desk, desk.getByRole('button', { name: 'Enviar respuesta' }));
  await expect(desk.getByRole('status')).toContainText('Tu respuesta va en camino');
  await again();
  await expect(reply).toHaveValue('');
});
