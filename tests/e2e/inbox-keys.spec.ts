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
  const adminPage = await newDevice({ viewport: { width: 1280, height: 800 } });
  await enterAs(adminPage, app, 'teclado@resguardo.cl', '/admin?q=teclado');
  const focused = adminPage.locator(':focus');
  const bar = adminPage.getByRole('region', { name: 'Con las elegidas' });
  await expect(bar).toBeHidden();
  await adminPage.keyboard.press('/');
  await expect(focused).toHaveAttribute('type', 'search');
  await adminPage.keyboard.type('jkxe?');
  await expect(focused).toHaveValue('jkxe?');
  await adminPage.getByRole('heading', { name: 'Bandeja' }).click();
  await adminPage.keyboard.press('j');
  await expect(focused).toHaveText('Teclado Tres');
  await adminPage.keyboard.press('x');
  await adminPage.keyboard.press('j');
  await adminPage.keyboard.press('j');
  await expect(focused).toHaveText('Teclado Uno');
  await adminPage.keyboard.press('x');
  await expect(bar).toBeVisible();
  await expectAccessible(adminPage, 'the inbox, two chosen');
  await adminPage.keyboard.press('?');
  await expect(adminPage.getByText('Elegir la fila')).toBeVisible();
  await adminPage.keyboard.press('?');
  await expect(adminPage.getByText('Elegir la fila')).toBeHidden();
  await adminPage.keyboard.press('a');
  await expect(adminPage.getByRole('status')).toContainText('2 asignadas.');
  await expect(adminPage.getByRole('cell', { name: 'Tú' })).toHaveCount(2);

  // Keys lead from lead to lead: `e` handles one and goes on, `k` goes back.
  await ready(adminPage);
  await expect(focused).toHaveText('Teclado Uno');
  await adminPage.keyboard.press('k');
  await expect(focused).toHaveText('Teclado Dos');
  await adminPage.keyboard.press('k');
  await adminPage.keyboard.press('Enter');
  await expect(adminPage.locator('h1')).toHaveText('Teclado Tres');
  await ready(adminPage);
  await adminPage.keyboard.press('e');
  await expect(adminPage.getByRole('status')).toContainText('Marcada como atendida');
  await ready(adminPage);
  await adminPage.keyboard.press('e');
  await expect(adminPage.locator('h1')).toHaveText('Teclado Dos');
  await ready(adminPage);
  await adminPage.keyboard.press('k');
  await expect(adminPage.locator('h1')).toHaveText('Teclado Tres');

  // The focus is back at its row. The next lead is handled from the list, then answered.
  await press(adminPage, adminPage.getByRole('link', { name: 'Volver a la bandeja' }));
  await expect(focused).toHaveText('Teclado Tres');
  await adminPage.keyboard.press('j');
  await adminPage.keyboard.press('e');
  await expect(adminPage.getByRole('status')).toContainText('1 atendida.');
  await ready(adminPage);
  await expect(focused).toHaveText('Teclado Dos');
  await press(adminPage, adminPage.getByRole('button', { name: 'Deshacer' }));
  await expect(adminPage.getByRole('status')).toContainText('1 quedó como antes.');
  await expect(focused).toHaveText('Teclado Dos');
  await adminPage.getByLabel('Elegir a Teclado Tres').click();
  await adminPage.getByLabel('Elegir a Teclado Uno').click({ modifiers: ['Shift'] });
  await expect(adminPage.getByLabel('Elegir a Teclado Dos')).toBeChecked();
  await press(adminPage, adminPage.getByRole('link', { name: 'Teclado Dos' }));
  await adminPage.keyboard.press('a');
  await expect(focused).toHaveAttribute('name', 'assignedTo');
  await adminPage.getByRole('heading', { name: 'Teclado Dos' }).click();
  await adminPage.keyboard.press('r');
  await expect(focused).toHaveAttribute('name', 'respuesta');
  await adminPage.keyboard.type('Te llamo a las 10.');
  await adminPage.keyboard.press('Control+Enter');
  await expect(adminPage.getByRole('status')).toContainText('Tu respuesta va en camino');
});

test('an advisor’s text survives other acts on the page until it is sent, and Ctrl K opens the palette', async ({
  page,
  app,
  newDevice,
}) => {
  await writeTo(page, '/contacto', 'Borrador Único', 'borrador@obras.cl');
  const adminPage = await newDevice({ viewport: { width: 1280, height: 800 } });
  await enterAs(adminPage, app, 'borrador@resguardo.cl', '/admin?q=borrador');
  const focused = adminPage.locator(':focus');
  const reply = adminPage.getByLabel('Mensaje');

  // `r` on a row opens its reply.
  await adminPage.keyboard.press('j');
  await adminPage.keyboard.press('r');
  await expect(focused).toHaveAttribute('name', 'respuesta');
  await ready(adminPage);
  const requestedUrls: string[] = [];
  adminPage.on('dialog', (dialog) => {
    requestedUrls.push(dialog.type());
    dialog.accept();
  });
  await reply.fill('Te mandamos la oferta.');
  await adminPage.getByLabel('Nota interna').fill('Pidió descuento.');
  await press(adminPage, adminPage.getByRole('button', { name: 'Guardar nota' }));
  await expect(adminPage.getByRole('status')).toContainText('Guardamos la nota');
  await expect(reply).toHaveValue('Te mandamos la oferta.');
  await expect(adminPage.getByLabel('Nota interna')).toHaveValue('');
  await press(adminPage, adminPage.getByRole('link', { name: 'Proponer una llamada' }));
  await expect(reply).toHaveValue(/^Te mandamos la oferta\.\n\nPrefiero explicártelo/);
  await reply.pressSequentially(' Gracias.');
  await press(adminPage, adminPage.getByRole('link', { name: 'Volver a la bandeja' }));
  await press(adminPage, adminPage.getByRole('link', { name: 'Borrador Único' }));
  await expect(reply).toHaveValue(/^Te mandamos la oferta\..* Gracias\.$/s);

  // The text stays after a refusal and disappears once it is sent.
  await adminPage.getByLabel('Asunto').fill(' ');
  await press(adminPage, adminPage.getByRole('button', { name: 'Enviar respuesta' }));
  await expect(adminPage.locator('main').getByRole('alert')).toContainText('Escribe el asunto');
  await expect(reply).toHaveValue(/^Te mandamos la oferta\..* Gracias\.$/s);
  await adminPage.getByLabel('Asunto').fill('La oferta');
  await press(adminPage, adminPage.getByRole('button', { name: 'Enviar respuesta' }));
  await expect(adminPage.getByRole('status')).toContainText('Tu respuesta va en camino');
  await expect(reply).toHaveValue('');
  expect(requestedUrls).toEqual([]);

  // Ctrl K works anywhere.
  await adminPage.goto('/admin/pagos');
  const box = adminPage.getByLabel('Ir a, o hacer');
  const open = async () => {
    await ready(adminPage);
    await adminPage.keyboard.press('Control+k');
    await expect(box).toBeFocused();
  };
  await open();
  await expectAccessible(adminPage, 'the palette');
  await box.focus();
  await adminPage.keyboard.type('garantia');
  await expect(adminPage.locator('#ir').getByRole('option')).toHaveText(['Garantías']);
  await expect(adminPage.locator('#ir [role=status]')).toBeHidden();
  await adminPage.keyboard.press('Enter');
  await expect(adminPage).toHaveURL('/admin/garantias');
  await open();
  await adminPage.keyboard.press('ArrowDown');
  const active = adminPage.locator('#ir [aria-selected=true]');
  const first = adminPage.locator('#ir').getByRole('option').first();
  await expect(active).toHaveText((await first.textContent()) ?? '');
  await expect(box).toBeFocused();
  await adminPage.keyboard.type('borrador unico');
  const hit = adminPage.locator('#ir').getByRole('option');
  await expect(hit).toHaveText([/^Borrador Único · borrador@obras\.cl/]);
  await adminPage.keyboard.press('Enter');
  await expect(adminPage.locator('h1')).toHaveText('Borrador Único');
  await open();
  await adminPage.keyboard.press('Escape');
  await expect(box).toBeHidden();

  // The palette acts as well: on the lead, and on the row with the focus.
  await open();
  await adminPage.keyboard.type('marcar como');
  await adminPage.keyboard.press('Enter');
  await expect(adminPage.getByRole('status')).toContainText('Marcada como atendida.');
  await expect(adminPage.locator('[tabindex="-1"]:has(> [role=status])').first()).toBeFocused();
  await adminPage.goto('/admin?q=borrador');
  await ready(adminPage);
  await adminPage.keyboard.press('j');
  await open();
  await adminPage.keyboard.type('asignarme');
  await adminPage.keyboard.press('Enter');
  await expect(adminPage.getByRole('status')).toContainText('Ninguna cambió; 1 ya lo estaba.');
  await expect(adminPage.locator(':focus')).toHaveText('Borrador Único');
});

test('text sent by Ctrl+Enter does not return on a reload, and a template is kept as a draft', async ({
  page,
  app,
  newDevice,
}) => {
  await writeTo(page, '/contacto', 'Enviado Entero', 'enviado@obras.cl');
  const adminPage = await newDevice({ viewport: { width: 1280, height: 800 } });
  await enterAs(adminPage, app, 'enviado@resguardo.cl', '/admin?q=enviado');
  await press(adminPage, adminPage.getByRole('link', { name: 'Enviado Entero' }));
  const again = async () => {
    const address = new URL(adminPage.url());
    await adminPage.goto('/admin');
    await ready(adminPage);
    await adminPage.goto(address.pathname);
    await ready(adminPage);
  };
  for (const [label, notice] of [
    ['Mensaje', 'Tu respuesta va en camino'],
    ['Nota interna', 'Guardamos la nota'],
  ] as const) {
    const field = adminPage.getByLabel(label);
    await field.focus();
    await adminPage.keyboard.type('Va una sola vez.');
    await adminPage.keyboard.press('Control+Enter');
    await expect(adminPage.getByRole('status').filter({ hasText: notice })).toBeVisible();
    await expect(field).toHaveValue('');
    await again();
    await expect(field).toHaveValue('');
  }

  // A template is kept until it is sent, and fills an emptied box again.
  const reply = adminPage.getByLabel('Mensaje');
  await press(adminPage, adminPage.getByRole('link', { name: 'Proponer una llamada' }));
  await again();
  await expect(reply).toHaveValue(/^Hola, Enviado\.\n\nPrefiero explicártelo/);
  await reply.fill('');
  await adminPage.getByRole('link', { name: 'Proponer una llamada' }).click();
  await expect(reply).toHaveValue(/^Hola, Enviado\.\n\nPrefiero explicártelo/);
  await press(adminPage, adminPage.getByRole('button', { name: 'Enviar respuesta' }));
  await expect(adminPage.getByRole('status')).toContainText('Tu respuesta va en camino');
  await again();
  await expect(reply).toHaveValue('');
});
