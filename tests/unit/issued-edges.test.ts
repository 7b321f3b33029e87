import { describe, expect, test } from 'vitest';
import { replacementOf } from '#lib/domain/issued-guarantees/replacement-rules.ts';
import {
  guaranteeStatusOf,
  hasNotBegun,
  reportableKinds,
} from '#lib/domain/issued-guarantees/rules.ts';
import { handoverOf, handoversOf } from '#lib/domain/issued-guarantees/steps.ts';
import { verdictOf } from '#lib/domain/issued-guarantees/verdict.ts';
import { instantInChile } from '#lib/platform/chile/chile-time.ts';

/** The last minute of the day in Chile, which is the next day in UTC. */
const evening = (day: string) => instantInChile(`${day}T23:59:00`) ?? 0;

test.each([
  ['2027-01-29', 'vigente'],
  ['2027-01-30', 'por_vencer'],
  ['2027-03-01', 'por_vencer'],
  ['2027-03-02', 'vencida'],
])('in the evening of %s a guarantee until 2027-03-01 has the status %s', (day, state) => {
  const term = { validTo: '2027-03-01', reported: null };
  expect(guaranteeStatusOf(term, evening(day))).toBe(state);
  expect(guaranteeStatusOf({ ...term, reported: 'devuelta' }, evening(day))).toBe('devuelta');
});

test.each([
  ['2026-11-30', true],
  ['2026-12-01', false],
])('in the evening of %s a guarantee from 2026-12-01 has still to begin: %s', (day, ahead) => {
  expect(hasNotBegun({ validFrom: '2026-12-01', reported: null }, evening(day))).toBe(ahead);
});

describe('the cover of an extended guarantee', () => {
  const term = { validFrom: '2026-12-01', validTo: '2027-03-01', reported: 'prorrogada' } as const;
  test.each([
    ['until the eve of the next one', '2027-02-01', '2027-01-10', '2027-01-31'],
    [
      'until its own end, where the next begins right after it',
      '2027-03-02',
      '2027-01-10',
      '2027-03-01',
    ],
    ['until its own end, where a gap follows', '2027-04-01', '2027-01-10', '2027-03-01'],
    ['on its last day', '2027-03-02', '2027-03-01', '2027-03-01'],
    ['no more after it', '2027-04-01', '2027-03-02', null],
    ['no more once the next begins', '2027-01-10', '2027-01-10', null],
    ['not before its first day', '2027-03-02', '2026-11-30', null],
  ])('%s', (_, from, day, until) => {
    expect(replacementOf(term, from, evening(day))).toEqual(until && { until, from });
  });
});

const open = { reported: null, amount: '10', claimed: null } as const;

test.each([
  ['advisor', 'advisor', false, 'entregada devuelta cobrada prorrogada anulada'],
  ['advisor', 'advisor', true, 'devuelta cobrada prorrogada anulada'],
  ['company', 'company', false, 'entregada devuelta cobrada anulada'],
  ['company', 'company', true, 'devuelta cobrada anulada'],
  ['advisor', 'company', true, 'devuelta cobrada'],
  ['company', 'advisor', true, 'devuelta cobrada prorrogada anulada'],
] as const)(
  'for a guarantee recorded by %s, %s may report, when it is handed over (%s): %s',
  (recordedBy, side, isGiven, kinds) => {
    expect(
      reportableKinds({ ...open, recordedBy }, side, { isHandedOver: isGiven }).join(' '),
    ).toBe(kinds);
  },
);

test.each([
  ['devuelta', null, 'company', 'deshecha'],
  ['cobrada', '9', 'company', 'devuelta cobrada'],
  ['cobrada', '10', 'company', ''],
  ['cobrada', '10', 'advisor', 'anulada'],
  ['anulada', null, 'advisor', ''],
] as const)('after %s of %s the %s may report: %s', (reported, claimed, side, kinds) => {
  const record = { reported, amount: '10', claimed, recordedBy: 'company' } as const;
  expect(reportableKinds(record, side, { isHandedOver: false }).join(' ')).toBe(kinds);
});

test.each([
  [null, undefined],
  ['2027-02-28', undefined],
  ['2027-03-01', undefined],
  ['2027-03-02', 'El documento dice que se puede cobrar hasta el 02-03-2027.'],
])('an ended guarantee that can be claimed until %s says: %s', (claimUntil, text) => {
  const ended = { state: 'vencida', validTo: '2027-03-01', validFrom: '2026-12-01', claimUntil };
  expect(verdictOf(ended as never).text).toBe(text);
});

const bid: Parameters<typeof handoversOf>[0][number] = {
  type: 'seriedad',
  tenderId: '4809-45-LE26',
  beneficiaryName: 'Municipalidad',
  predecessorId: null,
  reported: null,
};
const closing = { closesAt: evening('2026-12-10'), isClosed: false };

test.each([
  ['a bid bond', bid, closing, true],
  ['one of an unknown closing', bid, null, true],
  ['one of a closed tender', bid, { ...closing, isClosed: true }, false],
  ['one that replaces another', { ...bid, predecessorId: 'x' }, closing, false],
  ['a performance bond', { ...bid, type: 'cumplimiento' }, closing, false],
  ['one without a tender', { ...bid, tenderId: null }, closing, false],
] as const)(
  'the instructions for %s say to hand it in with the bid: %s',
  (_, record, times, isOffer) => {
    expect(handoverOf(record, times).steps.join(' ').includes('anexo de tu oferta')).toBe(isOffer);
  },
);

test('instructions to hand in are shown only for guarantees that have not ended, and once for equal ones', () => {
  const titles = (...records: Parameters<typeof handoversOf>[0]) =>
    handoversOf(records, closing).map(({ title }) => title);
  const other = { ...bid, type: 'cumplimiento' } as const;
  expect(titles(bid)).toEqual(['Cómo entregar tu garantía']);
  expect(titles(bid, bid)).toEqual(['Cómo entregar la de seriedad de la oferta']);
  expect(titles({ ...bid, reported: 'devuelta' }, other)).toEqual([
    'Cómo entregar la de fiel cumplimiento',
  ]);
  expect(titles({ ...bid, reported: 'cobrada' })).toEqual([]);
});
