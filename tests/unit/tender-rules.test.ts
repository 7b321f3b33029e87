import { describe, expect, test } from 'vitest';
import {
  type KnownTender,
  listChanges,
  mergeFacts,
  nextLookUpAt,
  silentSince,
} from '#lib/domain/tenders/rules.ts';
import { needsPerformanceBond } from '#lib/domain/tenders/view.ts';
import { instantInChile } from '#lib/platform/chile/chile-time.ts';
import { tenderOf } from '#lib/platform/mercado-publico/mapper.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';

const chile = (text: string) => instantInChile(text) ?? Number.NaN;

describe('the next look at a tender', () => {
  const closes = chile('2026-12-01T15:00:00');

  test.each([
    ['four days before', '2026-11-27T14:59:00', '2026-11-28T14:59:00'],
    ['a day and a bit before the last 72 hours', '2026-11-27T15:01:00', '2026-11-28T15:00:00'],
    ['a minute before them', '2026-11-28T14:59:00', '2026-11-28T15:00:00'],
    ['when they begin', '2026-11-28T15:00:00', '2026-11-28T21:00:00'],
    ['in the last hour', '2026-12-01T14:00:00', '2026-12-01T20:00:00'],
    ['when it closes', '2026-12-01T15:00:00', '2026-12-02T15:00:00'],
    ['after it closed', '2026-12-05T09:00:00', '2026-12-06T09:00:00'],
  ])('is planned at the right time after a look %s', (_, now, next) => {
    expect(nextLookUpAt(closes, chile(now))).toBe(chile(next));
  });

  test('without a closing is a day later', () => {
    expect(nextLookUpAt(null, 0)).toBe(DAY);
  });

  test('counts hours, not the clock, in the night that Chile puts it forward', () => {
    const after = chile('2026-09-07T12:00:00');
    const begins = nextLookUpAt(after, after - 4 * DAY + HOUR);
    expect(begins).toBe(chile('2026-09-04T11:00:00'));
    expect(nextLookUpAt(after, begins)).toBe(begins + 6 * HOUR);
  });
});

describe('the silence of Mercado Público about a tender', () => {
  const closesAt = chile('2026-12-01T15:00:00');

  test.each([
    ['30 hours after the last word', '2026-11-20T12:00:00', '2026-11-21T18:00:00', false],
    ['a millisecond later', '2026-11-20T12:00:00', '2026-11-21T18:00:00.001', true],
    ['12 hours after it, near the closing', '2026-11-30T12:00:00', '2026-12-01T00:00:00', false],
    ['13 hours after it, near the closing', '2026-11-30T12:00:00', '2026-12-01T01:00:00', true],
  ])('is noticed at the right time: %s', (_, notices, now, silent) => {
    const knownAt = chile(notices);
    const at = chile(now.replace('.001', '')) + (now.endsWith('.001') ? 1 : 0);
    expect(silentSince({ closesAt, knownAt }, at)).toBe(silent ? knownAt : null);
  });

  test('is none if nothing was ever said', () => {
    expect(silentSince({ closesAt, knownAt: null }, closesAt)).toBeNull();
  });
});

describe('an answer about a tender that leaves out', () => {
  const known: KnownTender = { stateCode: 8, closesAt: 1000, award: 'hash', knownAt: 1 };

  test.each([
    ['everything', { CodigoExterno: '1-1-LE26' }],
    ['the lines of the award', { CodigoExterno: '1-1-LE26', CodigoEstado: 8, Items: null }],
  ])('%s keeps what was known, and is no news', (_, row) => {
    const notices = tenderOf(row);
    if (!notices) throw new Error('no tender');
    const learned = mergeFacts(known, notices, 2);
    expect(learned).toEqual({ ...known, knownAt: 2 });
    expect(listChanges(known, learned)).toEqual([]);
  });
});

test('a moved closing is news only if the tender is open', () => {
  const known: KnownTender = { stateCode: 5, closesAt: 1000, award: null, knownAt: 1 };
  const closed = { ...known, stateCode: 6, closesAt: 900 };
  expect(listChanges(known, closed)).toEqual([]);
  expect(listChanges(closed, { ...closed, stateCode: 5, closesAt: 2000 })).toEqual([
    { what: 'closing', from: 900, closesAt: 2000 },
  ]);
});

test('a closing that moves while the tender is suspended is news once it is open again', () => {
  const known: KnownTender = {
    stateCode: 5,
    closesAt: chile('2027-01-05T12:00:00'),
    award: null,
    knownAt: 1,
  };
  const notices = (state: number) => {
    const row = { CodigoExterno: '1-1-LE26', CodigoEstado: state };
    const tender = tenderOf({ ...row, Fechas: { FechaCierre: '2026-12-01T15:00:00' } });
    if (!tender) throw new Error('no tender');
    return tender;
  };
  const suspended = mergeFacts(known, notices(19), 2);
  expect(listChanges(known, suspended)).toEqual([{ what: 'suspended' }]);
  const resumed = mergeFacts(suspended, notices(5), 3);
  const [from, closesAt] = [known.closesAt, chile('2026-12-01T15:00:00')];
  expect(listChanges(suspended, resumed)).toEqual([
    { what: 'resumed' },
    { what: 'closing', from, closesAt },
  ]);
});

test.each([
  ['suspended, then open', [5, 19, 5], ['suspended', 'resumed']],
  ['suspended, then closed', [5, 19, 6], ['suspended', 'resumed']],
  ['deserted, then closed', [6, 7, 6], ['deserted', 'resumed']],
  ['revoked, then open', [5, 18, 5], ['revoked', 'resumed']],
  ['open, then closed', [5, 6], []],
  ['awarded, then closed', [8, 6], []],
  ['suspended without end', [5, 19, null, 19], ['suspended']],
  ['a state that we do not know', [5, 15, 5], []],
] as const)('a tender that is %s gives the right news to its applicants', (_, states, expected) => {
  let known: KnownTender = { stateCode: null, closesAt: null, award: null, knownAt: null };
  const notices = states.flatMap((stateCode) => {
    const tender = tenderOf({ CodigoExterno: '1-1-LE26' });
    if (!tender) throw new Error('no tender');
    const learned = mergeFacts(known, { ...tender, stateCode }, 1);
    const changes = listChanges(known, learned);
    known = learned;
    return changes.map(({ what }) => what);
  });
  expect(notices).toEqual(expected);
});

test.each([
  ['the first answer, also of a tender that is not open', null, 6, 1000, 1000],
  ['a new one of an open tender', 1000, 5, 2000, 2000],
  ['the known one where an open tender names none', 1000, 5, null, 1000],
  ['the known one where the tender is not open', 1000, 6, 2000, 1000],
])('the known closing of a tender is %s', (_, closesAt, stateCode, notices, expected) => {
  const tender = tenderOf({ CodigoExterno: '1-1-LE26' });
  if (!tender) throw new Error('no tender');
  const known: KnownTender = { stateCode: 5, closesAt, award: null, knownAt: 1 };
  expect(mergeFacts(known, { ...tender, stateCode, closesAt: notices }, 2).closesAt).toBe(expected);
});

const line = (event: object) => ({ event: { kind: 'tender', ...event } }) as never;
const award = line({ what: 'awarded', to: 'holder' });
test.each([
  ['after an award', [award], true],
  ['after an award and a later closing', [line({ what: 'closing', to: undefined }), award], true],
  ['after other events of the request', [{ event: { kind: 'message' } } as never, award], true],
  [
    'after a document was asked for since',
    [{ event: { kind: 'papers', what: 'asked' } } as never, award],
    true,
  ],
  ['after an award to others', [line({ what: 'awarded', to: 'others' }), award], false],
  ['once it was revoked', [line({ what: 'revoked' }), award], false],
  ['without an award', [], false],
])('a performance bond is offered %s: %s', (_, events, isOffered) => {
  const answers = (tipoGarantia: string) => ({ garantias: [{ tipoGarantia }] }) as never;
  expect(needsPerformanceBond(events, answers('seriedad'))).toBe(isOffered);
  expect(needsPerformanceBond(events, answers('cumplimiento'))).toBe(false);
});
