import { describe, expect, test } from 'vitest';
import AuditPage from '#app/admin/auditoria/page.tsx';
import DeliveriesPage from '#app/admin/entregas/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import ActivityPage from '#app/panel/actividad/page.tsx';
import { audit } from '#lib/domain/audit/writes.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { formatDay, formatTime } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { paymentRefunds, paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api, call } from '#tests/support/call.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { insertLead } from '#tests/support/leads.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { productSources } from '#tests/support/source-files.ts';
import { START, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

type Row = { id: number; at: number; name: string };
type Query = Record<string, string>;
type Cookies = Record<string, string>;

const charge = ({ id, name }: Row) => ({
  ...{ id, buyOrder: `RG-${id}`, sessionId: 's', accountId: 'x', description: name, amount: 1000 },
  ...{ state: 'authorized' as const, updatedAt: START },
});
const pay = (row: Row) =>
  getDb().write((tx) => tx.insert(payments).values({ ...charge(row), createdAt: row.at }));
const ask = ({ name, at }: Row) =>
  getDb().write((tx) =>
    tx.insert(paymentRequests).values({
      ...{ id: name, amount: 1000, description: name, email: 'paga@andes.cl' },
      ...{ createdBy: 'x', createdAt: at, expiresAt: START + DAY },
    }),
  );
const refund = (row: Row) =>
  getDb().write(async (tx) => {
    const paid = { ...charge(row), refundedAmount: 400, createdAt: row.at - 40 * DAY };
    await tx.insert(payments).values(paid);
    await tx.insert(paymentRefunds).values({
      ...{ paymentId: row.id, key: 'k', amount: 400, state: 'done', actor: 'x' },
      ...{ requestedAt: row.at - 30 * DAY, settledAt: row.at },
    });
  });
const lead = ({ name, at }: Row) => insertLead({ name, createdAt: at });
const act = ({ at, name }: Row, accountId: string | null) =>
  getDb().write((tx) =>
    audit(tx, { requestId: name, ip: '203.0.113.7', now: at }, {
      ...{ action: 'guarantee.recorded', actor: accountId ?? 'x', accountId },
      subject: `guarantee:${name}`,
    } as const),
  );
const deliver = ({ name, at }: Row) =>
  getDb().write((tx) =>
    tx.insert(deliveries).values({
      ...{ partition: `${name}/mail`, kind: 'account.code-mail', payload: {} },
      ...{ idempotencyKey: name, state: 'sent', createdAt: at, settledAt: at },
    }),
  );

const adminApi = (path: string, more: Query = {}) => {
  return async (query: Query, cookies: Cookies) => {
    const response = await api(`${path}?${new URLSearchParams({ ...more, ...query })}`, {
      cookies,
    });
    return response.text();
  };
};
const page = (of: Parameters<typeof renderPage>[0], more: Query = {}) => {
  return async (query: Query, cookies: Cookies) => {
    browseAs(cookies);
    return renderPage(of, {}, { ...more, ...query });
  };
};
const activityCsv = async (query: Query, cookies: Cookies) => {
  const path = '/panel/actividad/csv';
  const { GET } = await routeOf(path);
  return (await call(GET, `${path}?${new URLSearchParams(query)}`, { cookies })).text();
};

type Case = [
  name: string,
  put: (row: Row, accountId: string | null) => Promise<unknown>,
  read: (query: Query, cookies: Cookies) => Promise<string>,
  /** A row without a name in the answer is told by its time. */
  isNamed?: boolean,
];
const refunded = { day: 'devolucion' };
const ofCompany: Case[] = [
  ['the activity of a company', act, page(ActivityPage), false],
  ['its CSV', act, activityCsv, false],
];
const ofTeam: Case[] = [
  ['leads', lead, adminApi('/api/admin/leads')],
  ['the inbox', lead, page(InboxPage)],
  ['its CSV', lead, adminApi('/api/admin/leads.csv')],
  ['payments', pay, page(PaymentsPage)],
  ['payments by amount', pay, page(PaymentsPage, { sort: 'monto' })],
  ['their CSV', pay, adminApi('/api/admin/payments.csv')],
  ['what is to be paid', ask, adminApi('/api/admin/payments.csv')],
  ['refunds', refund, page(PaymentsPage, refunded)],
  ['refunds by amount', refund, page(PaymentsPage, { ...refunded, sort: 'monto' })],
  ['their CSV', refund, adminApi('/api/admin/payments.csv', refunded)],
  ['deliveries', deliver, page(DeliveriesPage), false],
  ['the trail', act, adminApi('/api/admin/audit')],
  ['its page', act, page(AuditPage), false],
  ['its CSV', act, adminApi('/api/admin/audit.csv')],
];

describe.each([
  ['summer', '2026-10-05', '-03:00'],
  ['winter', '2026-07-01', '-04:00'],
])(
  'a filter by two days in %s takes them from midnight to midnight in Chile in',
  (_, from, zone) => {
    const to = addDays(from, 1);
    const rows = [
      [Date.parse(`${from}T00:00${zone}`) - 1, 'fila-antes'],
      [Date.parse(`${from}T00:00${zone}`), 'fila-primera'],
      [Date.parse(`${to}T23:59:59.999${zone}`), 'fila-segunda'],
      [Date.parse(`${to}T23:59:59.999${zone}`) + 1, 'fila-despues'],
    ] as const;

    async function check([, put, read, isNamed = true]: Case, cookies: Cookies, id: string | null) {
      for (const [n, [at, name]] of rows.entries()) await put({ id: n + 1, at, name }, id);
      const found = async (query: Query) => {
        const text = await read(query, cookies);
        const shown = ([at, name]: (typeof rows)[number]) =>
          isNamed
            ? text.includes(name)
            : new RegExp(`${formatDay(at)}\\D{1,5}${formatTime(at)}`).test(text);
        return rows.filter(shown).map(([, name]) => name);
      };
      expect(await found({ from, to })).toEqual(['fila-primera', 'fila-segunda']);
      expect(await found({ from, to: from })).toEqual(['fila-primera']);
      expect(await found({ from })).toEqual(['fila-primera', 'fila-segunda', 'fila-despues']);
      expect(await found({ to })).toEqual(['fila-antes', 'fila-primera', 'fila-segunda']);
    }

    test.each(ofTeam)('%s', async (...listCase) => {
      await check(listCase, (await makeAdvisor()).cookies, null);
    });

    test.each(ofCompany)('%s', async (...listCase) => {
      const { cookies, id } = await makeUser({ ...andesCompany, email: 'ana@andes.cl' });
      await check(listCase, cookies, id);
    });
  },
);

test('only the listed schemas have a filter by days', () => {
  const sources = productSources('lib', 'app').filter(({ text }) => /\bto: toParam\b/.test(text));
  expect(sources.map(({ path }) => path).sort()).toEqual([
    'lib/domain/audit-trail/schema.ts',
    'lib/domain/dashboard/activity-filter.ts',
    'lib/domain/payments/lists/payment-filter.ts',
    'lib/domain/requests/team/delivery-list.ts',
    'lib/domain/requests/team/schema.ts',
  ]);
});
