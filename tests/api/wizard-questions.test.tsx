import { describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { marketplaceForTest } from '#tests/support/marketplace.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import type { MadeTender } from '#tests/support/providers/mercado-publico-records.ts';
import { storedAnswers, storedRequests } from '#tests/support/submissions.ts';
import { createTender } from '#tests/support/tender-fixtures.ts';
import {
  errorsOf,
  itemsOf,
  publicAnswers,
  reachReview,
  type Visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';

const { api, world } = marketplaceForTest();

type Form = Record<string, string>;
const code = '3667-12-LP26';
const plain = { vigenciaDesde: '01-12-2026', vigenciaHasta: '01-03-2027' };

/** Makes a person at the review of a public request for this tender, with these answers. */
async function asking(
  {
    monto = {},
    vigencia = plain,
    tipo = 'seriedad',
    empresa = {},
    institucion = publicAnswers.institucion,
  }: Partial<Record<'monto' | 'empresa' | 'institucion', Form>> & {
    vigencia?: Form;
    tipo?: string;
  },
  tender: Partial<MadeTender> = {},
) {
  api.set({ tenders: [createTender({ code, amount: 18_000_000, ...tender })] });
  return reachReview({
    ...publicAnswers,
    licitacion: { idLicitacion: tender.code ?? code },
    institucion: { ...institucion },
    empresa: { ...publicAnswers.empresa, ...empresa },
    'garantia-tipo': { tipoGarantia: tipo },
    'garantia-monto': { montoGarantia: '500.000', monedaGarantia: 'pesos', ...monto },
    'garantia-vigencia': { ...vigencia, glosaGarantia: '' },
  });
}

async function review(who: Visitor): Promise<string> {
  return textOf(await stepPage(who, 'revisar'));
}

const asks = 'Antes de enviar, confirma';
const uf = { montoGarantia: '5.000.000', monedaGarantia: 'UF' };
const basis = '3 % de $ 18.000.000, el monto estimado de la licitación';
const law = `y la ley permite el ${basis}: $ 540.000.`;
const small = { code: '3667-12-LE26', amount: null };
const ofPage = {
  title: 'Garantía de Seriedad de Ofertas',
  until: '15-03-2027',
  unit: 'Peso Chileno',
};

describe('the review asks to confirm', () => {
  test.each<[string, Parameters<typeof asking>, string]>([
    [
      'UF on a small tender',
      [{ monto: uf }],
      `Pides UF 5.000.000 de Seriedad de la oferta, ${law}`,
    ],
    [
      'twice the law',
      [{ monto: { montoGarantia: '1.080.000' } }],
      `$ 1.080.000 de Seriedad de la oferta, ${law}`,
    ],
    [
      'a beginning some days ago',
      [{ vigencia: { ...plain, vigenciaDesde: '15-11-2026' } }],
      'Empieza en una fecha pasada, el 15-11-2026: ¿es así?',
    ],
    [
      'less than the page asks for',
      [{ monto: { montoGarantia: '20.000' } }, { guarantees: [{ ...ofPage, amount: '200000' }] }],
      'Pides $ 20.000 de Seriedad de la oferta, y la ficha pide más: $ 200.000.',
    ],
    [
      'twice what the page asks for',
      [{ monto: { montoGarantia: '400.000' } }, { guarantees: [{ ...ofPage, amount: '200000' }] }],
      'Pides $ 400.000 de Seriedad de la oferta, y la ficha pide $ 200.000.',
    ],
    [
      'a beginning after the closing',
      [{ vigencia: { ...plain, vigenciaDesde: '23-12-2026' } }],
      'Rige desde el 23-12-2026, y la licitación cierra antes: 01-12-2026.',
    ],
    [
      'a term of many years',
      [{ tipo: 'cumplimiento', vigencia: { ...plain, vigenciaHasta: '01-12-2036' } }],
      'Rige por 10 años, del 01-12-2026 al 01-12-2036.',
    ],
    [
      'a bid bond for a tender that closed, first',
      [{}, { closesAt: '2026-11-19T15:00:00' }],
      `${asks} La licitación ya cerró, el 19-11-2026: una garantía de seriedad ya no sirve`,
    ],
    [
      'an end before the closing',
      [
        {
          tipo: 'cumplimiento',
          vigencia: { vigenciaDesde: '21-11-2026', vigenciaHasta: '30-11-2026' },
        },
      ],
      'Vence el 30-11-2026, antes de que cierre la licitación: 01-12-2026.',
    ],
    [
      'a bid bond that ends on the day of the closing',
      [{ vigencia: { vigenciaDesde: '10-11-2026', vigenciaHasta: '01-12-2026' } }],
      'Vence el 01-12-2026, el mismo día en que cierra la licitación: 01-12-2026.',
    ],
    [
      'one day',
      [{ vigencia: { vigenciaDesde: '01-12-2026', vigenciaHasta: '01-12-2026' } }],
      'Rige solo un día, del 01-12-2026 al 01-12-2026.',
    ],
    [
      '14 days',
      [{ vigencia: { vigenciaDesde: '01-12-2026', vigenciaHasta: '14-12-2026' } }],
      'Rige solo 14 días',
    ],
    [
      'the RUT of the buyer',
      [{ empresa: { rutEmpresaOferente: '69.080.500-6' } }],
      'La empresa que ofrece y la institución que licita tienen el mismo RUT, 69.080.500-6.',
    ],
    [
      'an award',
      [{}, { state: 8 }],
      'Pides una Seriedad de la oferta, y la licitación ya está adjudicada.',
    ],
    [
      'twice all that a tender of its type comes to',
      [{ monto: { montoGarantia: '150.000.000' } }, small],
      'Pides $ 150.000.000 de Seriedad de la oferta, y una licitación LE llega hasta 1.000 UTM.',
    ],
    [
      'the name of the buyer',
      [{ empresa: { nombreEmpresaOferente: 'í. municipalidad de  Mostazal.' } }],
      'La empresa que ofrece y la institución que licita tienen el mismo nombre, í. municipalidad de',
    ],
    ['a revocation', [{}, { state: 18 }], 'la licitación ya está revocada.'],
    [
      'more than the whole tender, of a kind without a limit',
      [{ tipo: 'anticipo', monto: { montoGarantia: '18.000.001' } }],
      'Pides $ 18.000.001 de Anticipo, y toda la licitación está estimada en $ 18.000.000.',
    ],
    [
      'another municipality',
      [{ institucion: { institucion: 'Municipalidad de San Bernardo', razonSocial: '' } }],
      'Escribiste Municipalidad de San Bernardo, y la licitación es de I Municipalidad de Mostazal.',
    ],
    [
      'another buyer by its legal name alone',
      [{ institucion: { institucion: '', razonSocial: 'Ministerio de Obras Públicas' } }],
      'Escribiste Ministerio de Obras Públicas, y la licitación es de I Municipalidad de Mostazal.',
    ],
  ])('%s', async (_, args, words) => {
    const page = await review(await asking(...args));
    expect(page).toContain(asks);
    expect(page).toContain(words);
    expect(page).toContain('Está bien así: enviar solicitud');
  });

  test.each<[string, Parameters<typeof asking>]>([
    ['a likely bid bond', [{}]],
    ['the whole tender', [{ tipo: 'anticipo', monto: { montoGarantia: '18.000.000' } }]],
    ['no more than Municipalidad', [{ institucion: { institucion: 'La Municipalidad' } }]],
    ['the buyer by its initials', [{ institucion: { institucion: 'I.M.M.' } }]],
    [
      'the RUT of the buyer under another name',
      [{ institucion: { institucion: 'Cemento', rutInstitucion: '69.080.500-6' } }],
    ],
    ['just less than twice the law', [{ monto: { montoGarantia: '1.079.999' } }]],
    ['less than twice its type', [{ monto: { montoGarantia: '149.999.999' } }, small]],
    ['a type without an end', [{ monto: uf }, { ...small, code: '3667-12-LR26' }]],
    [
      'what the page asks for',
      [{ monto: { montoGarantia: '200.000' } }, { guarantees: [{ ...ofPage, amount: '200000' }] }],
    ],
    ['15 days', [{ vigencia: { vigenciaDesde: '01-12-2026', vigenciaHasta: '15-12-2026' } }]],
    [
      'a contract that begins later',
      [{ tipo: 'cumplimiento', vigencia: { ...plain, vigenciaDesde: '23-12-2026' } }],
    ],
    ['a performance bond of an award', [{ tipo: 'cumplimiento' }, { state: 8 }]],
    ['UF without a value', [{ monto: { montoGarantia: '20', monedaGarantia: 'UF' } }]],
  ])('nothing for %s', async (_, args) => {
    expect(await review(await asking(...args))).not.toContain(asks);
  });

  test('an amount in UF, with its pesos where the value of the UF is configured', async () => {
    await world.reopen({ ...api.variables, UF_VALUE: '39485.65@2026-11-01' });
    const who = await asking({ monto: { montoGarantia: '10,5', monedaGarantia: 'UF' } });
    expect(await review(who)).toContain('UF 10,50 son $ 414.599, con la UF del 01-11-2026.');
  });
});

test('a question is asked until the sending confirms it, and again when its answer changes', async () => {
  const who = await asking({ monto: uf });
  const words = 'Pides UF 5.000.000';
  // The press came from a page that did not show the question.
  expect(await who.send({ acepto: 'true', preguntas: '' })).toBe(`${WIZARD}/revisar?aviso=revisa`);
  expect(await errorsOf(who)).toEqual({
    preguntas: 'Antes de enviar, mira lo que te preguntamos.',
  });
  // The answer is confirmed, but the box is forgotten.
  expect(await who.send({})).toBe(`${WIZARD}/revisar?aviso=revisa`);
  expect(Object.keys((await errorsOf(who)) ?? {})).toEqual(['acepto']);
  // Nothing was sent, so nothing was confirmed.
  expect(await review(who)).toContain(words);
  const [{ id: g = '' } = {}] = await itemsOf(who);
  await who.save('garantia-monto', { montoGarantia: '4.000.000', monedaGarantia: 'UF', g });
  expect(await review(who)).toContain('Pides UF 4.000.000');
  await who.save('garantia-monto', { ...uf, g });
  const sent = await who.send();
  expect(sent).toMatch(/^\/comprobante\//);
  expect((await storedAnswers()).confirmed).toEqual([expect.stringContaining(words)]);
  browseAs((await makeAdvisor()).cookies);
  const leadPage = textOf(await renderPage(LeadPage, { id: `${(await storedRequests())[0]?.id}` }));
  expect(leadPage).toMatch(/Confirmó al enviar.*Pides UF 5\.000\.000/s);
});

test('the legal maximum stands beside the amount, and once on the review', async () => {
  const above = 'Pides una seriedad de más del 3 %';
  const large = { code: '3667-12-LR26' };
  const over = await asking({ monto: { montoGarantia: '600.000' } }, large);
  const [{ id: g = '' } = {}] = await itemsOf(over);
  const page = textOf(await stepPage(over, 'garantia-monto', { g }));
  expect(page).toContain(`La ley permite hasta $ 540.000 (${basis}).`);
  expect(await review(over)).toContain(above);
  const twice = await review(await asking({ monto: { montoGarantia: '1.080.000' } }, large));
  expect(twice).toContain(law);
  expect(twice).not.toContain(above);
  const unknown = await asking({}, { amount: null });
  const [{ id = '' } = {}] = await itemsOf(unknown);
  const other = textOf(await stepPage(unknown, 'garantia-monto', { g: id }));
  expect(other).not.toContain('La ley permite hasta');
});
