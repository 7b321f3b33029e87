import { describe, expect, test } from 'vitest';
import { guaranteeFromPage } from '#lib/domain/drafts/tender.ts';
import { marketplaceForTest } from '#tests/support/marketplace.ts';
import { textOf } from '#tests/support/page-request.ts';
import {
  errorsOf,
  followWizard,
  itemsOf,
  publicAnswers,
  reachTender,
  tenderOf,
  type Visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';

marketplaceForTest();

const note = 'Mercado Público corta este texto. Complétalo con el de las bases';
const question = 'La glosa está cortada: complétala con las bases.';
const dates = { vigenciaDesde: '01-12-2026', vigenciaHasta: '01-03-2027' };

/** Makes a person who pressed the first "Usar esta" of a tender's page. */
async function visitorWithSuggestion(): Promise<{ who: Visitor; g: string }> {
  const who = await reachTender('2678-1-LR25');
  const { empresa = {} } = publicAnswers;
  await followWizard(who, { institucion: {}, empresa }, 'institucion');
  const sugerencia = (await tenderOf(who))?.suggestions[0]?.key ?? '';
  await who.post('/sugerencia', { form: { sugerencia } });
  return { who, g: (await itemsOf(who))[0]?.id ?? '' };
}

const see = (who: Visitor, paso: string, query = {}) => {
  return stepPage(who, paso, query);
};

describe('the text of a guarantee filled in by "Usar esta"', () => {
  test.each<[string, string]>([
    ['Deberá contener la siguiente glosa “Garantía de X”. [...]', '“Garantía de X”. [...]'],
    ['Deberá contener la siguiente glosa: Para garantizar', 'Para garantizar'],
    ['La glosa deberá decir: "Para garantizar el contrato"', '"Para garantizar el contrato"'],
    ['La glosa deberá decir «Para garantizar»', '«Para garantizar»'],
    ['La siguiente glosa: Seriedad', 'Seriedad'],
    ...[
      'Para garantizar la oferta, ID: 4809-45-LE26',
      'Para garantizar que se debe cumplir “Aseo”',
      'La glosa deberá decir Para garantizar el contrato “Aseo”',
      'Debe indicarse el nombre de la obra',
    ].map((text): [string, string] => [text, text]),
  ])('%s loses the words that only introduce it', (glosa, wording) => {
    const empty = { beneficiario: null, monto: null, moneda: null, vencimiento: null };
    const found = { ...empty, tipo: 'otra', titulo: '', descripcion: null, glosa, key: 'a' };
    const item = guaranteeFromPage(found, '2026-11-21');
    expect(item.glosaGarantia).toBe(wording);
  });

  test('that Mercado Público cut off is marked, and accepted as it is until the person changes it', async () => {
    const { who, g } = await visitorWithSuggestion();
    const page = await see(who, 'garantia-vigencia', { g });
    expect(textOf(page)).toContain(note);
    const [item] = await itemsOf(who);
    expect(item?.glosaGarantia).toMatch(/^“Garantía de Seriedad/);
    const glosaGarantia = item?.glosaGarantia ?? '';
    expect(await who.save('garantia-vigencia', { ...dates, glosaGarantia, g })).toBe(
      `${WIZARD}/garantias`,
    );
    expect(await errorsOf(who)).toBeUndefined();
    await who.save('garantias', {});
    await who.attach('contrato', {});
    expect(textOf(await see(who, 'revisar'))).toContain(question);
    const other = { ...dates, glosaGarantia: 'Para garantizar [nombre]', g };
    expect(await who.save('garantia-vigencia', other)).toContain('aviso=revisa');
    await who.save('garantia-vigencia', { ...dates, glosaGarantia: 'Para garantizar', g });
    const review = textOf(await see(who, 'revisar'));
    expect(review).not.toContain(question);
    expect(review).toMatch(/A favor de (I\. )?Municipalidad de Mostazal/i);
    expect(textOf(await see(who, 'garantia-vigencia', { g }))).not.toContain(note);
  });
});
