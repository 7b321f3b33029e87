import type { Page } from '@playwright/test';
import {
  type Answer,
  privateSample,
  publicSample,
  shortSample,
} from '#tests/e2e/support/answers.ts';
import { expect, test } from '#tests/e2e/support/app.ts';
import {
  fillIn,
  goOn,
  heldBy,
  prepare,
  press,
  ready,
  WIZARD,
  walk,
} from '#tests/e2e/support/journey.ts';
import { expectAccessible } from '#tests/e2e/support/look.ts';
import { openDatabaseOf } from '#tests/support/app-session.ts';

test('back and refresh on every page lose nothing', async ({ page }) => {
  const sample = publicSample('publica@ejemplo.cl');
  await page.goto(`${WIZARD}/tipo`);
  await walk(page, sample.answers, {
    onFilled: async (_, answer) => {
      if (answer.again || answer.step === 'garantia-tipo') return;
      const typed = await heldBy(page, answer);
      await goOn(page);
      await page.goBack();
      await ready(page);
      await page.reload();
      await ready(page);
      await expectHeld(page, answer, typed);
      for (const { name } of Object.values(answer.files ?? {})) {
        await expect(page.locator('main')).toContainText(name);
      }
    },
  });
  for (const text of sample.shown) await expect(page.locator('main')).toContainText(text);
});

test('every page of a contract between privates holds what was answered', async ({ page }) => {
  const { answers } = privateSample('privada@ejemplo.cl');
  await prepare(page, answers, 'garantia-tipo');
  const before = answers.findIndex(({ step }) => step === 'garantia-tipo');
  for (const answer of answers.slice(0, before)) {
    await page.goto(`${WIZARD}/${answer.step}`);
    await ready(page);
    await expectHeld(page, answer, answer.fields);
  }
});

async function expectHeld(page: Page, answer: Answer, typed: Answer['fields'] = {}) {
  const held = await heldBy(page, answer);
  for (const [name, value] of Object.entries(typed)) {
    expect(plain(held[name]), `${answer.step} ${name}`).toBe(plain(value));
  }
}

test('a refused page keeps what was typed, over a refresh too', async ({ page }) => {
  const { answers } = shortSample('rechazo@ejemplo.cl');
  await prepare(page, answers, 'contacto');
  const typed = { nombreSolicitante: 'Ana', email: 'ana@', telefonoSolicitante: '12' };
  await fillIn(page, { step: 'contacto', fields: typed });
  await goOn(page);
  await page.reload();
  expect(await heldBy(page, { step: 'contacto', fields: typed })).toEqual(typed);
});

test('the first page offers to go on, or to begin another request', async ({ page }) => {
  const { answers } = shortSample('vuelvo@ejemplo.cl');
  await prepare(page, answers, 'empresa');
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Pedir mi garantía' }).first());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¿Seguimos donde quedaste?');
  await press(page, page.getByRole('link', { name: 'Seguir con mi solicitud' }));
  await expect(page).toHaveURL(`${WIZARD}/empresa`);

  await page.goto(WIZARD);
  await press(page, page.getByRole('button', { name: 'Empezar otra' }));
  await expect(page).toHaveURL(`${WIZARD}/tipo`);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('guarantees are added, changed and removed', async ({ page }) => {
  const { answers } = publicSample('garantias@ejemplo.cl');
  await prepare(page, answers);
  await page.goto(`${WIZARD}/garantias`);
  await page.locator('summary', { hasText: 'Quitar 1. Seriedad' }).click();
  await expectAccessible(page, 'guarantee to remove');
  await press(page, page.getByRole('button', { name: 'Sí, quitar 1. Seriedad de la oferta' }));
  await expect(page.locator('main')).not.toContainText('Seriedad de la oferta');
  await press(page, page.getByRole('link', { name: 'Cambiar monto de Fiel cumplimiento' }));
  await fillIn(page, { step: 'garantia-monto', fields: { montoGarantia: '99' } });
  await goOn(page);
  await expect(page.locator('main')).toContainText('UF 99');
  await expect(page.locator('main')).not.toContainText('1.234,50');
});

test('a request left for 31 days begins anew, says so and keeps what was just typed', async ({
  page,
  app,
}) => {
  const { answers } = shortSample('vencida@ejemplo.cl');
  await prepare(page, answers, 'empresa');
  const database = openDatabaseOf(app);
  await database.execute(`UPDATE drafts SET updated_at = updated_at - ${31 * 24 * 60 * 60 * 1000}`);
  database.close();

  const fields = { nombreEmpresaOferente: 'Andes SpA', rutEmpresaOferente: '76.123.456-0' };
  await fillIn(page, { step: 'empresa', fields });
  await goOn(page);
  await expect(page).toHaveURL(`${WIZARD}/tipo?aviso=vencido`);
  await expect(page.locator('main')).toContainText('Empezamos de nuevo');
  await walk(page, answers, { until: 'licitacion' });
  for (const _ of ['licitacion', 'institucion']) await goOn(page);
  await expect(page).toHaveURL(`${WIZARD}/direccion`);
  await page.goto(`${WIZARD}/empresa`);
  expect(await heldBy(page, { step: 'empresa', fields })).toEqual(fields);
});

/** RUTs and amounts come back written properly: the same digits, other dots. */
function plain(text: string | undefined): string {
  return (text ?? '').replace(/[.-]/g, '').replace(/,5$/, ',50').toUpperCase();
}
