import { describe, expect, test } from 'vitest';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { noRows, rowCounts, submitRequest } from '#tests/support/submissions.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

type Body = Record<string, unknown>;

const required = [
  'sistemaLicitacion',
  'nombreSolicitante',
  'email',
  'telefonoSolicitante',
  'garantias',
];

const requiredOfItem = [
  'tipoGarantia',
  'montoGarantia',
  'monedaGarantia',
  'vigenciaDesde',
  'vigenciaHasta',
];

const longest: Record<string, number> = {
  email: 254,
  emailContratista: 254,
  emailMandante: 254,
  contratoUrl: 2048,
  adicionalUrl: 2048,
  direccionEmpresaOferente: 200,
  direccionEmpresaContratista: 200,
  institucion: 200,
  razonSocial: 200,
  razonSocialMandante: 200,
  idLicitacion: 60,
  glosaGarantia: 2000,
};

const withUrls = { contratoUrl: 'https://ejemplo.cl/a', adicionalUrl: 'https://ejemplo.cl/b' };

const variants: Record<string, Body> = {
  chilecompra: { ...publicBody, ...withUrls },
  privados: { ...privateBody, ...withUrls },
};

/** Returns the body with one field replaced (or removed). `garantias.0.x` reaches inside. */
function replaced(body: Body, path: string, value: unknown): Body {
  const copy = structuredClone(body);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce((at, key) => at[key] as Body, copy);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

const english = /\b(invalid|expected|must|required|received|string|input|option|too)\b/i;

/** Expects `validation_failed` with this field in Spanish, and nothing left behind. */
async function expectRefused(body: unknown, field: string): Promise<void> {
  const response = await submitRequest(body);
  const reply = await response.json();
  expect(response.status, JSON.stringify(reply)).toBe(400);
  expect(reply).toMatchObject({ success: false, error: 'validation_failed' });
  expect(reply.message).toBe('Hay datos por revisar.');
  expect(Object.keys(reply.fields)).toEqual([field]);
  expect(reply.fields[field]).toMatch(/^[A-ZÁÉÍÓÚÑ].*\.$/);
  expect(reply.fields[field]).not.toMatch(english);
  expect(await rowCounts()).toEqual(noRows);
}

describe.each(Object.entries(variants))('a field of a %s request', (_, body) => {
  const fields = Object.keys(body).filter((name) => name !== 'garantias');
  const items = Object.keys((body.garantias as Body[])[0] ?? {}).map(
    (name) => `garantias.0.${name}`,
  );
  const all = [...fields, ...items];
  const nameOf = (path: string) => path.split('.').at(-1) ?? '';

  test('is one of at least 19 that are tested', () => expect(all.length).toBeGreaterThan(18));

  test.each([...required, ...requiredOfItem.map((name) => `garantias.0.${name}`)])(
    '%s may not be missing, empty or blank',
    async (path) => {
      await expectRefused(replaced(body, path, undefined), path);
      if (path === 'garantias') return;
      await expectRefused(replaced(body, path, ''), path);
      await expectRefused(replaced(body, path, ' \t '), path);
    },
  );

  test.each(all)('%s may not have another type', async (path) => {
    for (const value of [7, true, ['x'], { a: 'x' }]) {
      await expectRefused(replaced(body, path, value), path);
    }
    if (nameOf(path) !== 'glosaGarantia') await expectRefused(replaced(body, path, null), path);
  });

  test.each(all)('%s may not hold control characters', async (path) => {
    const keys = path.split('.');
    const value = keys.reduce<unknown>((at, key) => (at as Body)[key], body) ?? 'texto';
    for (const character of ['\u0000', '\u001b', '\u0085']) {
      await expectRefused(replaced(body, path, `${String(value)}${character}x`), path);
    }
  });

  test.each(all)('%s may not be longer than its limit', async (path) => {
    const max = longest[nameOf(path)] ?? 120;
    const value = /Url$/.test(path)
      ? `https://ejemplo.cl/${'a'.repeat(max)}`
      : /email/i.test(path)
        ? `${'a'.repeat(max)}@ejemplo.cl`
        : 'a'.repeat(max + 1);
    await expectRefused(replaced(body, path, value), path);
  });
});

const bad: [string, unknown[]][] = [
  ['sistemaLicitacion', ['otro', 'ChileCompra', 'privado']],
  ['email', ['no', 'a@b', 'a b@c.cl', '<a@b.cl>', 'a@b.cl, c@d.cl', 'a@b.cl\nBcc: x@y.cl']],
  ['telefonoSolicitante', ['1234567', '1'.repeat(16), '+56 9 abcd 5678', 'llámame']],
  ['garantias', [[], 'x', { 0: {} }, Array(21).fill(publicBody.garantias[0])]],
  ['garantias.0', [null, 'x', 7, []]],
  ['garantias.0.tipoGarantia', ['Seriedad', 'otra', 'seriedad,anticipo']],
  [
    'garantias.0.montoGarantia',
    ['0', '0.0000', '-1', '+1', '1e5', '1,5', '1.', '.5', '1.00001', '1 000', '0x10', 'Infinity'],
  ],
  ['garantias.0.montoGarantia', ['9'.repeat(21), '١٢٣']],
  ['garantias.0.monedaGarantia', ['CLP', 'uf', 'EUR']],
  ['garantias.0.vigenciaDesde', ['2026-02-30', '2026-13-01', '01-12-2026', '2026-12-01T00:00:00']],
  ['garantias.0.vigenciaHasta', ['2027-02-29', '2026-11-30', '2027-3-1']],
  ['rutEmpresaOferente', ['76.123.456-1', '12345-5', 'x', '1.234.567.890-1']],
  ['rutInstitucion', ['69.265.000-1']],
  [
    'contratoUrl',
    ['no es una url', 'ftp://a.cl/b', 'javascript:alert(1)', '/relativa', 'https://'],
  ],
  ['adicionalUrl', ['data:text/html,x', 'file:///etc/passwd']],
];

describe('a public request', () => {
  test.each(bad)('with a wrong %s is refused', async (path, values) => {
    for (const value of values) await expectRefused(replaced(publicBody, path, value), path);
  });

  test('gets every wrong field named at once', async () => {
    const response = await submitRequest({ sistemaLicitacion: 'chilecompra', garantias: [{}] });
    const { fields } = await response.json();
    expect(Object.keys(fields).sort()).toEqual(
      [
        ...required.filter((name) => !/^(sistema|garantias)/.test(name)),
        ...requiredOfItem.map((name) => `garantias.0.${name}`),
      ].sort(),
    );
  });

  test('for a guarantee of one day is accepted', async () => {
    const path = 'garantias.0.vigenciaHasta';
    expect((await submitRequest(replaced(publicBody, path, '2026-12-01'))).status).toBe(200);
  });
});

describe('a private request', () => {
  test.each([
    ['emailContratista', ['no', 'a@b']],
    ['emailMandante', ['no']],
    ['telefonoContratista', ['123']],
    ['telefonoMandante', ['x']],
    ['rutEmpresaContratista', ['76.123.456-1']],
    ['rutMandantePrivados', ['1-9']],
    ['fechaInicioContrato', ['2026-02-30', 'mañana']],
    ['fechaTerminoContrato', ['2026-12-14', '2026-06-31']],
  ] as [string, unknown[]][])('with a wrong %s is refused', async (path, values) => {
    for (const value of values) await expectRefused(replaced(privateBody, path, value), path);
  });
});
