import { describe, expect, test } from 'vitest';
import { currentStateCode, timeToClosingText } from '#lib/domain/marketplace/view.ts';
import { GUEST_ACCOUNT_ID, PAYMENT_REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import { makeReplyTitle, stageOfMessage } from '#lib/domain/requests/applicant/message-view.ts';
import {
  applicantTasks,
  describeRequestedPayment,
  mayWithdraw,
} from '#lib/domain/requests/applicant/rules.ts';
import { callAnswer, parseCallChoice } from '#lib/domain/requests/leads/rules.ts';
import { findMeetingAt } from '#lib/domain/requests/leads/view.ts';
import { requestedDocumentState } from '#lib/domain/requests/requested-documents/rules.ts';
import { sentFileRows } from '#lib/domain/requests/submissions/request-view.ts';
import {
  examplePriceText,
  guaranteeIssueDay,
  lateIssueText,
  upcomingClosing,
} from '#lib/domain/requests/submissions/rules.ts';
import { instantInChile } from '#lib/platform/chile/chile-time.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';

const chile = (text: string) => instantInChile(text) ?? Number.NaN;
/** Friday. */
const noon = chile('2026-11-20T12:00:00');

test.each([
  ['before the team answered', 5, 'recibida', null, true],
  ['after an earlier answer', 5, 'recibida', 4, true],
  ['in the moment of the answer', 5, 'recibida', 5, true],
  ['after the answer', 5, 'recibida', 6, false],
  ['of a decided request', 5, 'rechazada', null, false],
  ['that came with the request', null, 'recibida', null, false],
] as const)('a file %s can be withdrawn: %s', (_, addedAt, teamState, answeredAt, may) => {
  const isKept = answeredAt !== null && answeredAt === addedAt;
  expect(mayWithdraw({ addedAt }, { teamState, answeredAt })).toBe(may && !isKept);
});

const payment = {
  ...{
    id: 'p',
    amount: 45_000,
    description: 'Comisión',
    email: 'ana@andes.cl',
    createdAt: noon + (5 - PAYMENT_REQUEST_DAYS) * DAY,
  },
  ...{ expiresAt: noon + 5 * DAY, reservedBy: null, paymentState: null, paidAt: null },
  ...{ refunded: null, order: null, paidAs: null },
};
const shown = (changes: object, more: object = {}) =>
  describeRequestedPayment({ ...payment, ...changes }, { now: noon, to: 'ana@andes.cl', ...more });

test.each([
  ['of no known closing', null, 'Hasta el 25-11-2026'],
  ['that ends before the closing', noon + 6 * DAY, 'Hasta el 25-11-2026'],
  ['that ends at the closing', noon + 5 * DAY, 'Hasta el 25-11-2026'],
  [
    'whose tender closes before',
    noon + DAY,
    'Hasta el 21-11-2026, 12:00, cuando cierra la licitación',
  ],
  [
    'of a tender that was closed when it was asked for',
    noon - PAYMENT_REQUEST_DAYS * DAY,
    'Hasta el 25-11-2026',
  ],
])('a payment %s names its last day', (_, closesAt, day) => {
  expect(shown({}, { closesAt }).dayText).toBe(day);
});

const paid = {
  reservedBy: 1,
  paymentState: 'authorized',
  paidAt: noon,
  order: 'RG-1',
} as const;
test.each([
  ['of a guest, to the one it was asked from', { paidAs: GUEST_ACCOUNT_ID }, {}, true],
  ['of a guest, once the link is over', { paidAs: GUEST_ACCOUNT_ID, expiresAt: noon }, {}, false],
  ['of a guest, to another', { paidAs: GUEST_ACCOUNT_ID, email: 'otra@andes.cl' }, {}, false],
  ['of an account, to it', { paidAs: 'yo' }, { me: 'yo' }, true],
  ['of an account, after the link too', { paidAs: 'yo', expiresAt: noon }, { me: 'yo' }, true],
  ['of an account, to another', { paidAs: 'yo' }, { me: 'tú' }, false],
  ['of an account, to nobody', { paidAs: 'yo' }, {}, false],
])('the receipt of a payment %s is linked: %s', (_, changes, more, isLinked) => {
  expect(shown({ ...paid, ...changes }, more).receiptPath !== null).toBe(isLinked);
});

test.each([
  ['a bid bond', { tipoGarantia: 'seriedad' }, true],
  ['a performance bond', { tipoGarantia: 'cumplimiento' }, false],
  ['the extension of a bid bond', { tipoGarantia: 'seriedad', renews: 3 }, false],
])('the payment for %s is due by the closing of the tender: %s', (_, item, isDue) => {
  const request = {
    ...{ state: 'recibida', teamState: 'recibida', email: 'ana@andes.cl', missing: [] },
    ...{ requestedDocuments: [], answers: { garantias: [item] }, closesAt: noon + DAY },
    ...{ conditions: null, paymentRequests: [payment] },
  };
  const { payments, count } = applicantTasks(request as never, noon);
  expect([payments[0]?.dayText?.includes('cierra'), count]).toEqual([isDue, 1]);
});

const bid = [{ tipoGarantia: 'seriedad' }] as const;
describe('around the closing of a tender', () => {
  test.each([
    [-1, 6, null],
    [0, 6, null],
    [1, 5, 'menos de un minuto'],
    [2 * DAY, 5, '2 días'],
    [2 * DAY + 1, 5, null],
  ])('%i ms before it, state, closing and remaining time agree', (left, code, time) => {
    const closesAt = noon + left;
    expect(currentStateCode({ stateCode: 5, closesAt }, noon)).toBe(code);
    expect(upcomingClosing(bid, closesAt, noon)).toBe(code === 5 ? closesAt : null);
    expect(timeToClosingText(closesAt, noon) === null).toBe(time === null);
  });

  // Two working days from Friday end on Tuesday.
  test.each([
    ['2026-11-23T15:00:00', true],
    ['2026-11-24T15:00:00', true],
    ['2026-11-25T09:00:00', false],
  ])('on %s, an issue of two working days is late for it: %s', async (closes, isLate) => {
    const times = { closesAt: chile(closes), now: noon, issueDays: 2 };
    expect(lateIssueText(bid, times) !== null).toBe(isLate);
  });
});

test.each([
  ['2026-11-24T23:59:00', '2026-11-24'],
  ['2026-11-25T00:00:00', null],
])('at %s a guarantee that was paid on Friday is announced for %s', (at, day) => {
  expect(guaranteeIssueDay(noon, { now: chile(at), issueDays: 2 })).toBe(day);
});

test.each([
  ['2026-01-01', '2026-12-31', 'entre $ 10.000 y $ 20.000'],
  ['2026-01-01', '2026-01-01', 'entre $ 27 y $ 55'],
  ['2027-01-01', '2028-12-30', 'entre $ 20.000 y $ 40.000'],
])('a yearly price is counted by the days from %s to %s: %s', (from, until, text) => {
  const prices = [{ type: 'seriedad', from: '1', to: '2', unit: '% del monto al año' }];
  const item = { vigenciaDesde: from, vigenciaHasta: until, montoGarantia: '1000000' };
  const price = examplePriceText({ prices, day: '2026-11-01' } as never, 'seriedad', {
    ...item,
    monedaGarantia: 'pesos',
  });
  expect(price?.replaceAll(' ', ' ')).toBe(text);
});

test('the sent documents are those that came with the request, and none that was added later', () => {
  const file = (fileName: string, addedAt: number | null) => ({
    ...{ fileName, addedAt },
    kind: 'contrato',
    size: 1,
  });
  const request = {
    ...{ createdAt: 5, answers: { sistemaLicitacion: 'chilecompra' } },
    files: [file('a.pdf', 5), file('b.pdf', 6), file('c.pdf', null)],
  };
  expect(sentFileRows(request as never).map(({ value }) => value.split(' ')[0])).toEqual(['a.pdf']);
});

test.each([
  ['2026-11-20T09:00:00', '2026-11-20T10:00:00'],
  ['2026-11-20T09:00:01', '2026-11-23T10:00:00'],
])('a call at ten that is requested at %s is for %s', (requestInput, comes) => {
  expect(parseCallChoice('Con una llamada a las 10:00', chile(requestInput))?.day).toBe(
    chile(comes),
  );
  const isToday = comes.startsWith('2026-11-20');
  const choose = () => callAnswer({ dia: '2026-11-20', hora: 'a las 10:00' }, chile(requestInput));
  if (isToday) expect(choose()).toContain('20-11-2026 a las 10:00');
  else expect(choose).toThrow('validation_failed');
});

const booked = (state: string, startsAt = noon + HOUR) => ({
  event: { kind: 'booking', state, startsAt },
});
test.each([
  [
    'the newest booking',
    [booked('accepted', noon + 2 * HOUR), booked('accepted')],
    noon + 2 * HOUR,
  ],
  [
    'no former one, where the newest was cancelled',
    [booked('cancelled'), booked('accepted')],
    undefined,
  ],
  ['none that has begun', [booked('accepted', noon)], undefined],
  ['one that waits for the host', [booked('requested')], noon + HOUR],
])('the next meeting is %s', (_, events, at) => {
  expect(findMeetingAt(events as never, noon)).toBe(at);
});

const reportedText = (kind: string, at: number, more = {}) =>
  ({ at, event: { kind, ...more } }) as never;
test.each([
  ['a message that was closed since', 9, [reportedText('message', 8)], 'closed', 9],
  ['one that was closed in its moment', 8, [reportedText('message', 8)], 'closed', 8],
  ['one after it was closed', 7, [reportedText('message', 8)], 'wrote', 8],
  [
    'the first of two after an answer',
    null,
    [reportedText('message', 9), reportedText('message', 8), reportedText('reply', 7)],
    'wrote',
    8,
  ],
  ['an answer', null, [reportedText('reply', 7), reportedText('message', 6)], 'answered', 1],
  ['nothing yet', null, [], 'new', 1],
])('the stage of a message is decided by %s', (_, handledAt, events, stage, since) => {
  expect(stageOfMessage({ handledAt, createdAt: 1 }, events)).toEqual({ stage, since });
});

test('only the newest reply names the advisor who has the message', () => {
  const [newest, older] = ['Nueva', 'Vieja'].map((subject) => ({
    kind: 'reply',
    subject,
    text: 'x',
  }));
  const events = [newest, older].map((event, n) => ({ at: 9 - n, event }));
  const title = makeReplyTitle(events as never, 'Ana');
  expect([title(newest as never), title(older as never)]).toEqual([
    'Ana te respondió: Nueva',
    'Te respondimos: Vieja',
  ]);
});

test.each([
  ['on its last day, a minute before midnight in Chile', 'missing', '2026-11-20T23:59:00'],
  ['a minute after its last day', 'late', '2026-11-21T00:00:00'],
])('a requested document without a file is, %s, %s', (_, state, at) => {
  const requested = { id: 1, title: 'F30', category: null, until: '2026-11-20', revokedAt: null };
  const document = { ...requested, isUnrequested: false, files: [] };
  expect(requestedDocumentState(document, chile(at))).toBe(state);
});
