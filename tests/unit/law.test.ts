import { describe, expect, test } from 'vitest';
import {
  expectationCopy,
  remarkCopy,
  tenderTypeGroups,
  tenderTypeName,
} from '#lib/domain/law/copy.ts';
import {
  expectationsOfAmount,
  expectationsOfType,
  fitsType,
  type LegalGuarantee,
  percentOf,
  remarks,
  remarksOn,
  tenderTypes,
} from '#lib/domain/law/rules.ts';

const utm = (amount: string) => ({ unit: 'UTM', amount }) as const;
const pesos = (amount: string, pesosPerUtm = '70000') =>
  ({ unit: 'pesos', amount, pesosPerUtm }) as const;

describe('the guarantees that the law expects by amount', () => {
  test.each([
    [utm('1'), 'excluded', 'justified'],
    [utm('1000'), 'excluded', 'justified'],
    [utm('1000.0001'), 'excluded', 'required'],
    [utm('5000'), 'excluded', 'required'],
    [utm('5000.01'), 'possible', 'required'],
    [pesos('70000000'), 'excluded', 'justified'],
    [pesos('70000001'), 'excluded', 'required'],
    [pesos('350000000'), 'excluded', 'required'],
    [pesos('350000000.01'), 'possible', 'required'],
    [pesos('99999999999999999999', '69889.5'), 'possible', 'required'],
  ])('are for %o: seriedad %s, cumplimiento %s', (amount, seriedad, cumplimiento) => {
    expect(expectationsOfAmount(amount)).toEqual({ seriedad, cumplimiento });
  });
});

describe('the guarantees that the law expects by tender type', () => {
  test.each([
    ['L1', 'excluded', 'justified'],
    ['le', 'excluded', 'justified'],
    ['LP', 'excluded', 'required'],
    ['LQ', 'excluded', 'required'],
    ['LR', 'possible', 'required'],
    ...'LS O1 O2 CI CI2 DC DC2'.split(' ').map((type) => [type, 'open', 'open']),
    ['constructor', 'open', 'open'],
  ])('are for %s: seriedad %s, cumplimiento %s', (type, seriedad, cumplimiento) => {
    expect(expectationsOfType(type)).toEqual({ seriedad, cumplimiento });
  });

  test('agree with those by amount within the band of the type', () => {
    for (const [type, { fromUtm }] of Object.entries(tenderTypes)) {
      if (fromUtm === null) continue;
      expect(expectationsOfType(type)).toEqual(expectationsOfAmount(utm(`${fromUtm}.5`)));
      expect(fitsType(type, utm(`${fromUtm}.5`))).toBe(true);
    }
    expect(fitsType('LE', utm('1000'))).toBe(false);
    expect(fitsType('LP', utm('999.99'))).toBe(false);
    expect(fitsType('LR', pesos('999999999999'))).toBe(true);
    expect(fitsType('O1', utm('1'))).toBe(true);
  });

  test('have a sentence for every answer', () => {
    for (const type of [...Object.keys(tenderTypes), 'ZZ']) {
      const { seriedad, cumplimiento } = expectationsOfType(type);
      expect(expectationCopy.seriedad[seriedad]).toMatch(/\.$/);
      expect(expectationCopy.cumplimiento[cumplimiento]).toMatch(/\.$/);
    }
  });
});

describe('the types of tenders', () => {
  test('have a name each, and all of them can be chosen', () => {
    expect(tenderTypeName('le')).toBe('Licitación pública de 100 a 1.000 UTM');
    expect(tenderTypeName('ZZ')).toBeNull();
    const offered = tenderTypeGroups.flatMap(({ options }) => options.map(({ value }) => value));
    expect(offered).toEqual(Object.keys(tenderTypes));
  });
});

describe('a share of an amount', () => {
  test.each([
    [pesos('100000000'), 5, '5000000'],
    [pesos('33'), 5, '1'],
    [pesos('99999999999999999999'), 3, '2999999999999999999'],
    [utm('1000'), 5, '50'],
    [utm('1000.1'), 5, '50'],
    [utm('0.33'), 3, '0'],
    [utm('1234.56'), 3, '37.03'],
  ])('%o, %i percent: %s', (amount, percent, share) => {
    expect(percentOf(amount, percent)).toBe(share);
  });
});

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

test.each<[string, ReturnType<typeof tender>, LegalGuarantee, string[]]>([
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
    'cumplimiento of 10 % with its reason in the wording',
    tender('LP'),
    asks('cumplimiento', '10', '%', { glosa: 'Por oferta temeraria' }),
    [],
  ],
  [
    'cumplimiento in pesos: its base is the price of the award',
    tender('LP', 100_000_000, 'CLP'),
    asks('cumplimiento', '20000000', 'pesos'),
    [],
  ],
  ['another guarantee', tender('LE'), asks('anticipo', '100', '%'), []],
])('the legal remarks on %s are those that the law requires', (_, of, requested, expected) => {
  expect(remarksOn(of, [requested])).toEqual(expected);
});

test('several remarks are listed once each, in a fixed order', () => {
  const requested = [asks('cumplimiento', '9', '%'), asks('seriedad', '9', '%')];
  expect(remarksOn(tender('LP'), [...requested, ...requested])).toEqual([
    'seriedad-below',
    'cumplimiento-above',
  ]);
});

test('each remark names the number of its law', () => {
  const numbers = ['5.000 UTM', '3 %', '5 %'];
  for (const [n, remark] of remarks.entries()) expect(remarkCopy[remark]).toContain(numbers[n]);
});
