import { describe, expect, test } from 'vitest';
import { DRAFT_DAYS } from '#lib/domain/drafts/rules.ts';
import { sweepDrafts } from '#lib/domain/drafts/writes/sweep-drafts.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { DAY } from '#lib/platform/durations.ts';
import { signedToken } from '#lib/platform/secrets.ts';
import { nothing, rowCounts } from '#tests/support/submissions.ts';
import {
  atReview,
  follow,
  placeOf,
  privateAnswers,
  publicAnswers,
  type Visitor,
  visitor,
  WIZARD,
} from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const draftCount = () => getDb().read.$count(drafts);
const valuesOf = async (who: Visitor) => (await who.draft())?.answers.values ?? {};
const answersTo = (step: string) => publicAnswers[step] ?? privateAnswers[step] ?? {};

async function begun(): Promise<Visitor> {
  const who = visitor();
  await who.save('tipo', answersTo('tipo'));
  return who;
}

describe('a page with wrong answers', () => {
  test('comes back with what was typed and what is wrong with it', async () => {
    const who = await begun();
    const typed = { nombreSolicitante: 'Ana', email: 'ana.cl', telefonoSolicitante: '12' };
    expect(await who.save('contacto', typed)).toBe(`${WIZARD}/contacto`);
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
    await who.save('contacto', answersTo('contacto'));
    expect((await who.draft())?.attempt).toBeNull();
  });

  test.each([
    ['tipo', {}, 'sistemaLicitacion'],
    ['tipo', { sistemaLicitacion: 'otro' }, 'sistemaLicitacion'],
    ['contacto', { ...answersTo('contacto'), email: 'a@b\u0000.cl' }, 'email'],
    ['empresa', { nombreEmpresaOferente: 'x', rutEmpresaOferente: '1-9' }, 'rutEmpresaOferente'],
    [
      'direccion',
      { ...answersTo('direccion'), comunaEmpresaOferente: 'Arica' },
      'comunaEmpresaOferente',
    ],
    ['direccion', { comunaEmpresaOferente: 'Providencia' }, 'regionEmpresaOferente'],
    ['fechas', { fechaInicioContrato: '30-02-2026' }, 'fechaInicioContrato'],
    [
      'fechas',
      { fechaInicioContrato: '15-12-2026', fechaTerminoContrato: '14-12-2026' },
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
      { vigenciaDesde: '15-01-2020', vigenciaHasta: '19-11-2026' },
      'vigenciaHasta',
    ],
    [
      'garantia-vigencia',
      { vigenciaDesde: 'mañana', vigenciaHasta: '28-02-2027' },
      'vigenciaDesde',
    ],
  ] as [string, Record<string, string>, string][])(
    '%s %j blames %s alone',
    async (step, form, field) => {
      const who = visitor();
      const answers = step in publicAnswers ? publicAnswers : privateAnswers;
      const before = Object.entries(answers).slice(0, Object.keys(answers).indexOf(step));
      await follow(who, Object.fromEntries(before));
      const g = (await who.draft())?.answers.garantias[0]?.id;
      const about: Record<string, string> = g && /monto|vigencia/.test(step) ? { g } : {};
      const back = await who.save(step, { ...form, ...about });
      expect(placeOf(back).step).toBe(step);
      const errors = (await who.draft())?.attempt?.errors ?? {};
      expect(Object.keys(errors)).toEqual([field]);
      expect(await valuesOf(who)).not.toHaveProperty(field);
    },
  );

  test('keeps a bounded attempt, whatever is posted', async () => {
    const who = await begun();
    const flood = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`campo${n}`, 'x'.repeat(1000)]),
    );
    await who.save('contacto', { email: 'x'.repeat(20_000), ...flood });
    const attempt = JSON.stringify((await who.draft())?.attempt);
    expect(attempt.length).toBeLessThan(30_000);
    const tooMuch = await who.save('contacto', { email: 'x'.repeat(300_000) });
    expect(tooMuch).toBe(`${WIZARD}/contacto?error=payload_too_large`);
  });

  test('__proto__ as a field name is a field name', async () => {
    const who = await begun();
    const body = '__proto__=x&constructor=y&nombreSolicitante=';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const back = await who.save('contacto', {}, { form: undefined, body, headers, method: 'POST' });
    expect(back).toBe(`${WIZARD}/contacto`);
    expect(Object.keys((await who.draft())?.attempt?.errors ?? {})).toContain('email');
  });
});

describe('the path', () => {
  test('cannot be jumped: a page ahead leads to the first that is missing', async () => {
    const who = await begun();
    for (const step of ['empresa', 'garantias', 'garantia-tipo']) {
      expect(await who.save(step, answersTo(step))).toBe(`${WIZARD}/contacto`);
    }
    expect(await who.attach('contrato', {})).toBe(`${WIZARD}/contacto`);
    expect((await who.draft())?.answers).toMatchObject({ answered: ['tipo'], garantias: [] });
  });

  test('has no pages of the other variant, and none that do not exist', async () => {
    const who = await begun();
    expect(await who.save('mandante', answersTo('mandante'))).toBe(`${WIZARD}/contacto`);
    const nowhere = await who.save('inventado', {});
    expect(nowhere).toBe(`${WIZARD}/inventado?error=not_found`);
    expect(await who.save('revisar', { acepto: 'true' })).toContain('error=not_found');
  });

  test('leads back to the review after a change there', async () => {
    const who = await atReview();
    const change = { ...answersTo('contacto'), nombreSolicitante: 'Ana María' };
    expect(await who.save('contacto', change)).toBe(`${WIZARD}/revisar`);
    expect(await valuesOf(who)).toMatchObject({ nombreSolicitante: 'Ana María' });
    const g = (await who.draft())?.answers.garantias[0]?.id ?? '';
    const amount = { montoGarantia: '7', monedaGarantia: 'UF', g };
    expect(await who.save('garantia-monto', amount)).toBe(`${WIZARD}/revisar`);
    expect((await who.draft())?.answers.garantias[0]).toMatchObject({ montoGarantia: '7' });
  });

  test('an optional answer can be taken back', async () => {
    const who = await atReview();
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

describe('a draft', () => {
  test('keeps what two tabs save on different pages, also at once', async () => {
    const who = await atReview();
    await Promise.all([
      who.save('contacto', { ...answersTo('contacto'), nombreSolicitante: 'Pestaña Uno' }),
      who.save('licitacion', { idLicitacion: '1-2-L26' }),
      who.save('institucion', { ...answersTo('institucion'), razonSocial: 'Pestaña Tres' }),
    ]);
    expect(await valuesOf(who)).toMatchObject({
      nombreSolicitante: 'Pestaña Uno',
      idLicitacion: '1-2-L26',
      razonSocial: 'Pestaña Tres',
    });
  });

  test('lives 30 days from its last change, in a guarded cookie', async () => {
    const who = await begun();
    world.advance((DRAFT_DAYS - 1) * DAY);
    expect(await who.save('contacto', answersTo('contacto'))).toBe(`${WIZARD}/licitacion`);
    world.advance((DRAFT_DAYS - 1) * DAY);
    expect(await sweepDrafts(world.now())).toBe(0);
    expect(await who.save('licitacion', answersTo('licitacion'))).toBe(`${WIZARD}/institucion`);
    world.advance(DRAFT_DAYS * DAY + 1);
    expect(await who.draft()).toBeNull();
    expect(await sweepDrafts(world.now())).toBe(1);
    expect(await draftCount()).toBe(0);
  });

  test('that expired begins anew with what was just typed, and says so', async () => {
    const who = visitor();
    await follow(who, Object.fromEntries(Object.entries(publicAnswers).slice(0, 2)));
    world.advance(31 * DAY);
    const next = await who.save('licitacion', { idLicitacion: '9-9-L26' });
    expect(next).toBe(`${WIZARD}/tipo?aviso=vencido`);
    expect(await valuesOf(who)).toEqual({ idLicitacion: '9-9-L26' });
    expect((await follow(who, publicAnswers)).at).toBe('contrato');
  });

  test('that expired while a guarantee was described keeps that part of it', async () => {
    const who = await atReview();
    const g = (await who.draft())?.answers.garantias[0]?.id ?? '';
    world.advance(31 * DAY);
    await who.save('garantia-monto', { montoGarantia: '5', monedaGarantia: 'UF', g });
    expect((await who.draft())?.answers.garantias).toMatchObject([
      { montoGarantia: '5', monedaGarantia: 'UF' },
    ]);
  });

  test.each([
    ['of another signature', (token: string) => `${token.slice(0, -3)}AAA`],
    ['of another id', (token: string) => `AAAA${token.slice(4)}`],
    ['of another purpose', () => signedToken('resume', 'A'.repeat(22))],
    ['of nonsense', () => '%00..'],
    ['that is empty', () => ''],
  ])('is not reached with a cookie %s: a new one begins', async (_, tamper) => {
    const victim = await begun();
    const before = await victim.draft();
    const who = visitor();
    who.cookies.borrador = tamper(victim.cookies.borrador ?? '');
    expect(await who.save('tipo', { sistemaLicitacion: 'privados' })).toBe(`${WIZARD}/contacto`);
    expect((await who.draft())?.id).not.toBe(before?.id);
    expect(await victim.draft()).toEqual(before);
    expect(await draftCount()).toBe(2);
  });

  test('of another person is out of reach without their cookie', async () => {
    const [one, other] = [await atReview(), await begun()];
    expect(await other.send()).toBe(`${WIZARD}/contacto`);
    const g = (await one.draft())?.answers.garantias[0]?.id ?? '';
    await other.remove(g);
    expect((await one.draft())?.answers.garantias).toHaveLength(1);
    expect(await rowCounts()).toEqual(nothing);
  });

  test('is left behind by "Empezar otra", and expires by itself', async () => {
    const who = await begun();
    expect(await who.startOver()).toBe(`${WIZARD}/tipo`);
    expect(who.cookies).toEqual({});
    expect(await draftCount()).toBe(1);
  });
});
