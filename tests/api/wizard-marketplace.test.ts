import { describe, expect, test } from 'vitest';
import { valuesOfTender } from '#lib/domain/drafts/view.ts';
import { marketplaceForTest } from '#tests/support/marketplace.ts';
import { textOf } from '#tests/support/page-request.ts';
import {
  followWizard,
  itemsOf,
  newVisitor,
  publicAnswers,
  reachTender,
  tenderBuyer,
  tenderOf,
  type Visitor,
  WIZARD,
  wizardPageAt,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { START } from '#tests/support/world.ts';

const { api, world } = marketplaceForTest();

const { licitacion = {}, empresa = {} } = publicAnswers;

describe('the id of a tender', () => {
  test('brings buyer, RUT, name and dates of the tender to the next page', async () => {
    const who = await reachTender(' 4809-45-le26 ');
    const tender = await tenderOf(who);
    expect((await who.draft())?.answers.values.idLicitacion).toBe('4809-45-LE26');
    expect(tender).toMatchObject({
      id: '4809-45-LE26',
      type: 'LE',
      problem: null,
      isMissing: false,
    });
    expect(tender?.facts).toMatchObject({
      name: 'PLACAS DE ALUMINIO COMPUESTO',
      publishedAt: Date.UTC(2026, 8, 11, 16, 21, 37),
      closesAt: Date.UTC(2026, 8, 22, 18, 0),
    });
    expect(valuesOfTender(tender)).toEqual(tenderBuyer);
    expect((await who.draft())?.answers.values).not.toHaveProperty('institucion');
  });

  test('that closed brings a warning, and later pages name what the law does not allow it to demand', async () => {
    const who = await reachTender();
    const page = async (paso: string, query = {}) => textOf(await stepPage(who, paso, query));
    const closed = 'Esta licitación está cerrada Cerró el 22-09-2026, 15:00. Antes de pedir';
    expect(await page('institucion')).toContain(closed);
    await followWizard(who, { institucion: {}, empresa }, 'institucion');
    const type = await page('garantia-tipo');
    expect(type).not.toContain('cerrada');
    expect(type.split('La ley solo la permite en licitaciones sobre 5.000 UTM.')).toHaveLength(2);
    await who.save('garantia-tipo', { tipoGarantia: 'seriedad' });
    const g = (await who.draft())?.answers.garantias[0]?.id ?? '';
    expect(await page('garantia-monto', { g })).not.toContain('La ley');
    const { 'garantia-monto': monto, 'garantia-vigencia': vigencia } = publicAnswers;
    await who.save('garantia-monto', { ...monto, g });
    await who.save('garantia-vigencia', { ...vigencia, g });
    expect(await page('garantias')).not.toContain('La ley');
    const statement = 'Pides seriedad de la oferta, y la ley solo la permite en licitaciones sobre';
    await who.save('garantias', {});
    await who.attach('contrato', {});
    expect((await page('revisar')).split(statement)).toHaveLength(2);
  });

  test('is looked up once, and not again by the pages that show it', async () => {
    const who = await reachTender();
    const calls = api.calls.length + api.pages.length;
    for (let page = 0; page < 5; page++) await tenderOf(who);
    expect(api.calls.length + api.pages.length).toBe(calls);
  });

  test.each([
    ['1-1-LE26', { isMissing: true, problem: null }],
    ['la de las placas', { isMissing: false, problem: 'format' }],
    ['1002-182-AG25', { isMissing: false, problem: 'purchase_order' }],
    ['1002-19-COT25', { isMissing: false, problem: 'compra_agil' }],
    ['4809-45-LE26\'"<script>', { isMissing: false, problem: 'format' }],
  ])('%s is doubted, but accepted', async (id, doubt) => {
    const who = await reachTender(id);
    expect(await tenderOf(who)).toMatchObject({ ...doubt, id, facts: null, suggestions: [] });
    expect(await who.save('institucion', {})).toBe(`${WIZARD}/empresa`);
  });

  test('is not used for a contract between private parties', async () => {
    const who = await reachTender();
    await who.save('tipo', { sistemaLicitacion: 'privados' });
    expect(await tenderOf(who)).toBeNull();
  });
});

describe('an answer that the person typed', () => {
  test('is never replaced by what Mercado Público says', async () => {
    const who = await reachTender('');
    const typed = { institucion: 'Vialidad de Cautín', rutInstitucion: '69.265.000-K' };
    await who.save('institucion', typed);
    await who.save('licitacion', licitacion);
    expect((await tenderOf(who))?.facts?.buyerRut).toBe('61202000-0');
    expect((await who.draft())?.answers.values).toMatchObject({
      institucion: 'Vialidad de Cautín',
      rutInstitucion: '69265000-K',
    });
  });

  test('stays when the tender changes, while values of the old tender are asked again', async () => {
    const who = await reachTender();
    await who.save('institucion', { ...tenderBuyer, institucion: 'Vialidad de Cautín' });
    await who.save('empresa', empresa);
    expect(await who.save('licitacion', { idLicitacion: '2678-1-LR25' })).toBe(
      `${WIZARD}/institucion`,
    );
    const values: Record<string, string> = (await who.draft())?.answers.values ?? {};
    expect(values.institucion).toBe('Vialidad de Cautín');
    expect(values).not.toHaveProperty('rutInstitucion');
    expect(valuesOfTender(await tenderOf(who)).rutInstitucion).toBe('69080500-6');
    await who.save('institucion', { institucion: 'Vialidad de Cautín' });
    expect(await who.save('licitacion', { idLicitacion: '2678-1-LR25' })).toBe(
      `${WIZARD}/garantia-tipo`,
    );
  });
});

describe('the guarantees that the page of a tender demands', () => {
  async function atGuarantees(): Promise<Visitor> {
    const who = await reachTender('2678-1-LR25');
    await followWizard(who, { institucion: {}, empresa }, 'institucion');
    return who;
  }

  const take = (who: Visitor, sugerencia: string) =>
    who.post('/sugerencia', { form: { sugerencia } });

  const keysOf = async (who: Visitor) =>
    (await tenderOf(who))?.suggestions.map(({ key }) => key) ?? [];

  test('are suggested, and none is added without a press', async () => {
    const who = await atGuarantees();
    expect(await keysOf(who)).toHaveLength(2);
    expect(await itemsOf(who)).toEqual([]);
  });

  test('are added one by one, with an amount or with a percentage as text', async () => {
    const who = await atGuarantees();
    const [first = '', second = ''] = await keysOf(who);
    const page = wizardPageAt(await take(who, first));
    expect(page.step).toBe('garantia-vigencia');
    expect(await itemsOf(who)).toEqual([
      {
        id: page.g,
        page: { key: first, end: '2025-04-24' },
        tipoGarantia: 'seriedad',
        montoGarantia: '1500000',
        monedaGarantia: 'pesos',
        glosaGarantia: expect.stringMatching(/^“Garantía de Seriedad/),
      },
    ]);
    expect(await keysOf(who)).toEqual([second]);
    expect(wizardPageAt(await take(who, first)).g).toBe(page.g);
    expect(await itemsOf(who)).toHaveLength(1);
    await finish(who, page.g ?? '');

    const share = wizardPageAt(await take(who, second));
    expect(share.step).toBe('garantia-monto');
    const [, item] = await itemsOf(who);
    expect(item).toMatchObject({ tipoGarantia: 'cumplimiento', page: { amount: '5 %' } });
    expect(item).not.toHaveProperty('montoGarantia');
    const amount = { montoGarantia: '7.500.000', monedaGarantia: 'pesos', g: item?.id ?? '' };
    expect(wizardPageAt(await who.save('garantia-monto', amount)).step).toBe('garantia-vigencia');
    await finish(who, item?.id ?? '');
    expect(await keysOf(who)).toEqual([]);

    await who.save('garantias', {});
    await who.attach('contrato', {});
    expect(await who.send()).toContain('/comprobante/');
  });

  const finish = (who: Visitor, g: string) =>
    who.save('garantia-vigencia', {
      vigenciaDesde: '2026-12-01',
      vigenciaHasta: '2027-03-01',
      g,
    });

  test.each([
    ['2025-02-01T15:00:00Z', '2025-04-24'],
    // The first time is 21:30 of that day in Chile, the second midnight.
    ['2025-04-25T01:30:00Z', '2025-04-24'],
    ['2025-04-25T04:00:00Z', undefined],
  ])('bring, when added at %s, the last day %j, which is never a past day', async (at, date) => {
    world.advance(Date.parse(at) - START);
    const who = await atGuarantees();
    const [first = ''] = await keysOf(who);
    const page = wizardPageAt(await take(who, first));
    expect((await itemsOf(who))[0]?.vigenciaHasta).toBe(date);
    expect(page.step).toBe('garantia-vigencia');
  });

  test.each(['', 'x', '__proto__'])('are not added for the unknown key %j', async (key) => {
    const who = await atGuarantees();
    expect(await take(who, key)).toBe(`${WIZARD}/garantia-tipo`);
    expect(await itemsOf(who)).toEqual([]);
    expect(await take(newVisitor(), key)).toBe(WIZARD);
  });

  test('cannot be added before their page of the wizard may be opened', async () => {
    const who = await reachTender('2678-1-LR25');
    const [first = ''] = await keysOf(who);
    expect(await take(who, first)).toBe(`${WIZARD}/institucion`);
    expect(await itemsOf(who)).toEqual([]);
  });
});
