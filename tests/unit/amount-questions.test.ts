import { expect, test } from 'vitest';
import { listAmountLimits, minRequestedText } from '#lib/domain/drafts/amount-limits.ts';
import type { DraftTender } from '#lib/domain/drafts/view.ts';

const suggestion = (monto: string, moneda = 'pesos', tipo = 'seriedad') => ({
  ...{ key: `${tipo}${monto}`, tipo, titulo: tipo, beneficiario: null, monto, moneda },
  ...{ vencimiento: null, glosa: null, descripcion: null },
});
/** Returns the facts of a tender whose page asks for these guarantees, in this order. */
const factsOf = (requested: ReturnType<typeof suggestion>[], amount: number | null = null) => ({
  tender: { type: 'LR', requested, facts: { amount, currency: 'CLP' } } as unknown as DraftTender,
  uf: null,
});
const seriedad = { id: 'a', tipoGarantia: 'seriedad' } as const;

const second = [suggestion('300000'), suggestion('200000')];
const ofUf = [suggestion('10', 'UF'), suggestion('300000')];
const otherKind = [suggestion('500000'), suggestion('100', 'pesos', 'anticipo')];

test.each([
  ['nothing, where the smaller one is reached', 200_000, second, ''],
  ['the smaller one, where it is not', 199_999, second, '$ 200.000'],
  ['the same in another order', 199_999, second.toReversed(), '$ 200.000'],
  ['the one that is worth less, in another unit', 299_999, ofUf, '$ 300.000'],
  ['no other kind of guarantee', 499_999, otherKind, '$ 500.000'],
  ['no percentage', 1, [suggestion('3', '%')], ''],
  ['none of a page that lists none', 1, [], ''],
])('an amount that is too small is compared with %s', (_, pesos, requested, words) => {
  expect(minRequestedText(pesos, seriedad, factsOf(requested))).toBe(words);
});

const inPercent = [suggestion('1', '%'), suggestion('50000')];

test.each([
  ['the largest of several', second, null, [[600_000, 'la ficha pide $ 300.000']]],
  ['the same in another order', second.toReversed(), null, [[600_000, 'la ficha pide $ 300.000']]],
  ['its own kind alone', otherKind, null, [[1_000_000, 'la ficha pide $ 500.000']]],
  [
    'a percentage of the amount, where it is more, before the law and the whole',
    inPercent,
    10_000_000,
    [
      [200_000, 'la ficha pide 1 %'],
      [
        600_000,
        'la ley permite el 3 % de $ 10.000.000, el monto estimado de la licitación: $ 300.000',
      ],
      [10_000_001, 'toda la licitación está estimada en $ 10.000.000'],
    ],
  ],
  ['no percentage of an unknown amount', [suggestion('1', '%')], null, []],
])('an amount that is too large is compared with %s', (_, requested, amount, expected) => {
  const limits = listAmountLimits(seriedad, factsOf(requested, amount));
  expect(limits.map(({ least, words }) => [least, words.replaceAll(' ', ' ')])).toEqual(expected);
});
