import { describe, expect, test } from 'vitest';
import { submission } from '#lib/domain/guarantees/schema.ts';
import { fieldErrors } from '#lib/platform/fields.ts';
import { privateBody, publicBody } from '#tests/support/bodies.ts';

function errorsOf(body: unknown): Record<string, string> {
  const parsed = submission.safeParse(body);
  return parsed.success ? {} : fieldErrors(parsed.error);
}

describe('the submission schema', () => {
  test('takes both variants whole and stores RUTs in one spelling', () => {
    expect(submission.parse(publicBody)).toMatchObject({ rutEmpresaOferente: '76123456-0' });
    expect(errorsOf(privateBody)).toEqual({});
  });

  test('keeps the amount as the same text', () => {
    const body = structuredClone(publicBody);
    for (const amount of ['0.0001', '12345678901234567890', '1500000.50', '007']) {
      Object.assign(body.garantias[0] ?? {}, { montoGarantia: amount });
      expect(submission.parse(body).garantias[0]?.montoGarantia).toBe(amount);
    }
  });

  test('ignores unknown fields and treats empty optional text as absent', () => {
    const parsed = submission.parse({
      ...publicBody,
      rol: 'admin',
      emailContratista: 7,
      razonSocial: '',
    });
    expect(parsed).not.toHaveProperty('rol');
    expect(parsed).not.toHaveProperty('emailContratista');
    expect(parsed).toMatchObject({ sistemaLicitacion: 'chilecompra', razonSocial: undefined });
  });

  test.each([
    ['sistemaLicitacion', { sistemaLicitacion: 'otro' }],
    ['sistemaLicitacion', { sistemaLicitacion: undefined }],
    ['nombreSolicitante', { nombreSolicitante: '  ' }],
    ['nombreSolicitante', { nombreSolicitante: 'a\u0000b' }],
    ['nombreSolicitante', { nombreSolicitante: 'x'.repeat(121) }],
    ['email', { email: 'ana@' }],
    ['email', { email: 'ana@x.cl\r\nBcc: y@z.cl' }],
    ['telefonoSolicitante', { telefonoSolicitante: '1234567' }],
    ['telefonoSolicitante', { telefonoSolicitante: 56912345678 }],
    ['rutEmpresaOferente', { rutEmpresaOferente: '76.123.456-1' }],
    ['idLicitacion', { idLicitacion: 'x'.repeat(61) }],
    ['contratoUrl', { contratoUrl: 'javascript:alert(1)' }],
    ['contratoUrl', { contratoUrl: null }],
    ['garantias', { garantias: [] }],
    ['garantias', { garantias: 'una' }],
    ['garantias', { garantias: Array(21).fill(publicBody.garantias[0]) }],
    [
      'garantias.0.montoGarantia',
      { garantias: [{ ...publicBody.garantias[0], montoGarantia: 5 }] },
    ],
    [
      'garantias.0.montoGarantia',
      { garantias: [{ ...publicBody.garantias[0], montoGarantia: '0.00' }] },
    ],
    [
      'garantias.0.montoGarantia',
      { garantias: [{ ...publicBody.garantias[0], montoGarantia: '1,5' }] },
    ],
    [
      'garantias.0.vigenciaDesde',
      { garantias: [{ ...publicBody.garantias[0], vigenciaDesde: '2026-02-30' }] },
    ],
    [
      'garantias.0.vigenciaHasta',
      { garantias: [{ ...publicBody.garantias[0], vigenciaHasta: '2020-01-01' }] },
    ],
  ])('names %s', (field, change) => {
    const errors = errorsOf({ ...publicBody, ...change });
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
  });

  test('answers in Spanish for every field of another type', () => {
    const body = Object.fromEntries(Object.keys(privateBody).map((key) => [key, { no: 1 }]));
    const errors = errorsOf({ ...body, sistemaLicitacion: 'privados' });
    expect(Object.keys(errors).sort()).toEqual(
      Object.keys(privateBody)
        .filter((key) => key !== 'sistemaLicitacion')
        .sort(),
    );
    for (const text of Object.values(errors)) expect(text).toMatch(/debe ser/);
  });

  test('refuses a contract that ends before it starts', () => {
    const errors = errorsOf({ ...privateBody, fechaTerminoContrato: '2020-01-01' });
    expect(Object.keys(errors)).toEqual(['fechaTerminoContrato']);
  });
});
