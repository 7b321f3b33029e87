import { describe, expect, test } from 'vitest';
import {
  guaranteeTypeOf,
  isCompanyRut,
  parseDay,
  parseOrderId,
  parseTenderId,
  parseTypedTenderId,
  tidyTenderId,
  typeOfCode,
} from '#lib/domain/marketplace/rules.ts';

describe('the code of a tender', () => {
  test.each([
    ['1509-5-L114', 'L1', 2014],
    ['1057417-445-LP25', 'LP', 2025],
    ['656-23-O126', 'O1', 2026],
    [' 1002772-78-lr24\n', 'LR', 2024],
    ['1-1-CI226', 'CI2', 2026],
    ['1-1-DC26', 'DC', 2026],
    ['2097-241-SE14', 'SE', 2014],
    ['1-1-QX99', 'QX', 2099],
  ])('%s is valid', (text, type, year) => {
    expect(parseTenderId(text)).toEqual({
      ok: true,
      code: { id: text.trim().toUpperCase(), type, year },
    });
    expect(typeOfCode(text.trim())).toBe(type);
  });

  test.each([
    ['1002-19-COT25', 'compra_agil'],
    ['1002-182-AG25', 'purchase_order'],
    ['3-3-CM17', 'purchase_order'],
    ['1509-5-L1', 'format'],
    ['1509-5-14', 'format'],
    ['123456789-1-LE26', 'format'],
    ['1-1-LE26-2', 'format'],
    ['1-1-ÑE26', 'format'],
    ['', 'format'],
  ])('%s is refused as: %s', (text, problem) => {
    expect(parseTenderId(text)).toEqual({ ok: false, problem });
  });

  test.each([
    'ID 4809-45-LE26',
    'Licitación ID: 4809-45-le26.',
    '4809 - 45 - LE26',
    '4809–45–LE26',
    '4809 45 LE26',
    ' 4809 45-le26',
    'https://www.mercadopublico.cl/?idlicitacion=4809-45-LE26',
    '4809-45-LE26 (4809-45-LE26)',
    'http://www.mercadopublico.cl/Procurement/Modules/RFB/DetailsAcquisition.aspx?idlicitacion=4809-45-LE26&x=1',
    'https://ejemplo.cl/licitacion/4809-45-LE26/ficha',
    '“4809-45-LE26”',
  ])('is read in %s', (text) => {
    expect(tidyTenderId(text)).toBe('4809-45-LE26');
  });

  test.each([
    '4809-45-LE26 o 4809-46-LE26',
    '1-1-LE26-2',
    'x4809-45-LE26',
    '4809-45-LE26<b>',
    '4809-45-LE261',
    'lote 4809 45 LE26',
  ])('is not guessed in %s', (text) => {
    expect(parseTypedTenderId(text)).toEqual({ ok: false, problem: 'format' });
    expect(tidyTenderId(text)).toBe(text);
  });

  test('is refused as a purchase order', () => {
    expect(parseOrderId('1002-182-AG25').ok).toBe(true);
    expect(parseOrderId('4037-292-TD26').ok).toBe(true);
    for (const type of ['L1', 'LE', 'LP', 'LQ', 'LR', 'O1', 'CI2']) {
      expect(parseOrderId(`1-1-${type}26`)).toEqual({ ok: false, problem: 'tender' });
    }
  });
});

test.each([
  ['13032017', '2017-03-13'],
  ['29022024', '2024-02-29'],
  ['29022023', null],
  ['31022026', null],
  ['00012026', null],
  ['1322026', null],
  ['2026-02-13', null],
  ['', null],
])('the day %s is read as %s', (text, iso) => {
  expect(parseDay(text)).toBe(iso);
});

test.each([
  ['Garantías de Seriedad de Ofertas', 'seriedad'],
  ['Garantía fiel de Cumplimiento de Contrato', 'cumplimiento'],
  ['Garantía de Fiel Cumplimiento y Correcta Ejecución', 'cumplimiento'],
  ['GARANTÍA POR ANTICIPO', 'anticipo'],
  ['Correcta ejecución de la obra', 'ejecucion'],
  ['Póliza de responsabilidad civil', 'responsabilidad'],
  ['Canje de retenciones', 'canje_retenciones'],
  ['Otra', null],
])('%s is a guarantee of type %s', (title, type) => {
  expect(guaranteeTypeOf(title)).toBe(type);
});

test.each([
  ['49999999-2', false],
  ['50000000-7', true],
  ['76123456-0', true],
])('the supplier %s is a company: %s', (rut, isCompany) => {
  expect(isCompanyRut(rut)).toBe(isCompany);
});
