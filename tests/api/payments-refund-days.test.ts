import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import type { PaymentFilter } from '#lib/domain/payments/lists/payment-filter.ts';
import { listPaymentsAndRequests } from '#lib/domain/payments/reads/admin-list.ts';
import { refundDayCondition } from '#lib/domain/payments/reads/payment-sources.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRefunds, payments } from '#lib/platform/db/schema/payments.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
const ana = advisorForTest('ana@resguardo.cl');

async function listed(filter: PaymentFilter): Promise<(string | null)[]> {
  const { rows } = await listPaymentsAndRequests({ ...filter, now: world.now() });
  return rows.map(({ description }) => description);
}

test('payments listed by the month of their refund include older ones, with the sum refunded in that month', async () => {
  const at = (time: string) => Date.parse(`${time}:00-03:00`);
  const rows = ['october', 'november'].map((name, n) => ({
    ...{ id: n + 1, buyOrder: `RG-${name}`, sessionId: 's', accountId: 'x', description: name },
    ...{ amount: 1000, state: 'authorized' as const, refundedAmount: 300 - 100 * n },
    ...{ createdAt: at(`2026-${10 + n}-05T10:00`), updatedAt: START },
  }));
  const refund = (paymentId: number, key: string, amount: number, day: string) => ({
    ...{ paymentId, key, amount, state: 'done' as const, actor: 'x' },
    ...{ requestedAt: at(`2026-10-06T10:00`), settledAt: at(`${day}T10:00`) },
  });
  await getDb().write(async (tx) => {
    await tx.insert(payments).values(rows);
    const refunds = [
      refund(1, 'a', 200, '2026-10-31'),
      refund(1, 'b', 100, '2026-11-30'),
      refund(2, 'c', 200, '2026-12-01'),
    ];
    await tx.insert(paymentRefunds).values(refunds);
  });
  const november = { from: '2026-11-01', to: '2026-11-30', day: 'devolucion' as const };
  expect(await listed(november)).toEqual(['october']);
  expect(await listed({ ...november, sort: 'monto' })).toEqual(['october']);
  expect(await listed({ day: 'devolucion' })).toEqual(['november', 'october']);
  browseAs(ana.cookies);
  const page = textOf(await renderPage(PaymentsPage, {}, november));
  expect(page).toContain('Encontrados 1 en esta lista, $ 100 devueltos en esos días');
  const sums = async (days: Record<string, string>) =>
    textOf(await renderPage(PaymentsPage, {}, { day: 'devolucion', ...days }));
  expect(await sums({ to: '2026-10-31' })).toContain('1 en esta lista, $ 200 devueltos en esos');
  expect(await sums({ from: '2026-11-01' })).toContain('2 en esta lista, $ 300 devueltos en esos');
  expect(page).toContain('$ 1.000 · devuelto $ 300');
  expect(page).toContain('october · RG-october');
  expect(await renderPage(PaymentsPage, {}, {})).toMatch(
    /day=devolucion" class="inline-block py-1.5">Devuelto este mes/,
  );
  const plan = await queryPlan(
    sql`select payment_id from payment_refunds where ${refundDayCondition(november)}`,
  );
  expect(plan).toContain('payment_refunds_done');
});

const rest = { reason: null, amount: 10_000, refundedAmount: 0 };
const states = {
  whole: { ...rest, state: 'refunded', refundedAmount: 10_000 },
  part: { ...rest, state: 'authorized', amount: 5000, refundedAmount: 2000 },
  kept: { ...rest, state: 'authorized', amount: 300 },
  rejected: { ...rest, state: 'failed', reason: 'rejected', amount: 70_000 },
  pending: { ...rest, state: 'pending', amount: 800_000 },
} as const;

test.each<[(keyof typeof states)[], PaymentFilter, string]>([
  [
    ['whole', 'part', 'kept', 'rejected', 'pending'],
    {},
    '5 en esta lista, $ 15.300 cobrados, $ 12.000 devueltos, $ 3.300 netos',
  ],
  [['whole'], {}, '1 en esta lista, $ 10.000 cobrados, $ 10.000 devueltos, $ 0 netos'],
  [['part'], {}, '1 en esta lista, $ 5.000 cobrados, $ 2.000 devueltos, $ 3.000 netos'],
  [['kept'], {}, '1 en esta lista, $ 300 cobrados'],
  [
    ['whole', 'part', 'kept'],
    { state: 'devuelto' },
    '2 en esta lista, $ 15.000 cobrados, $ 12.000 devueltos, $ 3.000 netos',
  ],
  [['whole', 'part', 'kept'], { q: 'kept' }, '1 en esta lista, $ 300 cobrados'],
])(
  'for the payments %j, the list filtered by %j sums what was charged, refunded and kept',
  async (names, query, sums) => {
    const row = { sessionId: 's', accountId: 'x', createdAt: START, updatedAt: START };
    const rows = names.map((name) => {
      return { ...row, ...states[name], buyOrder: `RG-${name}`, description: name };
    });
    await getDb().write((tx) => tx.insert(payments).values(rows));
    browseAs(ana.cookies);
    const page = textOf(await renderPage(PaymentsPage, {}, query as Record<string, string>));
    expect(/(\d en esta lista.*?) Descargar/.exec(page)?.[1]).toBe(sums);
  },
);
