import { expect, test } from 'vitest';
import { asksAboutLaw } from '#lib/domain/drafts/amount-limits.ts';
import { listReviewQuestions } from '#lib/domain/drafts/review-questions.ts';
import { emptyAnswers } from '#lib/domain/drafts/rules.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { addDays, addYears } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';

const today = isoDay(now());
const day = (days: number) => addDays(today, days);

type Given = { values?: Record<string, string>; item?: object };
/** Returns the beginnings of the questions on a private contract with one performance bond. */
const requested = ({ values, item }: Given) =>
  listReviewQuestions(
    {
      ...emptyAnswers(),
      values: { sistemaLicitacion: 'privados', ...values },
      garantias: [
        {
          ...{ id: 'a', tipoGarantia: 'cumplimiento', montoGarantia: '500000' },
          ...{ monedaGarantia: 'pesos', vigenciaDesde: day(1), vigenciaHasta: day(300), ...item },
        },
      ],
    },
    { tender: null, uf: null },
  ).map(({ text }) => text.split(/ (?:el|en|del|\d)/)[0]);

const phones = (telefonoContratista: string, telefonoMandante: string): Given => ({
  values: { telefonoContratista, telefonoMandante, nombreContactoContratista: 'Ana' },
});
const term = (vigenciaDesde: string, vigenciaHasta: string): Given => ({
  item: { vigenciaDesde, vigenciaHasta },
});
const contract = (values: Record<string, string>, item: object = {}): Given => ({ values, item });

test.each<[string, Given, string[]]>([
  ['a term that begins today', term(today, day(300)), []],
  ['one that began yesterday', term(day(-1), day(300)), ['Empieza']],
  ['one that began 30 days ago', term(day(-30), day(300)), ['Empieza']],
  ['one that its own page doubted', term(day(-31), day(300)), []],
  ['one of 15 days', term(day(1), day(15)), []],
  ['one of 14 days', term(day(1), day(14)), ['Rige solo']],
  ['one of five years', term(day(1), addYears(day(1), 5)), []],
  ['one of a day more', term(day(1), addDays(addYears(day(1), 5), 1)), ['Rige por']],
  ['a contract that ends today', contract({ fechaTerminoContrato: today }), ['Rige']],
  [
    'one that ended yesterday',
    contract({ fechaTerminoContrato: day(-1) }),
    ['El contrato terminó', 'Rige'],
  ],
  ['one that ends with the guarantee', contract({ fechaTerminoContrato: day(300) }), []],
  ['one that ends a day later', contract({ fechaTerminoContrato: day(301) }), ['Vence']],
  ['one that begins on the last day', contract({ fechaInicioContrato: day(300) }), []],
  ['one that begins after it', contract({ fechaInicioContrato: day(301) }), ['Rige']],
  ['one that ends on the first day', contract({ fechaTerminoContrato: day(1) }), []],
  [
    'a later one for a bid bond',
    contract({ fechaInicioContrato: day(301) }, { tipoGarantia: 'seriedad' }),
    [],
  ],
  [
    'a phone with and without its country',
    phones('+56912345678', '912345678'),
    ['La empresa que ejecuta'],
  ],
  [
    'a phone with and without its 9',
    phones('+56 9 1234 5678', '12345678'),
    ['La empresa que ejecuta'],
  ],
  ['another phone', phones('+56912345678', '+56912345679'), []],
  ['no phone at all', phones('', ''), []],
])('the review questions only what is beyond a limit: %s', (_, input, expected) => {
  expect(requested(input)).toEqual(expected);
});

const pageOf = (step: 'garantia-vigencia' | 'garantia-monto', values: Record<string, string>) =>
  Object.keys({ ...steps[step].doubt?.(values, today), ...steps[step].check?.(values) });

test.each([
  ['garantia-vigencia', { vigenciaDesde: day(-30) }, []],
  ['garantia-vigencia', { vigenciaDesde: day(-31) }, ['vigenciaDesde']],
  ['garantia-monto', { montoGarantia: '10000', monedaGarantia: 'pesos' }, []],
  ['garantia-monto', { montoGarantia: '9999', monedaGarantia: 'pesos' }, ['montoGarantia']],
  ['garantia-monto', { montoGarantia: '9999', monedaGarantia: 'UF' }, []],
  ['garantia-monto', { montoGarantia: '1000000000000', monedaGarantia: 'pesos' }, []],
  [
    'garantia-monto',
    { montoGarantia: '1000000000001', monedaGarantia: 'pesos' },
    ['montoGarantia'],
  ],
  ['garantia-monto', { montoGarantia: '30000000', monedaGarantia: 'UF' }, []],
  ['garantia-monto', { montoGarantia: '30000000.01', monedaGarantia: 'UF' }, ['montoGarantia']],
] as const)('the page %s questions only what is beyond a limit: %j', (step, values, expected) => {
  expect(pageOf(step, values)).toEqual(expected);
});

test('a question about the legal maximum concerns its own guarantee alone', () => {
  const step = 'garantia-monto' as const;
  const questions = [
    { page: { step, g: 'a' }, text: 'Pides $ 9, y la ley permite el 3 %.' },
    { page: { step, g: 'b' }, text: 'Pides $ 9, y la ficha pide $ 1.' },
  ];
  expect(['a', 'b', 'c'].map((g) => asksAboutLaw(questions, g))).toEqual([true, false, false]);
});
