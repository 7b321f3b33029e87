import { describe, expect, test } from 'vitest';
import {
  answersTo,
  errorsOf,
  reachReview,
  reachStep,
  startedVisitor,
  valuesOf,
  WIZARD,
  wizardPageAt,
} from '#tests/support/wizard.ts';
import { stepPage } from '#tests/support/wizard-pages.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest();

describe('a page with wrong answers', () => {
  test('is shown again with what was typed and what is wrong with it', async () => {
    const who = await startedVisitor();
    const typed = { nombreSolicitante: 'Ana', email: 'ana.cl', telefonoSolicitante: '12' };
    expect(await who.save('contacto', typed)).toBe(`${WIZARD}/contacto?aviso=revisa`);
    const draft = await who.draft();
    expect(draft?.attempt).toEqual({
      step: 'contacto',
      values: typed,
      errors: {
        email: expect.stringMatching(/^Revisa el correo/),
        telefonoSolicitante: expect.stringMatching(/^Revisa el teléfono/),
      },
    });
    expect(draft?.answers.answered).toEqual(['tipo']);
    expect(await valuesOf(who)).not.toHaveProperty('nombreSolicitante');
    // A returning person finds the typed values, without their errors.
    expect(await who.save('tipo', answersTo('tipo'))).toBe(`${WIZARD}/contacto`);
    expect((await who.draft())?.attempt?.values).toEqual(typed);
    await who.save('contacto', answersTo('contacto'));
    expect((await who.draft())?.attempt).toBeNull();
  });

  test.each([
    ['tipo', {}, 'sistemaLicitacion'],
    ['tipo', { sistemaLicitacion: 'otro' }, 'sistemaLicitacion'],
    ['contacto', { ...answersTo('contacto'), email: 'a@b\u0000.cl' }, 'email'],
    ['empresa', { nombreEmpresaOferente: 'x', rutEmpresaOferente: '1-9' }, 'rutEmpresaOferente'],
    [
      'empresa',
      { ...answersTo('empresa'), comunaEmpresaOferente: 'Arica' },
      'comunaEmpresaOferente',
    ],
    ['empresa', { ...answersTo('empresa'), regionEmpresaOferente: '' }, 'regionEmpresaOferente'],
    [
      'mandante',
      { ...answersTo('mandante'), fechaInicioContrato: '30-02-2026' },
      'fechaInicioContrato',
    ],
    [
      'mandante',
      { ...answersTo('mandante'), fechaTerminoContrato: '14-12-2026' },
      'fechaTerminoContrato',
    ],
    ['garantia-tipo', { tipoGarantia: 'otra' }, 'tipoGarantia'],
    ['garantia-monto', { montoGarantia: 'mil', monedaGarantia: 'pesos' }, 'montoGarantia'],
    ['garantia-monto', { montoGarantia: '0', monedaGarantia: 'pesos' }, 'montoGarantia'],
    ['garantia-monto', { montoGarantia: '10' }, 'monedaGarantia'],
    [
      'garantia-vigencia',
      { vigenciaDesde: '01-03-2027', vigenciaHasta: '28-02-2027' },
      'vigenciaHasta',
    ],
    [
      'garantia-vigencia',
      { vigenciaDesde: '01-11-2026', vigenciaHasta: '19-11-2026' },
      'vigenciaHasta',
    ],
    [
      'garantia-vigencia',
      { vigenciaDesde: 'mañana', vigenciaHasta: '28-02-2027' },
      'vigenciaDesde',
    ],
  ] as [string, Record<string, string>, string][])(
    '%s with %j has an error only at %s',
    async (step, form, field) => {
      const { who, about } = await reachStep(step);
      const back = await who.save(step, { ...form, ...about });
      expect(wizardPageAt(back).step).toBe(step);
      expect(Object.keys((await errorsOf(who)) ?? {})).toEqual([field]);
      expect(await valuesOf(who)).not.toHaveProperty(field);
    },
  );

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
  ])('%s shows all its errors at once', async (step, values, wrong) => {
    const { who, about } = await reachStep(step);
    await who.save(step, { ...values, ...about });
    expect(Object.keys((await errorsOf(who)) ?? {})).toEqual(wrong);
    const page = await stepPage(who, step, { ...about, aviso: 'revisa' });
    expect(page).toMatch(/<button[^>]*btn-primary[^>]*>Continuar</);
  });

  test.each(['4809-45-LE26', '4809-45-le2', ' 4809-45-le26 '])(
    'refuses %j as a name, because it looks like the id of a tender',
    async (typed) => {
      const { who } = await reachStep('empresa');
      await who.save('empresa', { nombreEmpresaOferente: typed, rutEmpresaOferente: '76123456-0' });
      expect(await errorsOf(who)).toEqual({
        nombreEmpresaOferente: expect.stringContaining('parece un ID'),
      });
    },
  );

  test('stores a bounded part of what was posted', async () => {
    const who = await startedVisitor();
    const flood = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`campo${n}`, 'x'.repeat(1000)]),
    );
    await who.save('contacto', { email: 'x'.repeat(20_000), ...flood });
    const attempt = JSON.stringify((await who.draft())?.attempt);
    expect(attempt.length).toBeLessThan(30_000);
    const tooMuch = await who.save('contacto', { email: 'x'.repeat(300_000) });
    expect(tooMuch).toBe(`${WIZARD}/contacto?error=payload_too_large`);
  });
});

describe('the order of the pages', () => {
  test('cannot be skipped: a later page leads to the first one that is missing', async () => {
    const who = await startedVisitor();
    for (const step of ['empresa', 'garantias', 'garantia-tipo']) {
      expect(await who.save(step, answersTo(step))).toBe(`${WIZARD}/contacto`);
    }
    expect(await who.attach('contrato', {})).toBe(`${WIZARD}/contacto`);
    expect((await who.draft())?.answers).toMatchObject({ answered: ['tipo'], garantias: [] });
  });

  test('has no pages of the other kind of contract, and none that do not exist', async () => {
    const who = await startedVisitor();
    expect(await who.save('mandante', answersTo('mandante'))).toBe(`${WIZARD}/contacto`);
    const nowhere = await who.save('inventado', {});
    expect(nowhere).toBe(`${WIZARD}/inventado?error=not_found`);
    expect(await who.save('revisar', { acepto: 'true' })).toContain('error=not_found');
  });

  test('leads back to the review after a change there', async () => {
    const who = await reachReview();
    const change = { ...answersTo('contacto'), nombreSolicitante: 'Ana María' };
    expect(await who.save('contacto', change)).toBe(`${WIZARD}/revisar`);
    expect(await valuesOf(who)).toMatchObject({ nombreSolicitante: 'Ana María' });
    const g = (await who.draft())?.answers.garantias[0]?.id ?? '';
    const amount = { montoGarantia: '7', monedaGarantia: 'UF', g };
    expect(await who.save('garantia-monto', amount)).toBe(`${WIZARD}/revisar`);
    expect((await who.draft())?.answers.garantias[0]).toMatchObject({ montoGarantia: '7' });
  });

  test('lets an optional answer be removed later', async () => {
    const who = await reachReview();
    expect(await who.save('licitacion', { idLicitacion: '' })).toBe(`${WIZARD}/revisar`);
    expect(await valuesOf(who)).not.toHaveProperty('idLicitacion');
    const [item] = (await who.draft())?.answers.garantias ?? [];
    await who.save('garantia-vigencia', {
      vigenciaDesde: '2026-12-01',
      vigenciaHasta: '2027-03-01',
      glosaGarantia: '',
      g: item?.id ?? '',
    });
    expect((await who.draft())?.answers.garantias[0]).not.toHaveProperty('glosaGarantia');
  });
});

describe('a change of the type of contract', () => {
  test('keeps contact and company, which are not asked again', async () => {
    const who = await reachReview();
    await who.save('tipo', { sistemaLicitacion: 'privados' });
    const { answered, values } = (await who.draft())?.answers ?? {};
    expect(answered).toEqual(expect.arrayContaining(['contacto', 'empresa-contratista']));
    expect(values).toMatchObject({
      nombreEmpresaContratista: 'Constructora Andes SpA',
      rutEmpresaContratista: '76123456-0',
      comunaEmpresaContratista: 'Providencia',
    });
    expect(wizardPageAt(await who.save('contacto', answersTo('contacto'))).step).toBe('mandante');
  });

  test('never replaces what was answered for the other type, also on the way back', async () => {
    const who = await reachReview();
    await who.save('tipo', { sistemaLicitacion: 'privados' });
    await who.save('empresa-contratista', {
      nombreEmpresaContratista: 'Montajes del Sur Ltda.',
      rutEmpresaContratista: '76.123.456-0',
    });
    await who.save('tipo', answersTo('tipo'));
    expect(await valuesOf(who)).toMatchObject({
      nombreEmpresaOferente: 'Constructora Andes SpA',
      nombreEmpresaContratista: 'Montajes del Sur Ltda.',
    });
  });

  test('takes over no company that was refused', async () => {
    const who = await startedVisitor();
    await who.save('contacto', answersTo('contacto'));
    await who.save('empresa', { nombreEmpresaOferente: 'Andes', rutEmpresaOferente: '1-1' });
    await who.save('tipo', { sistemaLicitacion: 'privados' });
    expect(await valuesOf(who)).not.toHaveProperty('nombreEmpresaContratista');
  });
});

describe('a card of the review', () => {
  test('is changed on its one page, and the review comes back afterwards', async () => {
    const who = await reachReview();
    const review = await stepPage(who, 'revisar');
    const [, amount = ''] = /href="([^"]*garantia-monto[^"]*)"[^>]*>Cambiar</.exec(review) ?? [];
    expect(amount).toMatch(/garantia-monto\?g=[\w-]+&cambio=1&borrador=[\w-]+$/);
    const g = new URLSearchParams(amount.split('?')[1]).get('g') ?? '';
    expect(await who.save('garantia-monto', { ...answersTo('garantia-monto'), g })).toBe(
      `${WIZARD}/revisar`,
    );
    expect(review).not.toContain('¿Quisiste decir');
    const slip = { ...answersTo('contacto'), email: 'ana@gmial.com' };
    for (let times = 0; times < 2; times++) await who.save('contacto', slip);
    const doubted = '¿Quisiste decir ana@gmail.com?';
    expect(await stepPage(who, 'revisar')).toContain(doubted);
    const empresa = answersTo('empresa');
    expect(await who.save('empresa', { ...empresa, rutEmpresaOferente: '1-1' })).toBe(
      `${WIZARD}/empresa?aviso=revisa`,
    );
    expect(await who.save('empresa', empresa)).toBe(`${WIZARD}/revisar`);
  });

  test('leads to the next open question instead of the review while one is open', async () => {
    const who = await startedVisitor();
    await who.save('contacto', answersTo('contacto'));
    expect(await who.save('tipo', answersTo('tipo'))).toBe(`${WIZARD}/licitacion`);
  });
});
