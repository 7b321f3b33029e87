import { expect, test } from 'vitest';
import AuditPage from '#app/admin/auditoria/page.tsx';
import IssuedPage from '#app/admin/garantias/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import MoneyPage from '#app/admin/pagos/page.tsx';
import ActivityPage from '#app/panel/actividad/page.tsx';
import GuaranteesPage from '#app/panel/garantias/page.tsx';
import OwnPaymentsPage from '#app/panel/pagos/page.tsx';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api, call } from '#tests/support/call.ts';
import { andesCompany } from '#tests/support/companies.ts';
import { parseCsv } from '#tests/support/csv.ts';
import { pathOfRoute } from '#tests/support/forms.ts';
import { putIssued } from '#tests/support/issued.ts';
import { insertLeads } from '#tests/support/leads.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { filesUnder } from '#tests/support/source-files.ts';
import { START, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

type Owner = Awaited<ReturnType<typeof makeUser>>;

/** Two days of the world's week, of which only the second has what is looked for. */
const [before, day] = [START - 2 * DAY, START];
const days = { from: '2026-11-20', to: '2026-11-20' };

const guarantees = ({ email }: Owner) =>
  putIssued(
    (['Banco Sur', 'Banco Norte'] as const).flatMap((issuerName) => [
      { email, issuerName, validFrom: '2026-01-01', validTo: '2027-03-01', reported: null },
      { email, issuerName, validFrom: '2026-01-01', validTo: '2026-03-01', reported: null },
    ]),
  );
const charges = ({ id, personId }: Owner) =>
  getDb().write((tx) =>
    tx.insert(payments).values(
      [before, day].flatMap((createdAt) =>
        (['authorized', 'refunded'] as const).map((state) => ({
          ...{ buyOrder: `RG-${createdAt}-${state}`, sessionId: 's', accountId: id, personId },
          ...{ amount: 1000, description: 'Comisión', state, createdAt, updatedAt: createdAt },
          refundedAmount: state === 'refunded' ? 1000 : 0,
        })),
      ),
    ),
  );
const acts = ({ id: accountId, personId: actor }: Owner) =>
  getDb().write(async (tx) => {
    for (const now of [before, day]) {
      const origin = { requestId: 'r', ip: '203.0.113.7', now };
      const of = { accountId, actor } as const;
      await audit(tx, origin, { ...of, action: 'guarantee.recorded', subject: 'guarantee:7' });
      await audit(tx, origin, { ...of, action: 'lead.answered', subject: 'lead:12' });
    }
  });
const leads = () =>
  insertLeads(
    [before, day].flatMap((createdAt) => [
      { name: 'Rosa', createdAt },
      { name: 'Elena', createdAt },
    ]),
  );

type Query = Record<string, string>;
type Case = {
  page: Parameters<typeof renderPage>[0];
  put: (ana: Owner) => Promise<unknown>;
  query: Query;
  /** Parts of the query that the export has no use for. */
  dropped?: string[];
  found?: number;
};

/**
 * Each page with a link to its CSV: four rows, of which its query finds one, or as many as `found`.
 */
const pages: Record<string, Case> = {
  '/panel/garantias/csv': {
    ...{ page: GuaranteesPage, put: guarantees },
    query: { q: 'Banco Sur', state: 'vigente', sort: '-vence' },
  },
  '/panel/actividad/csv': {
    ...{ page: ActivityPage, put: acts },
    query: { kind: 'garantias', ...days },
  },
  '/panel/pagos/csv': {
    ...{ page: OwnPaymentsPage, put: charges },
    ...{ query: { estado: 'devueltos' }, found: 2 },
  },
  '/api/admin/guarantees.csv': {
    ...{ page: IssuedPage, put: guarantees },
    query: { q: 'Banco Sur', state: 'vigente', sort: '-vence' },
  },
  '/api/admin/payments.csv': {
    ...{ page: MoneyPage, put: charges },
    query: { q: 'Comisión', state: 'devuelto', ...days, sort: '-monto' },
  },
  '/api/admin/audit.csv': {
    ...{ page: AuditPage, put: acts },
    query: { action: 'guarantee.recorded', person: 'ana@andes.cl', ...days },
  },
  '/api/admin/leads.csv': {
    ...{ page: InboxPage, put: leads },
    ...{ query: { q: 'Elena', ...days, sort: 'newest' }, dropped: ['sort'] },
  },
};

test.each(Object.entries(pages))(
  'the link to %s on its page exports exactly the rows that the page’s filter found',
  async (path, first) => {
    const { page, put, query, dropped = [], found = 1 } = first;
    const ana = await makeUser({ ...andesCompany, email: 'ana@andes.cl' });
    await put(ana);
    const isAdmin = path.startsWith('/api/');
    const { cookies } = isAdmin ? await makeAdvisor() : ana;
    browseAs(cookies);
    const html = await renderPage(page, {}, query);
    const hrefs = [...html.matchAll(/href="([^"]*csv[^"]*)"/g)].map(([, href = '']) => href);
    expect(hrefs).toHaveLength(1);
    const link = new URL(hrefs[0] ?? '', 'http://x');
    const remaining = Object.entries(query).filter(([name]) => !dropped.includes(name));
    expect([link.pathname, Object.fromEntries(link.searchParams)]).toEqual([
      path,
      Object.fromEntries(remaining),
    ]);
    const address = link.pathname + link.search;
    const response = isAdmin
      ? await api(address, { cookies })
      : await call((await routeOf(path)).GET, address, { cookies });
    const [, ...rows] = parseCsv((await response.text()).replace('\uFEFF', ''));
    expect(rows).toHaveLength(found);
  },
);

test('no other page route is a CSV', () => {
  const routes = filesUnder('app').filter((file) => file.endsWith('csv/route.ts'));
  expect(routes.map(pathOfRoute).sort()).toEqual(Object.keys(pages).sort());
});
