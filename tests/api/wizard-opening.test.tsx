import { describe, expect, test } from 'vitest';
import ExpertPage from '#app/(sitio)/experto/page.tsx';
import Home from '#app/(sitio)/page.tsx';
import StepPage from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import StartPage from '#app/gestiona-tu-garantia/page.tsx';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { timeToClosingText } from '#lib/domain/marketplace/view.ts';
import { guaranteeTypes } from '#lib/domain/requests/submissions/schema.ts';
import { parseEnv } from '#lib/platform/config/env.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { followWizard, newVisitor, publicAnswers, reachReview } from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
const { tipo = {}, contacto = {}, empresa = {}, direccion = {} } = publicAnswers;
const isChosen = (page: string, type: string) =>
  new RegExp(`value="${type}"[^>]*checked|checked[^>]*value="${type}"`).test(page);

describe('a guarantee on the home page', () => {
  test('has its own link into the wizard', async () => {
    const page = await renderPage(async () => Home(), {});
    for (const type of guaranteeTypes) expect(page).toContain(`href="${WIZARD}?garantia=${type}"`);
  });

  test.each(['cumplimiento', 'factoring'])(
    '%s is preselected on the wizard’s page of kinds',
    async (garantia) => {
      browseAs({});
      await expect(renderPage(StartPage, {}, { garantia })).rejects.toThrow(
        expect.objectContaining({
          digest: expect.stringContaining(`${WIZARD}/tipo?garantia=${garantia}`),
        }),
      );
      expect(await renderPage(StepPage, { paso: 'tipo' }, { garantia })).toContain(
        `name="garantia" value="${garantia}"`,
      );
      const who = newVisitor();
      // A refused first page keeps the kind of guarantee.
      expect(await who.save('tipo', { garantia })).toContain('aviso=revisa');
      await followWizard(who, {
        tipo,
        contacto,
        licitacion: {},
        institucion: {},
        empresa,
        direccion,
      });
      const page = await stepPage(who, 'garantia-tipo');
      expect(isChosen(page, garantia)).toBe(true);
      expect(/<details open=""/.test(page)).toBe(garantia === 'factoring');
    },
  );

  test('is not preselected when the address names an unknown kind', async () => {
    browseAs({});
    const page = await renderPage(StepPage, { paso: 'tipo' }, { garantia: 'x"><script>' });
    expect(page).not.toContain('name="garantia"');
  });
});

test('the page of kinds shows three likely ones, and folds the others and the law', async () => {
  const who = newVisitor();
  const licitacion = { idLicitacion: '2678-1-LR25' };
  await followWizard(who, { tipo, contacto, licitacion, institucion: {}, empresa, direccion });
  const page = await stepPage(who, 'garantia-tipo');
  const [before = '', after = ''] = page.split('Ver las otras ');
  expect([...before.matchAll(/value="(\w+)"/g)].map((m) => m[1])).toEqual(
    expect.arrayContaining(['seriedad', 'cumplimiento', 'anticipo']),
  );
  expect(before).not.toContain('value="factoring"');
  expect(after).toContain('value="factoring"');
  expect(page).toMatch(/<summary[^>]*><strong>Qué dice la ley/);
});

test('the result of the calculator links to the request and to an advisor', async () => {
  const page = await renderPage(ExpertPage, {}, { tipo: 'LE' });
  const answer = page.slice(page.indexOf('Lo que puedes esperar'), page.indexOf('Es una guía'));
  expect(answer).toContain(`href="${WIZARD}?garantia=cumplimiento&calculo=tipo%3DLE"`);
  expect(answer).toContain('href="/asesor?tipo=LE"');
  // The law excludes a bid bond for a tender of this size.
  expect(answer).not.toContain('garantia=seriedad');
});

test('the calculator answers for a private contract without a tender, also with an amount', async () => {
  const page = textOf(await renderPage(ExpertPage, {}, { tipo: 'PRIV', monto: '5.000.000' }));
  expect(page).toContain('Contrato entre privados');
  expect(page).toContain('Entre privados manda el contrato');
  for (const other of ['Ingresa el valor de la UTM', 'Lo que puedes esperar'])
    expect(page).not.toContain(other);
});

describe('example prices', () => {
  const prices = 'seriedad=25000-60000 pesos,cumplimiento=1.5-4 % del monto al año';

  test('are shown as ranges with their date on home page, guide and page of kinds', async () => {
    const pages = async () => {
      const who = newVisitor();
      await followWizard(who, {
        tipo,
        contacto,
        licitacion: {},
        institucion: {},
        empresa,
        direccion,
      });
      const wizard = await stepPage(who, 'garantia-tipo');
      browseAs({});
      return [
        await renderPage(async () => Home(), {}),
        await renderPage(ExpertPage, {}),
        wizard,
      ].map(textOf);
    };
    for (const page of await pages()) expect(page).not.toContain('Precios de ejemplo');
    await world.reopen({ EXAMPLE_PRICES: `${prices}@2026-11-01` });
    for (const page of await pages()) {
      expect(page).toContain('Precio: entre $ 25.000 y $ 60.000');
      expect(page).toContain('Precio: entre 1,5 y 4 % del monto al año');
      expect(page).toContain('Precios de ejemplo al 01-11-2026');
    }
    expect((await pages())[0]).toContain('¿Cuánto cuesta?');
  });

  test('given as a percentage are calculated on the review from amount and duration', async () => {
    await world.reopen({ EXAMPLE_PRICES: `${prices}@2026-11-01` });
    const garantia = { 'garantia-tipo': { tipoGarantia: 'cumplimiento' } };
    const monto = { 'garantia-monto': { montoGarantia: '12.000.000', monedaGarantia: 'pesos' } };
    const vigenciaHasta = '30-11-2028';
    const term = { 'garantia-vigencia': { vigenciaDesde: '01-12-2026', vigenciaHasta } };
    const who = await reachReview({ ...publicAnswers, ...garantia, ...monto, ...term });
    const page = textOf(await stepPage(who, 'revisar'));
    // The two years have 731 days.
    expect(page).toContain('entre $ 360.493 y $ 961.315, al 01-11-2026');
  });

  test.each([
    prices,
    'seriedad=60000-25000 pesos@2026-11-01',
    'otra=1-2 pesos@2026-11-01',
    'seriedad=1-2 pesos@hoy',
  ])('configured as %s stop the start', (input) => {
    const variables = { EXAMPLE_PRICES: input, APP_SECRET: 'x'.repeat(32) };
    expect(() => parseEnv(variables)).toThrow('EXAMPLE_PRICES: must be kind=from-to unit');
  });
});

test('the home page names telephone and WhatsApp of the team if they are configured', async () => {
  await world.reopen();
  expect(await renderPage(async () => Home(), {})).not.toContain('menos de 48 horas');
  await world.reopen({ ABOUT_PHONE: '+56 223456789', ABOUT_WHATSAPP: '+56 9 8765 4321' });
  const page = await renderPage(async () => Home(), {});
  expect(page).toContain('href="tel:+56223456789"');
  expect(page).toContain('href="https://wa.me/56987654321"');
  expect(textOf(page)).toContain('llama al +56 2 2345 6789 o escribe por WhatsApp');
});

test.each([
  [2 * DAY + 1, null],
  [31 * HOUR, '1 día y 7 horas'],
  [DAY, '1 día'],
  [40 * MINUTE, '40 minutos'],
  [0, null],
])('%d ms before the closing, the remaining time reads %s', (left, text) => {
  expect(timeToClosingText(Date.UTC(2026, 10, 28) + left, Date.UTC(2026, 10, 28))).toBe(text);
});
