import type { Page } from '@playwright/test';
import { company, refusal, signUp, startSession } from '#tests/e2e/support/account.ts';
import { type App, expect, test } from '#tests/e2e/support/app.ts';
import { fillIn, goOn, press, ready, send } from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { leadIn, linkIn, mailsOf } from '#tests/e2e/support/mails.ts';
import { inDays, syntheticFile } from '#tests/e2e/support/vault.ts';
import { issuedFacts } from '#tests/support/issued.ts';

const { tenderId: _, ...facts } = issuedFacts;
const typed = {
  ...facts,
  amount: '1.500.000',
  validFrom: inDays(-30),
  validTo: inDays(20),
  holderRut: '76.123.456-1',
};

/** A company goes from its document to the one that extends it, on a phone. */
for (const scripts of [true, false]) {
  test(`a company records a guarantee${scripts ? ' and extends it' : ', without scripts'}`, async ({
    app,
    newDevice,
  }) => {
    const email = `garantias-${scripts}@constructora.cl`;
    const phone = await newDevice({ javaScriptEnabled: scripts });
    const look = async (title: string) => {
      if (scripts) await expectAccessible(phone, title);
    };
    const submit = (name: string) => press(phone, phone.getByRole('button', { name, exact: true }));
    // A busy machine still reads the document, and the page requests another press.
    const add = async () => {
      do await submit('Agregar garantía');
      while (await phone.getByText('Seguimos leyendo').count());
    };
    await signUp(phone, app, company(email));
    await phone.getByText('Menú').click();
    await press(phone, phone.getByRole('link', { name: 'Garantías', exact: true }));
    await expect(phone.locator('main')).toContainText('Todavía no hay ninguna');
    await look('no guarantees');
    await press(phone, phone.getByRole('link', { name: 'Agregar una que ya tengo' }));
    await phone.getByText('Más datos', { exact: true }).click();

    await fillIn(phone, { step: 'tipo', fields: { ...typed, issuerNumber: `PZ-${scripts}` } });
    await phone.locator('input[type=file]').setInputFiles(syntheticFile('poliza.pdf'));
    await add();
    await expect(phone).toHaveTitle(/^Error: /);
    await expect(refusal(phone).getByRole('link')).toHaveCount(1);
    await expect(phone.getByLabel('Emisor', { exact: true })).toHaveValue(facts.issuerName);
    await expect(phone.locator('main')).toContainText('Ya recibimos el archivo');
    await look('a guarantee refused');
    await phone.getByLabel('RUT del tomador').fill('76.123.456-0');
    await add();
    await expect(phone.getByRole('status').first()).toHaveText('Agregamos la garantía.');
    await expect(phone.locator('main')).toContainText('Registrada por ti');
    const own = new URL(phone.url()).pathname;
    await look('a guarantee');
    const document = phone.getByRole('link', { name: 'Descargar documento' });
    const file = await phone.request.get((await document.getAttribute('href')) ?? '');
    expect(await file.body()).toEqual(syntheticFile('poliza.pdf').buffer);

    await press(phone, phone.getByRole('link', { name: 'La entregué al beneficiario' }));
    await phone.getByLabel('Comentario').fill('En mano');
    await submit('Guardar la entrega');
    await expect(phone.getByRole('status').first()).toHaveText('Anotamos la entrega.');
    if (!scripts) return;

    await phone.goto('/panel');
    await press(phone, phone.getByRole('button', { name: /^Pedir prórroga/ }));
    await expect(phone.locator('main')).toContainText('Es la prórroga de tu garantía');
    await phone.getByLabel('Teléfono').fill('+56 9 1234 5678');
    await goOn(phone);
    await expect(phone.getByLabel('Desde', { exact: true })).toHaveValue(asTyped(inDays(21)));
    await expect(phone.getByLabel('Glosa')).toHaveValue(facts.glosa);
    await look('the end of an extension');
    await phone.getByLabel('Hasta', { exact: true }).fill(asTyped(inDays(200)));
    await goOn(phone);
    await expect(phone.locator('main')).toContainText('Prórroga de');
    await expect(phone.locator('main')).not.toContainText('También usamos estos datos');
    await send(phone);

    await issue(app, await newDevice(), email, `PZ-${scripts}-2`);
    const mail = await app.waitForMail(
      ({ to, subject }) => [to].flat().includes(email) && /Tu garantía está lista/.test(subject),
    );
    const guest = await newDevice();
    await guest.goto(linkIn(mail, 'garantia/'));
    await expect(guest.locator('main')).toContainText(`PZ-${scripts}-2`);
    await expectAccessible(guest, 'a guarantee by its link');

    await phone.goto(own);
    await press(phone, phone.getByRole('link', { name: /^garantía N\.º/ }));
    await expect(phone.locator('main')).toContainText('Reemplaza a la garantía');
    await phone.goto('/panel/garantias');
    await ready(phone);
    await expect(phone.locator('main')).toContainText('Prorrogada');
    await look('guarantees');
    await phone.getByText('Filtros', { exact: true }).click();
    await phone.getByLabel('Estado', { exact: true }).selectOption('prorrogada');
    await press(phone, phone.getByRole('button', { name: 'Aplicar filtros' }));
    await expect(phone.getByRole('link', { name: /^Quitar Prorrogada/ })).toBeVisible();
    await expect(phone.locator('main')).not.toContainText('Ver documento de la garantía N.º 2');
    await expect(phone.locator('main')).toContainText('Lo que termina');
  });
}

const asTyped = (day: string) => day.split('-').reverse().join('-');

/** Acts as an advisor by the API. */
async function issue(
  app: App,
  adminPage: Page,
  email: string,
  issuerNumber: string,
): Promise<void> {
  await startSession(adminPage, app, { email: `asesora.${email}`, role: 'admin' });
  const lead = leadIn((await mailsOf(app, email)).internal);
  const post = async (path: string, options: object) => {
    const reply = await adminPage.request.post(`/api${path}`, options);
    expect(reply.ok(), await reply.text()).toBe(true);
    return reply.json();
  };
  await post(`${lead}/state`, { data: { state: 'aprobada' } });
  const { data } = await post('/admin/guarantees/document', {
    multipart: { file: syntheticFile('nueva.pdf') },
  });
  const validity = { validFrom: inDays(21), validTo: inDays(200) };
  const record = { ...facts, amount: '1500000', ...validity, issuerNumber };
  await post(`${lead}/guarantees`, {
    data: { ...record, item: 0, documentId: data.documentId },
  });
}
