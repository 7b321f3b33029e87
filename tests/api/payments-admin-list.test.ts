import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import { listPaymentsAndRequests } from '#lib/domain/payments/reads/admin-list.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { pageStatement } from '#lib/platform/db/merged-pages.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { insertLead } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { finishPayment, startLinkPayment } from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });
const ana = advisorForTest('ana@resguardo.cl');
beforeEach(() => browseAs(ana.cookies));

type ListQuery = Omit<Parameters<typeof listPaymentsAndRequests>[0], 'now'>;

async function all(query: ListQuery): Promise<string[]> {
  const descriptions: string[] = [];
  let before: string | undefined;
  do {
    const page = await listPaymentsAndRequests({ ...query, before, limit: 7, now: world.now() });
    descriptions.push(...page.rows.map(({ description }) => description ?? ''));
    before = page.next ?? undefined;
  } while (before);
  return descriptions;
}

const paymentRow = (
  name: string,
  row: Pick<typeof payments.$inferInsert, 'state'> & Partial<typeof payments.$inferInsert>,
) => ({
  ...{ buyOrder: `RG-${name}`, sessionId: 's', accountId: ana.id, description: name },
  ...{ amount: 1000, createdAt: START, updatedAt: row.createdAt ?? START },
  ...row,
});

/** `P` is a payment, `R` a request. Many share a time and an amount. */
async function put(many: number) {
  const rows = Array.from({ length: many }, (_, i) => ({
    name: `${i % 3 ? 'P' : 'R'}${i}`,
    amount: 1000 + (i % 4),
    createdAt: START + Math.floor(i / 5),
  }));
  await getDb().write(async (tx) => {
    for (const { name, amount, createdAt } of rows) {
      const row = { amount, createdAt, description: name };
      if (name.startsWith('P')) {
        const state = name.endsWith('1') ? ('failed' as const) : ('authorized' as const);
        await tx.insert(payments).values(paymentRow(name, { ...row, state }));
      } else {
        const expiresAt = createdAt + (name === 'R0' ? 1 : 30 * DAY);
        const request = { ...row, id: name, email: 'paga@andes.cl', createdBy: ana.id, expiresAt };
        await tx.insert(paymentRequests).values(request);
      }
    }
  });
  return rows;
}

test('requested money is listed once: as due until it is paid, then as its payment', async () => {
  const link = await requestPayment(ana.cookies, { description: 'Comisión 12' });
  const page = await renderPage(PaymentsPage, {});
  expect(page).toContain('Por pagar');
  expect(page.match(/>Comisión 12</g)).toHaveLength(1);
  const [, id = ''] = /href="\/admin\/pagos\?anular=([\w-]+)"/.exec(page) ?? [];
  const asks = await renderPage(PaymentsPage, {}, { anular: id });
  expect(asks).toContain(`action="/admin/pagos/pedidos/${id}/anular"`);
  expect(asks).toContain('¿Anular el pago de $ 45.000 a ana@constructora.cl?');
  const started = await payAsGuest(webpay, link);
  const paid = await renderPage(PaymentsPage, {}, { anular: id });
  expect(paid.match(/>Comisión 12</g)).toHaveLength(1);
  expect(paid).toContain(`href="/admin/pagos/${started.buyOrder}"`);
  expect(paid).not.toContain('¿Anular');
  const other = await requestPayment(ana.cookies, { amount: 99_000, email: 'b@b.cl' });
  expect(other).not.toBe(link);
  const again = await renderPage(PaymentsPage, {}, { state: 'por-pagar' });
  const [, second = ''] = /anular=([\w-]+)"/.exec(again) ?? [];
  const form = { lead: '' };
  await postForm(`/admin/pagos/pedidos/${second}/anular`, { form, cookies: ana.cookies });
  expect(await all({ state: 'por-pagar' })).toEqual([]);
  expect(await all({ state: 'pagado' })).toEqual(['Comisión 12']);
});

test('payments and payment requests are one order over all pages, and can be filtered and searched', async () => {
  const rows = await put(60);
  const names = rows.map(({ name }) => name);
  const newest = await all({});
  expect(newest.toSorted()).toEqual(names.toSorted());
  const times = newest.map((name) => rows[names.indexOf(name)]?.createdAt ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(await all({ sort: 'fecha' })).toEqual(newest.toReversed());
  const amounts = (await all({ sort: 'monto' })).map((name) => rows[names.indexOf(name)]?.amount);
  expect(amounts).toHaveLength(60);
  expect(amounts).toEqual(amounts.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  expect(await all({ state: 'no-pagado' })).toEqual(
    newest.filter((name) => name === 'R0' || /^P.*1$/.test(name)),
  );
  const waiting = newest.filter((name) => name.startsWith('R'));
  expect(await all({ q: 'PAGA@andes.cl' })).toEqual(waiting);
  expect(await all({ q: ana.email })).toEqual(newest.filter((name) => name.startsWith('P')));
  for (const q of ['RG-P10', 'rgp10']) expect(await all({ q }), q).toEqual(['P10']);
  expect(await all({ q: '$ 1.003', state: 'por-pagar' })).toEqual(
    waiting.filter((name) => Number(name.slice(1)) % 4 === 3),
  );
  const page = await renderPage(PaymentsPage, {}, { sort: '-monto', q: 'p' });
  expect(page).toMatch(/aria-sort="descending"[^>]*>.*?<a href="\/admin\/pagos\?q=p&sort=monto"/);
  const csv = await api('/api/admin/payments.csv?state=pagado', { cookies: ana.cookies });
  const lines = (await csv.text()).trim().split('\r\n');
  expect(lines[0]).toContain(
    '"Monto";"Devuelto";"Neto";"Devuelto el";"Por qué se devolvió";"Concepto"',
  );
  expect(lines).toHaveLength(1 + names.filter((name) => /^P.*[^1]$/.test(name)).length);
});

test.each([
  ['sin-confirmar', { state: 'pending' }],
  ['devuelto', { state: 'authorized', refundedAmount: 1 }],
  ['por-revisar', { state: 'authorized', difference: 'refund' }],
  ['por-revisar', { state: 'failed', reason: 'mismatch' }],
] as const)('the filter %s lists a payment with %j, and nothing else', async (state, row) => {
  const rows = [paymentRow('this', row), paymentRow('paid', { state: 'authorized' })];
  await getDb().write((tx) => tx.insert(payments).values(rows));
  await requestPayment(ana.cookies);
  expect(await all({ state })).toEqual(['this']);
});

test.each(['created_at', 'amount'])(
  'the payment list ordered by %s walks an index of each table',
  async (column) => {
    const arms = [
      { from: sql`payments where 1`, order: sql.raw(column), id: sql`id` },
      { from: sql`payment_requests where paid_by is null`, order: sql.raw(column), id: sql`rowid` },
    ];
    const query = pageStatement(arms, {
      isDescending: true,
      cursor: { position: 5, key: 9 },
      batchSize: 26,
    });
    const steps = await queryPlan(query);
    for (const range of ['=\\? AND rowid<\\?', '<\\?']) {
      expect(steps).toMatch(
        new RegExp(`SEARCH payments USING COVERING INDEX payments_by_\\w+ \\(${column}${range}`),
      );
      expect(steps).toMatch(
        new RegExp(
          `SEARCH payment_requests USING INDEX payment_requests_open\\w* \\(${column}${range}`,
        ),
      );
    }
    expect(steps).not.toMatch(/SCAN payment/);
  },
);

test('part of an e-mail address, name, RUT or order finds payments, also in the quick search', async () => {
  const demo = await makeUser({ ...andesCompany, email: 'demo@constructora.cl' });
  const elena = { email: 'otra@x.cl', name: 'Elena Ñancupil', rut: '96000001-3' };
  const leadId = await insertLead(elena);
  const state = 'authorized' as const;
  const person = await makeUser({ email: 'rosa@obras.cl', name: 'Rosa Quilapán' });
  const rows = [
    paymentRow('G3ZC-ABCD', { state, accountId: demo.id, personId: demo.personId }),
    paymentRow('H7', { state, accountId: person.id }),
    paymentRow('J8', { state, accountId: 'gone', leadId, createdAt: START + 1 }),
  ];
  await getDb().write((tx) => tx.insert(payments).values(rows));
  for (const [q, found] of Object.entries({
    ...{ 'demo@': 'G3ZC-ABCD', 'CONSTRUCTORA.cl': 'G3ZC-ABCD', 'RG-G3ZC': 'G3ZC-ABCD' },
    ...{ 'g3zc-ab': 'G3ZC-ABCD', 'rosa@': 'H7', Quilap: 'H7', Ñancu: 'J8', elena: 'J8' },
    ...{ '96000001': 'J8', '96.000.001-3': 'J8' },
  })) {
    expect(await all({ q }), q).toEqual([found]);
    const response = await api(`/api/admin/payments?q=${encodeURIComponent(q)}`, ana);
    const { data } = await response.json();
    expect(data, q).toMatchObject([{ buyOrder: `RG-${found}` }]);
  }
  await requestPayment(ana.cookies, { leadId, description: 'Por pagar' });
  expect(await all({ q: 'Ñancu' })).toEqual(['J8', 'Por pagar']);
});

test('the days of the filter narrow list, sums and CSV, and links offer this and the last month', async () => {
  const times = {
    ...{ 'october-31': '2026-10-31T23:59', 'november-1': '2026-11-01T00:00' },
    ...{ 'november-20': '2026-11-20T10:00', 'december-1': '2026-12-01T00:00' },
  };
  const rows = Object.entries(times).map(([name, time]) => {
    const createdAt = Date.parse(`${time}:00-03:00`);
    return paymentRow(name, { state: 'authorized', createdAt, refundedAmount: 100 });
  });
  await getDb().write((tx) => tx.insert(payments).values(rows));
  const november = { from: '2026-11-01', to: '2026-11-30' };
  const found = ['november-20', 'november-1'];
  expect(await all(november)).toEqual(found);
  expect((await all({ ...november, sort: '-monto' })).toSorted()).toEqual(found.toSorted());
  expect(await all({ to: november.to, q: 'RG-october-31' })).toEqual(['october-31']);
  expect(await all({ from: november.from, q: ana.email })).toEqual(['december-1', ...found]);
  const page = await renderPage(PaymentsPage, {}, { ...november, sort: 'monto' });
  const sums = '2 en esta lista, $ 2.000 cobrados, $ 200 devueltos, $ 1.800 netos';
  expect(textOf(page)).toContain(`Encontrados ${sums}`);
  const query = 'from=2026-11-01&to=2026-11-30&sort=monto';
  expect(page).toContain(`href="/api/admin/payments.csv?${query}"`);
  expect(page).toContain(`href="/admin/pagos?${query}" class="inline-block py-1.5">Este mes`);
  expect(page).toMatch(/from=2026-10-01&to=2026-10-31[^>]*>Mes pasado/);
  const csv = await api(`/api/admin/payments.csv?${query}`, { cookies: ana.cookies });
  expect((await csv.text()).trim().split('\r\n')).toHaveLength(3);
  expect(textOf(await renderPage(PaymentsPage, {}, { from: 'ayer' }))).toContain(
    'Ingresa una fecha real',
  );
});

test('a refused attempt counts as unpaid until another attempt pays the same, then it is grey', async () => {
  const link = await requestPayment(ana.cookies);
  await finishPayment(webpay, await startLinkPayment({}, link), 'reject');
  const shown = async () =>
    textOf(await renderPage(PaymentsPage, {}))
      .split('Todos los pagos')
      .at(-1);
  expect(await shown()).toContain('No pagado');
  await payAsGuest(webpay, link);
  expect(await shown()).toMatch(/Pagado \$.*Intento rechazado \$/);
  expect(await shown()).not.toContain('No pagado');

  const own = { accountId: 'socia', description: 'Comisión' };
  await getDb().write((tx) =>
    tx
      .insert(payments)
      .values([
        paymentRow('1', { ...own, state: 'failed', reason: 'rejected', amount: 1 }),
        paymentRow('2', { ...own, state: 'failed', reason: 'rejected', amount: 2 }),
        paymentRow('3', { ...own, state: 'failed', reason: 'mismatch', amount: 2 }),
        paymentRow('4', { ...own, state: 'authorized', amount: 2 }),
      ]),
  );
  const { rows } = await listPaymentsAndRequests({ now: world.now(), q: 'Comisión' });
  const isGrey = rows.map((row) => [row.payment?.buyOrder, row.isPaidByAnotherAttempt]);
  const greyByOrder = { 'RG-1': false, 'RG-2': true, 'RG-3': false, 'RG-4': false };
  expect(Object.fromEntries(isGrey)).toMatchObject(greyByOrder);
});
