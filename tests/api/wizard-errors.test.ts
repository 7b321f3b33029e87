import { describe, expect, test } from 'vitest';
import StepPage from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import { askAs, show } from '#tests/support/page-request.ts';
import { at, errorsOf, publicAnswers, WIZARD } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

test('the errors of a page are told on the way back from a refusal, and not on return', async () => {
  const { who } = await at('contacto');
  const bad = { ...publicAnswers.contacto, email: 'ana.cl' };
  expect(await who.save('contacto', bad)).toBe(`${WIZARD}/contacto?aviso=revisa`);
  expect(await who.save('tipo', publicAnswers.tipo ?? {})).toBe(`${WIZARD}/contacto`);
  expect((await who.draft())?.attempt?.values).toEqual(bad);
});

describe('all that is wrong with a page is said at once', () => {
  test.each([
    [
      'contacto',
      { nombreSolicitante: '', email: 'ana@gmial.com', telefonoSolicitante: '12' },
      ['nombreSolicitante', 'email', 'telefonoSolicitante'],
    ],
    [
      'garantia-vigencia',
      { vigenciaDesde: '', vigenciaHasta: '01-03-2020' },
      ['vigenciaDesde', 'vigenciaHasta'],
    ],
    ['garantia-monto', { montoGarantia: '100', monedaGarantia: 'euros' }, ['monedaGarantia']],
  ])('%s', async (step, values, wrong) => {
    const { who, about } = await at(step);
    await who.save(step, { ...values, ...about });
    expect(Object.keys((await errorsOf(who)) ?? {})).toEqual(wrong);
    askAs(who.cookies);
    const page = await show(StepPage, { paso: step }, { ...about, aviso: 'revisa' });
    expect(page).toMatch(/<button[^>]*btn-primary[^>]*>Continuar</);
  });
});

test.each(['4809-45-LE26', '4809-45-le2', ' 4809-45-le26 '])('%s is no name', async (typed) => {
  const { who } = await at('empresa');
  await who.save('empresa', { nombreEmpresaOferente: typed, rutEmpresaOferente: '76123456-0' });
  expect(await errorsOf(who)).toEqual({
    nombreEmpresaOferente: expect.stringContaining('parece un ID'),
  });
});
