import { describe, expect, test } from 'vitest';
import { dayByName, kindByName } from '#lib/domain/documents/reading/file-name-reading.ts';

describe('the category of a file by its name', () => {
  test.each([
    ['CÉDULA_rep-legal.JPG', 'cedula_identidad'],
    ['e-RUT empresa.pdf', 'e_rut'],
    ['Certificado de Antecedentes.pdf', 'certificado_antecedentes'],
    ['Certificado antecedentes laborales.pdf', 'certificado_f30'],
    ['Escritura 2014.pdf', 'escritura_constitucion'],
    ['vigencia-sociedad.pdf', 'certificado_vigencia'],
    ['Vigencia de poderes.pdf', 'poderes_vigentes'],
    ['CarpetaTributaria.pdf', 'carpeta_tributaria'],
    ['carpeta-tributaria-regular.pdf', 'carpeta_tributaria'],
    ['Balance 2025.xlsx', 'balance_general'],
    ['F22_2026.pdf', 'formulario_22'],
    ['f29-octubre (12).pdf', 'formulario_29'],
    ['formulario 29.pdf', 'formulario_29'],
    ['tesoreria.pdf', 'certificado_deuda_tgr'],
    ['f30 (1).pdf', 'certificado_f30'],
    ['F30-1 obra norte.pdf', 'certificado_f30_1'],
    ['Informe de deudas CMF.pdf', 'informe_comercial'],
    ['Bases administrativas.pdf', 'bases_licitacion'],
    ['orden_de_compra.pdf', 'contrato'],
    ['poliza-4809-45-LE26.pdf', 'poliza_garantia'],
    ['contrato y poliza.pdf', undefined],
    ['scan0029.pdf', undefined],
    ['.pdf', undefined],
  ])('is found or left open for %s', (fileName, category) => {
    expect(kindByName(fileName)).toBe(category ?? null);
  });
});

describe('the date of a document by its file name', () => {
  test.each([
    ['formulario_29', 'f29-septiembre-2026.pdf', '2026-10-20'],
    ['formulario_29', 'F29 dic 2025 (1).PDF', '2026-01-20'],
    ['formulario_29', 'f29_Octubre.pdf', '2026-11-20'],
    ['formulario_29', 'f29 noviembre.pdf', '2025-12-20'],
    ['formulario_29', 'f29 noviembre 2026.pdf', null],
    ['formulario_29', 'f29 2026.pdf', null],
    ['balance_general', 'balance 2024.pdf', '2024-12-31'],
    ['balance_general', 'balance 2026.pdf', null],
    ['balance_general', 'balance.pdf', null],
    ['e_rut', 'erut marzo 2025.pdf', null],
  ] as const)('for %s %s is %s', (kind, fileName, day) => {
    expect(dayByName(kind, fileName, '2026-11-24')).toBe(day);
  });
});
