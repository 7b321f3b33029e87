import { describe, expect, test } from 'vitest';
import {
  errorsOf,
  itemsOf,
  publicAnswers,
  reachStep,
  type Visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

const itemOf = async (who: Visitor) => (await itemsOf(who))[0];

/** Makes a person who sent these answers of a page. */
async function sentOn(step: string, answers: Record<string, string>): Promise<Visitor> {
  const { who, about } = await reachStep(step);
  await who.save(step, { ...answers, ...about });
  return who;
}

describe('an amount in the wizard', () => {
  test.each([
    ['UF 100', 'pesos', { montoGarantia: '100', monedaGarantia: 'UF' }],
    ['1.234,5 UF', 'pesos', { montoGarantia: '1234.5', monedaGarantia: 'UF' }],
    ['$ 1.500.000', 'UF', { montoGarantia: '1500000', monedaGarantia: 'pesos' }],
    ['$ 1.500', 'USD', { montoGarantia: '1500', monedaGarantia: 'USD' }],
    ['1.500.000,00', 'pesos', { montoGarantia: '1500000', monedaGarantia: 'pesos' }],
  ])(
    '%s typed with %s chosen is stored as typed',
    async (montoGarantia, monedaGarantia, storedRows) => {
      const who = await sentOn('garantia-monto', { montoGarantia, monedaGarantia });
      expect(await itemOf(who)).toMatchObject(storedRows);
    },
  );

  test.each([
    ['1.000.000.000.001', 'pesos', /^Son \$ 1\.000\.000\.000\.001: revisa los ceros/],
    ['1.500.000.000', 'UF', /^Son UF 1\.500\.000\.000: revisa los ceros/],
    ['9.999', 'pesos', /^¿Son \$ 9\.999\? Revisa si faltan ceros/],
    ['1.500.000,50', 'pesos', /^Escribiste \$ 1\.500\.000,50 y los pesos no llevan decimales/],
  ])('of %s in %s is questioned once', async (montoGarantia, monedaGarantia, words) => {
    const { who, about } = await reachStep('garantia-monto');
    const page = `${WIZARD}/garantia-monto?g=${about.g}&aviso=revisa`;
    const save = (amount: string) =>
      who.save('garantia-monto', { montoGarantia: amount, monedaGarantia, ...about });
    expect(await save(montoGarantia)).toBe(page);
    expect(await errorsOf(who)).toEqual({ montoGarantia: expect.stringMatching(words) });
    expect(await itemOf(who)).not.toHaveProperty('montoGarantia');
    expect(await save(`${montoGarantia.replace(/\D/g, '')}0000000000,5`)).toBe(page);
    expect(await save(montoGarantia)).toBe(page);
    expect(await save(montoGarantia)).toBe(`${WIZARD}/garantia-vigencia?g=${about.g}`);
    expect(await itemOf(who)).toHaveProperty('montoGarantia');
  });

  test.each([
    ['1.000.000.000.000', 'pesos', '1000000000000'],
    ['10.000', 'pesos', '10000'],
    ['100', 'UF', '100'],
  ])('of %s in %s is not questioned', async (montoGarantia, monedaGarantia, storedRows) => {
    const who = await sentOn('garantia-monto', { montoGarantia, monedaGarantia });
    expect(await itemOf(who)).toMatchObject({ montoGarantia: storedRows });
  });
});

describe('a percentage of the bid', () => {
  const offer = {
    porcentaje: '5',
    oferta: '100.000.001',
    montoGarantia: '',
    monedaGarantia: 'pesos',
  };
  const shown = async (who: Visitor) => (await who.draft())?.attempt;

  test('fills in the amount, which is shown before it is stored', async () => {
    const { who, about } = await reachStep('garantia-monto');
    const page = `${WIZARD}/garantia-monto?g=${about.g}`;
    expect(await who.save('garantia-monto', { ...offer, ...about })).toBe(page);
    const attempt = await shown(who);
    expect(attempt?.errors).toEqual({});
    expect(attempt?.values).toEqual({ ...offer, montoGarantia: '5.000.001' });
    const again = { ...offer, ...about, montoGarantia: '5.000.001' };
    expect(await who.save('garantia-monto', again)).toContain('garantia-vigencia');
    expect(await itemOf(who)).toMatchObject({ montoGarantia: '5000001', monedaGarantia: 'pesos' });
    expect(await itemOf(who)).not.toHaveProperty('porcentaje');
  });

  test.each([
    [{ porcentaje: '2,5 %', oferta: 'UF 1.234,56' }, '30,87', 'UF'],
    [{ porcentaje: '100', oferta: '$ 7' }, '7', 'pesos'],
    [{ oferta: '1', porcentaje: '0,0001' }, '1', 'pesos'],
  ])('%j is rounded up, in the currency of the bid', async (typed, amount, unit) => {
    const who = await sentOn('garantia-monto', { ...offer, ...typed });
    expect((await shown(who))?.values).toMatchObject({
      montoGarantia: amount,
      monedaGarantia: unit,
    });
  });

  test('replaces an amount typed beside it, unless percentage or bid is removed', async () => {
    const { who, about } = await reachStep('garantia-monto');
    const other = { ...offer, montoGarantia: '90.000', ...about };
    await who.save('garantia-monto', other);
    expect((await shown(who))?.values.montoGarantia).toBe('5.000.001');
    expect(await who.save('garantia-monto', { ...other, oferta: ' ' })).toContain('vigencia');
    expect(await itemOf(who)).toMatchObject({ montoGarantia: '90000' });
  });

  test.each([
    [{ porcentaje: '' }, 'porcentaje'],
    [{ porcentaje: '101' }, 'porcentaje'],
    [{ porcentaje: 'UF 5' }, 'porcentaje'],
    [{ oferta: 'mucho' }, 'oferta'],
    [{ oferta: '1,500' }, 'oferta'],
    [{ oferta: '9'.repeat(50) }, 'oferta'],
  ])('that is unclear gets an error at the unclear field: %j', async (typed, blamed) => {
    const who = await sentOn('garantia-monto', { ...offer, ...typed });
    expect(Object.keys((await shown(who))?.errors ?? {})).toEqual([blamed]);
  });
});

describe('an e-mail address', () => {
  const save = (who: Visitor, email: string) =>
    who.save('contacto', { ...publicAnswers.contacto, email });

  test.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gmial.con', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    ['ana@GMAL.com', 'ana@gmail.com'],
    ['ana@hotmaill.cl', 'ana@hotmail.cl'],
    ['ana@outlok.com', 'ana@outlook.com'],
  ])('%s is questioned once, with %s suggested', async (typed, meant) => {
    const { who } = await reachStep('contacto');
    expect(await save(who, typed)).toBe(`${WIZARD}/contacto?aviso=revisa`);
    expect((await errorsOf(who))?.email).toContain(`¿Quisiste decir ${meant}?`);
    expect(await save(who, typed)).not.toContain('contacto');
    expect((await who.draft())?.answers.values.email?.toLowerCase()).toBe(typed.toLowerCase());
  });

  test('that is questioned beside another error is confirmed by sending the page again', async () => {
    const { who } = await reachStep('contacto');
    const { telefonoSolicitante: _, ...some } = publicAnswers.contacto ?? {};
    await who.save('contacto', { ...some, email: 'ana@gmial.com', telefonoSolicitante: '12' });
    expect((await errorsOf(who))?.email).toBe('¿Quisiste decir ana@gmail.com?');
    expect(await save(who, 'ana@gmial.com')).toBe(`${WIZARD}/licitacion`);
  });

  test('that was kept after the question gets no further suggestion', async () => {
    const { who } = await reachStep('contacto');
    await save(who, 'ana@gmial.com');
    const requested = await stepPage(who, 'contacto', { aviso: 'revisa' });
    expect(requested).toContain('Usar ana@gmail.com');
    await save(who, 'ana@gmial.com');
    expect(await stepPage(who, 'contacto')).not.toContain('Usar');
  });

  test('is replaced by the suggestion with a button that Enter does not press', async () => {
    const { who } = await reachStep('contacto');
    await save(who, 'ana@gmial.com');
    const page = await stepPage(who, 'contacto', { aviso: 'revisa' });
    const [button = '', value] = /<button[^>]*value="([^"]*)" name="email"/.exec(page) ?? [];
    expect(value).toBe('ana@gmail.com');
    expect(button).toContain('btn-primary');
    expect(page).toMatch(/btn-secondary[^>]*>Continuar con lo que escribí</);
    expect(page).toContain('Si ana@gmial.com está bien, presiona «Continuar con lo que escribí».');
    // Enter sends a form's first submit button: one that is neither visible nor reached by Tab.
    const buttons = [...page.matchAll(/<button[^>]*>/g)].map(([tag]) => tag);
    expect(buttons.slice(-4, -1)).toEqual([
      '<button type="submit" hidden="">',
      `${button}>`,
      expect.stringContaining('btn-secondary'),
    ]);
    expect(page).not.toContain('reverse');
    const body = new URLSearchParams({ ...publicAnswers.contacto, email: 'ana@gmial.com' });
    body.append('email', value ?? '');
    await who.post('/contacto/guardar', { body });
    expect((await who.draft())?.answers.values.email).toBe('ana@gmail.com');
  });

  test.each(['ana@gmail.com', 'ana@mail.com', 'ana@hotmail.es', 'ana@mop.cl', 'ana@gmailes.cl'])(
    '%s is not questioned',
    async (typed) => {
      const { who } = await reachStep('contacto');
      expect(await save(who, typed)).not.toContain('contacto');
    },
  );
});

describe('the term of a guarantee', () => {
  test.each([
    ['0001-01-01', '2027-03-01', { vigenciaDesde: 'Revisa el año: escribiste 0001.' }],
    ['2026-12-01', '2099-03-01', { vigenciaHasta: 'Revisa el año: escribiste 2099.' }],
    ['2026-12-01', '2046-12-01', undefined],
    ['2026-11-01', '2026-11-20', undefined],
    ['2026-11-01', '2026-11-19', { vigenciaHasta: 'Esa fecha ya pasó. Revisa el año.' }],
    [
      '31-02-2027',
      '15-01-2027',
      {
        vigenciaDesde: expect.stringContaining('real'),
        vigenciaHasta: expect.stringContaining('posterior a la de inicio'),
      },
    ],
    [
      '01-03-2027',
      '31-02-2027',
      { vigenciaHasta: expect.stringMatching(/real.* posterior a la de inicio/) },
    ],
  ])('from %s until %s is accepted or questioned', async (vigenciaDesde, vigenciaHasta, errors) => {
    const who = await sentOn('garantia-vigencia', { vigenciaDesde, vigenciaHasta });
    expect(await errorsOf(who)).toEqual(errors);
  });
});

test('a RUT without digits is refused for that, not for its check digit', async () => {
  const company = { nombreEmpresaOferente: 'Andes', rutEmpresaOferente: 'hola' };
  const who = await sentOn('empresa', company);
  expect(await errorsOf(who)).toEqual({
    rutEmpresaOferente: expect.stringMatching(/^Escribe el RUT con números/),
  });
});

test('an invalid id of a tender is questioned once, and accepted when it is sent again', async () => {
  const { who } = await reachStep('licitacion');
  const save = () => who.save('licitacion', { idLicitacion: '123456' });
  expect(await save()).toBe(`${WIZARD}/licitacion?aviso=revisa`);
  expect(await errorsOf(who)).toEqual({
    idLicitacion: expect.stringMatching(/^Escribiste 123456\. El ID debe tener la forma/),
  });
  expect(await save()).toBe(`${WIZARD}/institucion`);
  expect((await who.draft())?.answers.values.idLicitacion).toBe('123456');
});

test('a first day long past is questioned once, on a page that repeats the amount', async () => {
  const { who, about } = await reachStep('garantia-vigencia');
  const page = `${WIZARD}/garantia-vigencia?g=${about.g}&aviso=revisa`;
  const days = { vigenciaDesde: '01-02-2024', vigenciaHasta: '30-06-2027', ...about };
  expect(await who.save('garantia-vigencia', days)).toBe(page);
  expect(await errorsOf(who)).toEqual({
    vigenciaDesde: expect.stringMatching(/^Empezó hace 1\.023 días: revisa el año\. Si es lo que/),
  });
  const shown = await stepPage(who, 'garantia-vigencia', about);
  expect(shown).toContain('Garantía por $ 1.500.000');
  expect(await who.save('garantia-vigencia', days)).toBe(`${WIZARD}/garantias`);
});
