import { expect, test } from 'vitest';
import { remarkCopy } from '#lib/domain/law/copy.ts';
import { type AskedGuarantee, remarks, remarksOn } from '#lib/domain/law/rules.ts';

const asks = (tipo: string, monto: string | null, moneda: string | null, more = {}) => ({
  ...{ tipo, monto, moneda, glosa: null, descripcion: null },
  ...more,
});
const tender = (type: string, amount: number | null = null, currency: string | null = null) => ({
  type,
  amount,
  currency,
});
const reason = { descripcion: 'Por tratarse de una contratación riesgosa, según las bases.' };

test.each<[string, ReturnType<typeof tender>, AskedGuarantee, string[]]>([
  ['seriedad in an LE', tender('LE'), asks('seriedad', '1', '%'), ['seriedad-below']],
  ['seriedad in an LQ', tender('LQ'), asks('seriedad', null, null), ['seriedad-below']],
  ['seriedad in an LR', tender('LR'), asks('seriedad', '3', '%'), []],
  ['seriedad of more in an LR', tender('LR'), asks('seriedad', '3.01', '%'), ['seriedad-above']],
  ['seriedad with a reason', tender('LR'), asks('seriedad', '5', '%', reason), ['seriedad-above']],
  ['seriedad of works of unknown amount', tender('O1'), asks('seriedad', '2', '%'), []],
  ['works of 5,000 UTM', tender('O1', 5000, 'UTM'), asks('seriedad', '2', '%'), ['seriedad-below']],
  ['works of more', tender('O1', 5000.01, 'UTM'), asks('seriedad', '2', '%'), []],
  ['pesos of pesos', tender('LR', 500_000_000, 'CLP'), asks('seriedad', '15000000', 'pesos'), []],
  [
    'a peso more',
    tender('LR', 500_000_000, 'CLP'),
    asks('seriedad', '15000001', 'pesos'),
    ['seriedad-above'],
  ],
  ['pesos of UF', tender('LR', 20_000, 'CLF'), asks('seriedad', '99000000', 'pesos'), []],
  ['pesos of an amount that is not told', tender('LR'), asks('seriedad', '99000000', 'pesos'), []],
  ['cumplimiento of 5 %', tender('LE'), asks('cumplimiento', '5', '%'), []],
  ['cumplimiento of 10 %', tender('LP'), asks('cumplimiento', '10', '%'), ['cumplimiento-above']],
  [
    'cumplimiento of 10 % with its reason',
    tender('LP'),
    asks('cumplimiento', '10', '%', reason),
    [],
  ],
  [
    'cumplimiento in pesos: its base is the price of the award',
    tender('LP', 100_000_000, 'CLP'),
    asks('cumplimiento', '20000000', 'pesos'),
    [],
  ],
  ['another guarantee', tender('LE'), asks('anticipo', '100', '%'), []],
])('%s', (_, of, asked, expected) => {
  expect(remarksOn(of, [asked])).toEqual(expected);
});

test('several are told once each, in one order', () => {
  const asked = [asks('cumplimiento', '9', '%'), asks('seriedad', '9', '%')];
  expect(remarksOn(tender('LP'), [...asked, ...asked])).toEqual([
    'seriedad-below',
    'cumplimiento-above',
  ]);
});

test('each says the law’s own number', () => {
  const numbers = ['5.000 UTM', '3 %', '5 %'];
  expect(remarks.map((remark, n) => remarkCopy[remark].includes(numbers[n] ?? ''))).toEqual([
    true,
    true,
    true,
  ]);
});
