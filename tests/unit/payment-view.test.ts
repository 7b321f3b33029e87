import { describe, expect, test } from 'vitest';
import { payerOf } from '#lib/domain/payments/payer-view.ts';
import { listedRequest } from '#lib/domain/payments/reads/payment-requests.ts';
import type { Payment, PaymentRequest } from '#lib/domain/payments/reads/payments.ts';
import { refundRows } from '#lib/domain/payments/team-view.ts';
import {
  confirmedRefundRows,
  parseRefundAmount,
  payerPaths,
  paymentLinkPage,
  paymentRequestState,
  paymentRows,
  payPath,
  refundableAmount,
  refundedPartText,
  resultPath,
} from '#lib/domain/payments/view.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { START, worldForTest } from '#tests/support/world.ts';

worldForTest({ ABOUT_OWNER: 'Resguardo SpA' });

const created = START - 4 * MINUTE;
const payment = (changes: Partial<Payment> = {}): Payment => ({
  ...{ id: 7, buyOrder: 'RG 1', sessionId: 's', accountId: 'ana', receiptEmail: null },
  ...{ personId: null, paymentRequestId: null, leadId: null, leadBasis: null, amount: 45_000 },
  ...{ description: 'Comisión', metadata: null },
  ...{ state: 'authorized', reason: null, token: 't', payUrl: 'https://webpay.test/' },
  ...{ authorizationCode: '1213', cardLast4: '6623', paymentTypeCode: 'VC', responseCode: 0 },
  ...{ installments: 3, accountingDate: '1120', transactionAt: START, refundedAmount: 0 },
  ...{ commitRequestedAt: null, nextCheckAt: null, checks: 0, comparedAt: null },
  ...{ difference: null, createdAt: created, updatedAt: START + 2 * DAY, settledAt: null },
  ...changes,
});
const request = (changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  ...{ id: 'pedido', amount: 45_000, description: 'Prima', email: 'paga@empresa.cl' },
  ...{ leadId: null, createdBy: 'jefa', reservedBy: null, companyId: null },
  owner: 'paga@empresa.cl',
  ...{ createdAt: START, expiresAt: START + 30 * DAY },
  ...changes,
});
const notices = (rows: { label: string; value: string }[]) =>
  rows.map(({ label, value }) => `${label}: ${value}`);

describe('the rows that a payment shows', () => {
  test('have all that a receipt needs, with the refund and its day', () => {
    expect(notices(paymentRows(payment({ refundedAmount: 5_000 })))).toEqual([
      'Monto: $ 45.000',
      'Concepto: Comisión',
      'Orden de compra: RG 1',
      expect.stringMatching(/^Fecha: 20-11-2026.*12:00.*, hora de Chile$/),
      'Tarjeta: Terminada en 6623',
      'Tipo de pago: Crédito, en cuotas',
      'Cuotas: 3',
      'Código de autorización: 1213',
      'Recibió el pago: Resguardo SpA',
      'Devuelto: $ 5.000, 22-11-2026',
    ]);
  });

  test('have no card, code or instalments if nothing was charged', () => {
    const rows = notices(paymentRows(payment({ state: 'failed', description: null })));
    expect(rows.map((row) => row.split(':')[0])).toEqual([
      ...['Monto', 'Orden de compra', 'Fecha', 'Recibe el pago'],
    ]);
    const bare = { cardLast4: null, paymentTypeCode: null, installments: null };
    const erased = notices(paymentRows(payment({ ...bare, authorizationCode: null })));
    expect(erased).toHaveLength(5);
    expect(notices(paymentRows(payment({ installments: 0 })))).not.toContain('Cuotas: 0');
  });

  test.each([
    [{}, '12:00'],
    [{ transactionAt: null, settledAt: START + 2 * MINUTE }, '12:02'],
    [{ transactionAt: null }, '11:56'],
  ])('have the time of the charge, or else of the end or the start: %j', (changes, time) => {
    expect(paymentRows(payment(changes))[3]?.value).toContain(time);
  });
});

describe('what a payer can do next', () => {
  const guest = { accountId: '', paymentRequestId: 'pedido' };
  const steps = (changes: Partial<Payment>, now = START) => payerPaths(payment(changes), now);

  test.each<[Partial<Payment>, Partial<ReturnType<typeof payerPaths>>]>([
    [{}, { receipt: '/panel/pagos/RG%201/comprobante' }],
    [{ state: 'refunded' }, { receipt: '/panel/pagos/RG%201/comprobante' }],
    [
      { state: 'pending' },
      { continuePath: '/pagar/ir/RG%201', refreshPath: '/panel/pagos/RG%201' },
    ],
    [{ state: 'pending', commitRequestedAt: START }, { refreshPath: '/panel/pagos/RG%201' }],
    [{ state: 'pending', createdAt: START - 5 * MINUTE + 1 }, { continuePath: '/pagar/ir/RG%201' }],
    [{ state: 'created' }, { refreshPath: '/panel/pagos/RG%201' }],
    [{ state: 'aborted' }, { retry: '/pagar?otra=RG%201' }],
    [{ state: 'failed', reason: 'rejected' }, { retry: '/pagar?otra=RG%201' }],
    [{ state: 'failed', reason: 'mismatch' }, {}],
  ])('depends on the payment: %j', (changes, ways) => {
    const none = { receipt: null, continuePath: null, retry: null, refreshPath: null };
    const look = changes.createdAt ? { refreshPath: '/panel/pagos/RG%201' } : {};
    expect(steps(changes)).toEqual({ ...none, ...look, ...ways });
  });

  test('is not to continue at Webpay once the five minutes of its form are over', () => {
    expect(steps({ state: 'pending', createdAt: START - 5 * MINUTE }).continuePath).toBe(null);
  });

  test('goes by the payment link for a guest, and by the own pages for a member', () => {
    const { receipt } = steps(guest);
    const link = /^\/pagar\/([^/]+)\/comprobante\?orden=RG%201$/.exec(receipt ?? '')?.[1] ?? '';
    expect(link).toContain('pedido');
    expect(steps({ ...guest, state: 'aborted' }).retry).toBe(`/pagar/${link}`);
    expect(payPath(payment(guest))).toBe(`/pagar/ir/RG%201?enlace=${encodeURIComponent(link)}`);
    const byMember = payment({ paymentRequestId: 'pedido' });
    expect([payPath(byMember), resultPath(byMember)]).toEqual([
      ...['/pagar/ir/RG%201', '/panel/pagos/RG%201'],
    ]);
    expect(resultPath(payment({ accountId: '' }))).toBe('/panel/pagos/RG%201');
  });
});

describe('a payment request', () => {
  const end = START + 30 * DAY;
  const cut = { expiresAt: START + DAY };
  test.each<[string, Partial<PaymentRequest> & { held?: number }, Payment['state'] | null, number]>(
    [
      ['waiting', {}, null, end - 1],
      ['held', { held: 1 }, null, START],
      ['expired', {}, null, end],
      ['expired', { held: 1 }, null, end],
      ['cancelled', cut, null, START],
      ['cancelled', cut, null, START + 2 * DAY],
      ['paying', { reservedBy: 7 }, 'pending', START],
      ['paying', { ...cut, reservedBy: 7 }, 'pending', end],
      ['paid', { ...cut, reservedBy: 7 }, 'authorized', end],
      ['refunded', { reservedBy: 7 }, 'refunded', START],
      ['review', { reservedBy: 7 }, 'failed', START],
    ],
  )('is in the state %s with %j and a payment that is %s', (state, changes, paymentState, now) => {
    expect(paymentRequestState(request(changes), paymentState, now)).toBe(state);
  });

  test('shows its purpose and a part of the e-mail address until it is over', () => {
    const paid = payment({ refundedAmount: 5_000 });
    const open = paymentLinkPage({ request: request(), payment: null }, START);
    expect(open).toMatchObject({ title: 'Prima', amount: '$ 45.000', until: '20-12-2026' });
    expect(open).toMatchObject({ receiptTo: 'p•••@empresa.cl', refunded: null, state: 'waiting' });
    const part = { request: request({ reservedBy: 7 }), payment: paid };
    expect(paymentLinkPage(part, START).refunded).toBe('Devolvimos $ 5.000');
    const hidden = { title: 'Pago solicitado', amount: null, refunded: null, receiptTo: null };
    expect(paymentLinkPage(part, end)).toMatchObject({ ...hidden, state: 'paid' });
    expect(paymentLinkPage({ request: request(), payment: null }, end)).toMatchObject(hidden);
    const paying = { request: request({ reservedBy: 7 }), payment: payment({ state: 'pending' }) };
    expect(paymentLinkPage(paying, end)).toMatchObject({ title: 'Prima', amount: '$ 45.000' });
  });

  test('says that a part was refunded only while it stays paid', () => {
    expect(refundedPartText('paid', 5_000)).toBe('Devolvimos $ 5.000');
    expect([refundedPartText('paid', 0), refundedPartText('paid', null)]).toEqual([null, null]);
    expect(refundedPartText('refunded', 45_000)).toBe(null);
  });

  test('links the team to its payment once it is paid', () => {
    const row = { request: request(), state: null, chargedAt: null, refunded: null };
    expect(listedRequest({ ...row, buyOrder: null }, START)).toMatchObject({
      ...{ id: 'pedido', amount: '$ 45.000', description: 'Prima', email: 'paga@empresa.cl' },
      ...{ createdAt: START, expiresAt: end, state: 'waiting', chargedAt: null, paymentPath: null },
      url: expect.stringMatching(/^\/pagar\/pedido/),
    });
    const paid = { ...row, buyOrder: 'RG 1', state: 'authorized', chargedAt: START } as const;
    expect(listedRequest(paid, START)).toMatchObject({
      ...{ state: 'paid', chargedAt: START, paymentPath: '/admin/pagos/RG%201' },
    });
  });
});

describe('a refund of a payment', () => {
  test.each<[Partial<Payment>, number]>([
    [{ refundedAmount: 5_000 }, 40_000],
    [{ state: 'refunded', refundedAmount: 5_000 }, 0],
    [{ state: 'failed' }, 0],
  ])('with %j is possible up to %i pesos', (changes, left) => {
    expect(refundableAmount(payment(changes))).toBe(left);
  });

  test('is read as pesos, and refused above what is left', () => {
    const partly = payment({ refundedAmount: 5_000 });
    expect(parseRefundAmount(partly, '$ 40.000')).toEqual({ amount: 40_000 });
    expect(parseRefundAmount(partly, '40.001')).toEqual({
      error: 'Puedes devolver hasta $ 40.000.',
    });
    expect(parseRefundAmount(partly)).toEqual({ error: 'Escribe el monto.' });
    expect(parseRefundAmount(partly, '0')).toEqual({ error: 'El monto debe ser mayor que cero.' });
  });

  test('is summed up before it is made, with what is left afterwards', () => {
    const rows = (amount: number, changes: Partial<Payment> = {}) =>
      notices(
        confirmedRefundRows(payment(changes), {
          amount,
          email: 'ana@constructora.cl',
          company: null,
        }),
      );
    expect(rows(5_000)).toEqual([
      'Devuelves: $ 5.000',
      'Tarjeta: Terminada en 6623',
      'Quién pagó: ana@constructora.cl',
      expect.stringMatching(/^Pago: \$ 45\.000, 20-11-2026/),
      'Concepto: Comisión',
      'Orden de compra: RG 1',
      'Después queda: $ 40.000',
    ]);
    expect(rows(44_999).at(-1)).toBe('Después queda: $ 1');
    expect(rows(40_000, { refundedAmount: 5_000 }).at(-1)).toBe('Después queda: Nada por devolver');
    const erased = rows(1, { cardLast4: null, description: null });
    expect(erased).toContain('Tarjeta: Con la que se pagó');
    expect(erased).toHaveLength(6);
  });

  test('names the payer: an account, a deleted account, or a guest with both e-mail addresses', () => {
    const who = (changes: Partial<Payment>, email: string | null) =>
      payerOf({ payment: payment(changes), email, company: null });
    const guest = { accountId: '' };
    expect(who({}, 'ana@constructora.cl')).toBe('ana@constructora.cl');
    expect(who({}, null)).toBe('Cuenta eliminada');
    expect(who(guest, null)).toBe('Sin cuenta');
    expect(who(guest, 'a@b.cl')).toBe('Sin cuenta, solicitado a a@b.cl');
    expect(who({ ...guest, receiptEmail: 'c@d.cl' }, 'a@b.cl')).toBe(
      'Sin cuenta, solicitado a a@b.cl, con copia a c@d.cl',
    );
  });

  test('is listed with its outcome, its reason and who asked for it', () => {
    const row = { requestedAt: START, requestedBy: 'Ana', approvedByName: 'Berta' };
    const byNobodyLeft = { requestedAt: START + DAY, requestedBy: null, approvedByName: null };
    const rows = refundRows([
      { ...row, amount: 5_000, state: 'done', reason: null, note: null },
      { ...row, amount: 1, state: 'refused', reason: 'other', note: 'Error', ...byNobodyLeft },
    ]);
    expect(notices(rows)).toEqual([
      expect.stringMatching(
        /^20-11-2026.*12:00.*: \$ 5\.000: devuelto\. La pidió Ana\. La aprobó Berta$/,
      ),
      expect.stringMatching(
        /^21-11-2026.*: \$ 1: Webpay no la aceptó\. Otro motivo: Error\. La pidió alguien que ya no está en el equipo$/,
      ),
    ]);
  });
});
