import { expect, test } from 'vitest';
import AdvisorPage from '#app/(sitio)/asesor/page.tsx';
import ExpertPage from '#app/(sitio)/experto/page.tsx';
import HomePage from '#app/(sitio)/page.tsx';
import { tenderTypes } from '#lib/domain/law/rules.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({
  ABOUT_ISSUE_DAYS: '2',
  EXAMPLE_PRICES:
    'cumplimiento=1.5-4 % del monto al año,anticipo=2-4 % del monto,seriedad=25000-60000 pesos@2026-11-01',
});

type Query = Record<string, string>;
const answer = async (query: Query) => {
  browseAs({});
  const html = await renderPage(ExpertPage, {}, query);
  return (
    /id="respuesta".*?<\/section>\s*<p class="mt-4|id="respuesta".*?id="ley"/s.exec(html)?.[0] ??
    html
  );
};
const adviceFor = (html: string) => {
  const [, href = ''] = /href="(\/asesor\?[^"]*)"/.exec(html) ?? [];
  return Object.fromEntries(new URLSearchParams(href.replaceAll('&amp;', '&').split('?')[1]));
};

test('the calculator names an example price and the usual time for each guarantee that may be required', async () => {
  const html = await answer({ tipo: 'LR', monto: '100.000.000', unidad: 'pesos' });
  // Five percent of the amount are 5.000.000, of which a year costs 1,5 to 4 percent.
  expect(textOf(html)).toContain(
    'Precio de ejemplo entre $ 75.000 y $ 200.000 por un año, al 01-11-2026.',
  );
  expect(textOf(html)).toContain('Precio de ejemplo entre $ 25.000 y $ 60.000, al 01-11-2026.');
  expect(textOf(html)).toContain('Emisión: normalmente en 2 días hábiles desde el pago');
});

test('an amount in pesos without the value of the UTM gets an answer for each side of the legal limit', async () => {
  const text = textOf(await answer({ monto: '100.000.000', unidad: 'pesos' }));
  expect(text).not.toContain('Falta algo para responderte');
  expect(text).toContain('Sin el valor de la UTM no sabemos en qué tramo queda tu monto');
  expect(text).toMatch(/Fiel cumplimiento Depende del monto Sobre 1\.000 UTM se exige/);
  expect(text).toContain('$ 5.000.000');
});

test.each(
  ['', ...Object.keys(tenderTypes)].flatMap((tipo) =>
    ['', '70.000'].map((utm) => ({
      tipo,
      utm,
      isMissing: utm === '' && (tenderTypes[tipo]?.fromUtm ?? null) === null,
    })),
  ),
)(
  'the answer says the UTM is missing only if there is neither a UTM nor a tender type that decides: %j',
  async (requested) => {
    const { isMissing, ...typed } = requested;
    const text = textOf(await answer({ ...typed, monto: '100.000.000', unidad: 'pesos' }));
    expect(text.includes('no sabemos en qué tramo queda tu monto')).toBe(isMissing);
    expect(textOf(await answer({ ...typed, monto: '100', unidad: 'UTM' }))).not.toContain(
      'qué tramo',
    );
  },
);

test('a contract between companies gets an answer, and two questions add advance payment and retentions', async () => {
  const plain = textOf(await answer({ tipo: 'PRIV' }));
  expect(plain).toMatch(/Fiel cumplimiento La más usual/);
  expect(plain).toMatch(/Me adelantan dinero.*Me retienen una parte/);
  expect(plain).not.toContain('Canje de retenciones');
  const both = { tipo: 'PRIV', anticipo: 'true', retencion: 'true' };
  const html = await answer(both);
  expect(adviceFor(html)).toEqual(both);
  expect(textOf(html)).toMatch(/Anticipo Responde por el dinero.*Canje de retenciones Reemplaza/);
  expect(html).toContain('/gestiona-tu-garantia?garantia=canje_retenciones&calculo=');
});

test('the question to an advisor begins with the typed values and the answer, with markup escaped', async () => {
  const typed = { tipo: 'LR', monto: '100.000.000', unidad: 'pesos', servicio: 'true' };
  const query = adviceFor(await answer(typed));
  expect(query).toEqual(typed);
  const form = await renderPage(AdvisorPage, {}, query);
  const [, text = ''] = /<textarea[^>]*name="mensaje"[^>]*>(.*?)<\/textarea>/s.exec(form) ?? [];
  for (const words of [
    'Licitación pública de 5.000 UTM o más (LR)',
    'Monto: $ 100.000.000',
    'Contratan un servicio',
    'La calculadora dice: Fiel cumplimiento: exigida por ley; Seriedad de la oferta: posible.',
    'Mi duda:',
  ])
    expect(text.replaceAll(' ', ' ')).toContain(words);
  const hostile = await renderPage(AdvisorPage, {}, { tipo: '"><b>', monto: '<i>' });
  expect(hostile).not.toMatch(/<b>|<i>/);
});

test('the home page links the calculator and, after it, the advisor', async () => {
  browseAs({});
  const html = await renderPage(HomePage, {});
  expect(html).toMatch(
    /href="\/experto#calculadora"[^>]*>¿No sabes qué garantía te piden\?[^<]*<\/a>\s*<a[^>]*href="\/asesor"/,
  );
});
