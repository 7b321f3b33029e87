import { describe, expect, test } from 'vitest';
import {
  computeLeadPending,
  type PendingInput,
  type TurnChangingEvent,
} from '#lib/domain/requests/leads/pending.ts';

const NOON = Date.UTC(2026, 10, 20, 15);
const request: PendingInput = {
  kind: 'garantia',
  state: 'recibida',
  createdAt: 1,
  handledAt: 9,
  erasedAt: null,
  events: [],
  payableUntil: null,
  undeliveredSince: null,
  preferred: null,
  closing: null,
  dueAt: null,
};
/** Makes a history from words such as `conditions 2026-11-21`, with a second between them. */
const history = (...words: string[]): TurnChangingEvent[] =>
  words.map((word, i) => {
    const [kind, more] = word.split(' ');
    const detail = { payment: 'state', papers: 'what', conditions: 'validUntil' }[kind ?? ''];
    return { kind, at: 10 + i, ...(detail && more && { [detail]: more }) } as TurnChangingEvent;
  });

describe('the last act of a request is', () => {
  test.each<[wait: string | null, words: string[], more?: Partial<PendingInput>]>([
    [null, []],
    [null, [], { erasedAt: 5, state: 'aprobada' }],
    ['wrote', ['message']],
    ['wrote', ['message'], { state: 'emitida' }],
    [null, ['files'], { state: 'rechazada' }],
    ['answered', ['papers asked', 'files']],
    ['replied', ['files', 'reply']],
    ['replied', ['papers asked']],
    [null, ['papers revoked']],
    ['paid', ['payment authorized']],
    ['paid', ['payment requested', 'payment authorized', 'payment failed']],
    ['paid', ['payment partly-refunded', 'reply']],
    [null, ['reply', 'payment authorized', 'payment refunded']],
    ['replied', ['payment authorized', 'payment refunded', 'reply']],
    ['asked', ['payment requested'], { payableUntil: NOON + 5 }],
    ['asked', ['payment authorized', 'payment requested'], { payableUntil: NOON + 5 }],
    ['paid', ['payment authorized', 'payment requested']],
    ['offered', ['payment authorized', 'conditions']],
    ['offered', ['conditions 2026-11-20']],
    [null, ['conditions 2026-11-19']],
    ['accepted', ['conditions', 'accepted']],
    ['replied', ['conditions', 'accepted', 'reply']],
    ['begun', ['state'], { state: 'en_revision' }],
    [null, ['state', 'handled'], { state: 'en_revision' }],
    ['replied', ['reply'], { kind: 'contacto' }],
    ['wrote', ['reply', 'message'], { kind: 'contacto' }],
    ['undelivered', ['reply'], { undeliveredSince: 10 }],
    ['undelivered', ['reply'], { kind: 'contacto', undeliveredSince: 10 }],
    ['undelivered', ['state'], { state: 'rechazada', undeliveredSince: 10 }],
    ['wrote', ['reply', 'message'], { undeliveredSince: 10 }],
    ['wrote', ['message', 'handled', 'reopened']],
  ])('%s after the events %j with %j', (wait, words, more) => {
    expect(
      computeLeadPending({ ...request, ...more, events: history(...words) }, NOON).lastAct,
    ).toBe(wait);
  });
});

test.each<[since: number | null, words: string[], more?: Partial<PendingInput>]>([
  [1, [], { handledAt: null }],
  [null, []],
  [1, ['message'], { handledAt: null }],
  [1, ['message']],
  [null, [], { handledAt: null, payableUntil: NOON + 5 }],
  [null, ['message', 'reply'], { handledAt: null }],
  [11, ['reply', 'message', 'message']],
  [11, ['conditions', 'accepted', 'payment authorized']],
  [null, [], { handledAt: null, erasedAt: 5 }],
  [1, ['reply'], { handledAt: null, undeliveredSince: 10 }],
  [10, ['message', 'reply'], { createdAt: 10, undeliveredSince: 11 }],
  [1, ['handled', 'reopened'], { handledAt: null }],
  [null, ['handled', 'reopened', 'handled']],
])('a request is unanswered since %s after the events %j with %j', (since, words, more) => {
  const pending = computeLeadPending({ ...request, ...more, events: history(...words) }, NOON);
  expect(pending.unansweredSince).toBe(since);
});

test('conditions wait until the end of their day in Chile, a payment link until its time', () => {
  const endOf = (events: TurnChangingEvent[], payableUntil: number | null = null) =>
    computeLeadPending({ ...request, events, payableUntil }, NOON).waitsUntil;
  expect(endOf(history('conditions 2026-11-20'))).toBe(Date.UTC(2026, 10, 21, 3));
  expect(endOf(history('conditions'))).toBeNull();
  expect(endOf(history('payment requested'), NOON + 5)).toBe(NOON + 5);
});

test('a request counts as paid until it is decided, or until a payment or conditions are sent anew', () => {
  const isPaid = (words: string[], more: Partial<PendingInput> = {}) =>
    computeLeadPending({ ...request, ...more, events: history(...words) }, NOON).isPaid;
  expect(isPaid(['payment authorized', 'message'])).toBe(true);
  expect(isPaid(['payment authorized'], { state: 'emitida' })).toBe(false);
  expect(isPaid(['payment authorized', 'payment requested'])).toBe(false);
  expect(isPaid(['payment authorized', 'conditions'])).toBe(false);
});

test('a request with two payments counts as paid until both are refunded', () => {
  const payments = ['one authorized', 'two authorized', 'two refunded', 'one refunded'].map(
    (words, i): TurnChangingEvent => {
      const [buyOrder, state] = words.split(' ');
      return { kind: 'payment', at: 10 + i, buyOrder, state };
    },
  );
  const isPaid = (count: number) =>
    computeLeadPending({ ...request, events: payments.slice(0, count) }, NOON).isPaid;
  expect([1, 2, 3, 4].map(isPaid)).toEqual([true, true, true, false]);
});
