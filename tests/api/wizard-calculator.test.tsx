import { expect, test } from 'vitest';
import ExpertPage from '#app/(sitio)/experto/page.tsx';
import StepPage from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import StartPage from '#app/gestiona-tu-garantia/page.tsx';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import {
  followWizard,
  itemsOf,
  newVisitor,
  publicAnswers,
  startedVisitor,
  valuesOf,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const { tipo = {}, contacto = {}, empresa = {} } = publicAnswers;
const TAKEN = 'Lo tomamos de la calculadora';
type Query = Record<string, string>;

/** Follows the link of a guarantee in the calculator's answer, and returns the page's query. */
async function openingOf(garantia: string, typed: Query): Promise<Query> {
  browseAs({});
  const html = await renderPage(ExpertPage, {}, typed);
  const links = [...html.matchAll(/href="(\/gestiona-tu-garantia\?[^"]*)"/g)];
  const queries = links.map(([, href = '']) =>
    Object.fromEntries(new URLSearchParams(href.replaceAll('&amp;', '&').split('?')[1])),
  );
  return queries.find((query) => query.garantia === garantia) ?? {};
}

/** Answers the first pages of a draft that a link of the calculator opens. */
async function begunBy(opening: Query) {
  const who = newVisitor();
  await who.save('contacto', { ...contacto, ...opening });
  await followWizard(who, { licitacion: {}, institucion: {}, empresa }, 'licitacion');
  return who;
}

test('a request from the calculator begins with its contract, kind, percentage and amount, each marked', async () => {
  const typed = { tipo: 'LR', monto: '100.000.000', unidad: 'pesos', servicio: 'true' };
  const opening = await openingOf('cumplimiento', typed);
  browseAs({});
  await expect(renderPage(StartPage, {}, opening)).rejects.toThrow(
    expect.objectContaining({ digest: expect.stringContaining(`${WIZARD}/contacto?garantia=`) }),
  );
  const first = textOf(await renderPage(StepPage, { paso: 'contacto' }, opening));
  expect(first).toContain(`${TAKEN}. Cámbialo si no corresponde.`);
  expect(first).toContain('Garantía que elegiste: Fiel cumplimiento');
  const who = await begunBy(opening);
  expect(await valuesOf(who)).toMatchObject({ sistemaLicitacion: 'chilecompra' });
  const kind = await stepPage(who, 'garantia-tipo');
  expect(textOf(kind)).toContain(`${TAKEN} Fiel cumplimiento, exigida por ley.`);
  expect(kind).toMatch(/value="cumplimiento"[^>]*checked|checked[^>]*value="cumplimiento"/);
  await who.save('garantia-tipo', { tipoGarantia: 'cumplimiento' });
  const [item] = await itemsOf(who);
  const g = item?.id ?? '';
  const amount = await stepPage(who, 'garantia-monto', { g });
  expect(textOf(amount)).toContain(`${TAKEN} El 5 % de $ 100.000.000.`);
  const value = (name: string) =>
    new RegExp(`<input(?=[^>]* name="${name}")[^>]* value="([^"]*)"`).exec(amount)?.[1];
  expect([value('porcentaje'), value('oferta'), value('montoGarantia')]).toEqual([
    '5',
    '100.000.000',
    '5.000.000',
  ]);
  // The page accepts its own values as they are, without a second look.
  const shown = { porcentaje: '5', oferta: '100.000.000', montoGarantia: '5.000.000' };
  await who.save('garantia-monto', { g, ...shown, monedaGarantia: 'pesos' });
  expect(await itemsOf(who)).toMatchObject([{ montoGarantia: '5000000', monedaGarantia: 'pesos' }]);
  expect(textOf(await stepPage(who, 'garantia-monto', { g }))).not.toContain(TAKEN);
  expect(textOf(await stepPage(who, 'garantia-vigencia', { g }))).toContain(
    `${TAKEN} Contratan un servicio: la garantía sigue vigente hasta 60 días hábiles`,
  );
});

test('a bid bond from the calculator gets the legal maximum as advice, and no amount', async () => {
  const opening = await openingOf('seriedad', { tipo: 'LR', monto: '600.000.000' });
  const who = await begunBy(opening);
  await who.save('garantia-tipo', { tipoGarantia: 'seriedad' });
  const g = (await itemsOf(who))[0]?.id ?? '';
  const page = await stepPage(who, 'garantia-monto', { g });
  expect(textOf(page)).toContain(`${TAKEN} Como máximo, el 3 % del monto`);
  expect(textOf(page)).toContain('$ 18.000.000');
  expect(page).not.toMatch(/name="oferta"[^>]*value="6/);
});

test('an amount in UTM becomes pesos if the value of the UTM is given, and a percentage otherwise', async () => {
  const shownFor = async (typed: Query) => {
    const who = await begunBy(await openingOf('cumplimiento', typed));
    await who.save('garantia-tipo', { tipoGarantia: 'cumplimiento' });
    return textOf(await stepPage(who, 'garantia-monto', { g: (await itemsOf(who))[0]?.id ?? '' }));
  };
  const typed = { tipo: 'LR', monto: '6.000', unidad: 'UTM' };
  expect(await shownFor({ ...typed, utm: '69.542' })).toContain('El 5 % de $ 417.252.000.');
  expect(await shownFor(typed)).toContain('El 5 % de tu oferta neta.');
});

test('a calculation for a contract between companies begins a private request', async () => {
  const opening = await openingOf('cumplimiento', { tipo: 'PRIV', monto: '5.000.000' });
  browseAs({});
  expect(textOf(await renderPage(StepPage, { paso: 'contacto' }, opening))).toContain(
    'Contrato entre privados',
  );
  const who = newVisitor();
  await who.save('contacto', { ...contacto, ...opening });
  expect(await valuesOf(who)).toMatchObject({ sistemaLicitacion: 'privados' });
});

test('nothing of the calculation is used once the person chose another contract', async () => {
  const opening = await openingOf('cumplimiento', { tipo: 'LR', monto: '100.000.000' });
  const who = newVisitor();
  await who.save('tipo', { ...tipo, sistemaLicitacion: 'privados', ...opening });
  expect(await valuesOf(who)).toMatchObject({ sistemaLicitacion: 'privados' });
  expect(textOf(await stepPage(who, 'contacto'))).not.toContain(TAKEN);
});

test('a draft begun before the calculation keeps its answers', async () => {
  const who = await startedVisitor();
  const before = (await who.draft())?.answers;
  const opening = await openingOf('cumplimiento', { tipo: 'PRIV' });
  browseAs(who.cookies);
  const start = await renderPage(StartPage, {}, opening);
  expect(textOf(start)).toContain('Tienes un borrador');
  expect(start).toContain('calculo=tipo%3DPRIV');
  await stepPage(who, 'contacto', opening);
  await who.save('contacto', { ...contacto, ...opening });
  expect((await who.draft())?.answers.values).toMatchObject(before?.values ?? {});
  expect((await who.draft())?.answers.calculation).toBeUndefined();
});

test.each(['tipo=LR&monto=muchos', 'x=1', `tipo=LR&monto=${'1'.repeat(400)}`, '"><script>'])(
  'inputs that the calculator cannot read begin a plain request: %s',
  async (calculo) => {
    browseAs({});
    const page = await renderPage(
      StepPage,
      { paso: 'tipo' },
      { garantia: 'cumplimiento', calculo },
    );
    expect(page).not.toContain('name="calculo"');
    const who = newVisitor();
    await who.save('tipo', { ...tipo, garantia: 'cumplimiento', calculo });
    expect((await who.draft())?.answers.calculation).toBeUndefined();
  },
);
