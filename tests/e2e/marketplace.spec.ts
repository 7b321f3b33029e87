import type { Page } from '@playwright/test';
import { publicSample } from '#tests/e2e/support/answers.ts';
import { test as base, expect } from '#tests/e2e/support/app.ts';
import {
  addressIn,
  atStep,
  fillIn,
  goOn,
  prepare,
  press,
  ready,
  send,
  walk,
} from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import {
  type MercadoPublicoStandIn,
  startMercadoPublico,
} from '#tests/support/providers/mercado-publico.ts';
import { openTenders } from '#tests/support/tender-fixtures.ts';

/** The tenders are open on the day of the test. */
const odd = { name: 'Aseo de <b>oficinas</b> & jardines', code: '3667-99-LE26' };
const listedToday = openTenders(25).tenders.map((tender, n) =>
  n === 5 ? { ...tender, ...odd } : tender,
);

const test = base.extend<object, { api: MercadoPublicoStandIn }>({
  api: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const api = await startMercadoPublico({ tenders: listedToday });
      await use(api);
      await api.close();
    },
    { scope: 'worker' },
  ],
  appVariables: [async ({ api }, use) => use({ ...api.variables }), { scope: 'worker' }],
});
test.beforeEach(({ api }) => api.recover());

const sample = publicSample('licita@constructora.cl');
const answerOf = (step: string) => sample.answers.filter((answer) => answer.step === step);
const BUYER = 'Ministerio de Obras Públicas Dirección Gral de OO PP DCYF';

/** Fetches an answer ahead, like an earlier request does. */
async function known(page: Page, id: string): Promise<void> {
  for (const path of [`/api/licitaciones/${id}`, `/api/licitaciones/${id}/garantias`]) {
    expect((await page.request.get(path)).status()).toBe(200);
  }
}

test('the id of a tender fills in its buyer, RUT, name and dates', async ({ page }) => {
  await prepare(page, sample.answers, 'licitacion');
  const id = page.getByLabel('ID de la licitación');
  await id.pressSequentially('4809-45');
  await id.blur();
  await expect(page.getByText('El ID debe tener la forma')).toBeVisible();
  await id.focus();
  await id.press('End');
  await id.pressSequentially('-le26');
  await expect(page.getByText('Placas de aluminio compuesto')).toBeVisible();
  await expectAccessible(page, 'licitacion, found');
  await goOn(page);

  await expect(page).toHaveURL(atStep('institucion'));
  await expect(page.locator('[name=institucion]')).toHaveValue(BUYER);
  await expect(page.getByLabel('RUT de la institución')).toHaveValue('61.202.000-0');
  const main = page.locator('main');
  for (const text of ['Placas de aluminio compuesto', '11-09-2026', '22-09-2026, 15:00']) {
    await expect(main).toContainText(text);
  }
  await expect(page.getByText('Traído de Mercado Público')).toHaveCount(3);
  await expectAccessible(page, 'institucion, brought');

  // An id that is already there is looked up without a key press.
  await page.goBack();
  await expect(page).toHaveURL(atStep('licitacion'));
  await page.reload();
  await expect(page.getByText('Placas de aluminio compuesto')).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(atStep('institucion'));
  await page.locator('[name=institucion]').fill('Vialidad de Cautín');
  await goOn(page);

  await page.getByLabel('RUT').fill('70.017.820-K');
  await page.getByRole('button', { name: 'Usar este nombre' }).click();
  await expect(page.getByLabel('Nombre o razón social')).toHaveValue(/^EMPRESA DE EJEMPLO/);
  await goOn(page);
  await page.goto(addressIn(page, 'institucion'));
  await expect(page.locator('[name=institucion]')).toHaveValue('Vialidad de Cautín');
  await expect(page.getByText('Traído de Mercado Público')).toHaveCount(2);
});

test('the page of a tender suggests guarantees, each added by a press', async ({ page }) => {
  await known(page, '2678-1-LR25');
  const answers = sample.answers.map((answer) =>
    answer.step === 'licitacion' ? { ...answer, fields: { idLicitacion: '2678-1-LR25' } } : answer,
  );
  await prepare(page, answers, 'garantia-tipo');
  await expect(page.getByRole('heading', { name: 'La ficha de la licitación pide' })).toBeVisible();
  await expect(page.getByText('$ 1.500.000')).toBeVisible();
  await expect(page.getByText('5 %', { exact: true })).toBeVisible();
  await page.locator('summary', { hasText: 'Qué dice la ley' }).click();
  await expect(page.getByText('Ley 19.886, artículo 11')).toBeVisible();
  await expectAccessible(page, 'garantia-tipo, suggestions');
  await press(
    page,
    page.getByRole('button', { name: 'Usar esta garantía: Garantías de Seriedad' }),
  );

  await expect(page).toHaveURL(/\/garantia-vigencia\?g=/);
  await expect(page.getByLabel('Glosa')).toHaveValue(/^“Garantía de Seriedad/);
  const dates = { vigenciaDesde: '2027-01-15', vigenciaHasta: '2027-06-30' };
  await fillIn(page, { step: 'garantia-vigencia', fields: dates });
  // The tender's own text is cut: a note says so, and it is no error.
  await expect(page.getByText('Mercado Público corta este texto.')).toBeVisible();
  await goOn(page);
  await expect(page).toHaveURL(atStep('garantias'));
  await expectAccessible(page, 'garantias, suggestions');
  await press(page, page.getByRole('button', { name: 'Usar esta garantía: Garantía fiel' }));

  await expect(page).toHaveURL(/\/garantia-monto\?g=/);
  await expect(page.getByText('La ficha pide 5 %')).toBeVisible();
  await expect(page.locator('[name=montoGarantia]')).toHaveValue('');
  await expectAccessible(page, 'garantia-monto, a share');
});

test.describe('while Mercado Público hangs', () => {
  test.use({ tolerated: /Failed to load resource/ });

  test('a request can be completed by hand and sent', async ({ page, api }) => {
    await prepare(page, sample.answers, 'licitacion');
    api.fail('hang');
    await page.getByLabel('ID de la licitación').fill('3667-98-LP26');
    await goOn(page);
    const from = sample.answers.findIndex(({ step }) => step === 'institucion');
    await walk(page, sample.answers.slice(from));
    await page.waitForURL(atStep('revisar'));
    expect(Number(await send(page))).toBeGreaterThan(0);
  });
});

/** Fetches today's list, which the app may have fetched already. */
async function listToday(page: Page): Promise<void> {
  const { today } = openTenders(0);
  const reply = await page.request.get(`/api/listar-licitaciones?fecha=${today}`);
  expect((await reply.json()).count).toBe(25);
}

test('a card of /licitaciones leads to a request for its tender', async ({ page }) => {
  await listToday(page);
  await page.goto('/licitaciones');
  await expect(page.getByRole('listitem').filter({ hasText: 'Pedir esta garantía' })).toHaveCount(
    20,
  );
  await expectAccessible(page, '/licitaciones');
  await page.getByRole('link', { name: 'Ver las que cierran después' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Pedir esta garantía' })).toHaveCount(
    5,
  );
  await page.getByRole('link', { name: 'Volver a las primeras' }).click();

  await page.getByLabel('Palabras o ID').fill('jardin');
  // A phone shows the other fields on request.
  await expect(page.getByLabel('Tipo')).toBeHidden();
  await page.getByText('Filtros', { exact: true }).click();
  await page.getByLabel('Tipo').selectOption('LE');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('heading', { name: '1 licitación' })).toBeVisible();
  await expect(page.getByLabel('Tipo')).toHaveValue('LE');
  await expect(page.getByLabel('Tipo')).toBeVisible();
  await expect(page.getByText('Aseo de <b>oficinas</b> & jardines')).toBeVisible();
  await page.getByRole('link', { name: 'Pedir esta garantía para 3667-99-LE26' }).click();
  await ready(page);
  const known = page.getByRole('region', { name: 'Lo que ya sabemos' });
  await expect(known).toContainText('3667-99-LE26');
  await expectAccessible(page, 'contacto, opened for a tender');
  await press(page, known.getByRole('link', { name: 'Cambiar Contrato' }));
  await expect(page.getByLabel('Licitación de Mercado Público')).toBeChecked();
  await goOn(page);
  await press(page, known.getByRole('link', { name: /^Cambiar ID/ }));
  await expect(page.getByLabel('ID de la licitación')).toHaveValue('3667-99-LE26');
  await goOn(page);
  await walk(page, answerOf('contacto'));
  await expect(page).toHaveURL(atStep('institucion'));

  await page.goto('/licitaciones?q=zzz&cierre=0');
  await expect(page.getByText('Ninguna licitación abierta calza')).toBeVisible();
  await expectAccessible(page, '/licitaciones, nothing');
  await page.getByLabel('ID de la licitación').fill('1-2-LE26');
  await page.getByRole('button', { name: 'Pedir la garantía' }).click();
  await expect(page.getByRole('link', { name: 'Empezar otra para 1-2-LE26' })).toBeVisible();
});
