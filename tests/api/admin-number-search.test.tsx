import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import DeliveriesPage from '#app/admin/entregas/page.tsx';
import GuaranteesPage from '#app/admin/garantias/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import PersonPage from '#app/admin/personas/page.tsx';
import {
  partitionOwnersOf,
  readNumberMatches,
} from '#lib/domain/requests/leads/reads/number-matches.ts';
import { deliveriesAboutSubjects } from '#lib/domain/requests/team/reads/delivery-recipients.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { putIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { START, worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });
const eva = advisorForTest('eva@resguardo.cl');
const institution = '61.004.000-4';
const order = 'RG-7K3M-9QXT-4BCD-8ZPW';
const other = { email: 'otra@persona.cl', nombreSolicitante: 'Otra Persona' };

/** Sends two requests; the first has an issued guarantee and a paid payment. */
async function twoRequests() {
  const first = await sendRequest({ ...publicBody, rutInstitucion: institution });
  const second = await sendRequest({ ...publicBody, ...other, idLicitacion: '2678-1-LR25' });
  const { email } = publicBody;
  await putIssued([
    { submissionId: first.submissionId, item: 0, issuerNumber: 'PZ-2026/88 a', email },
    { issuerNumber: 'X-1', tenderId: '2678-1-LR25' },
  ]);
  await getDb().write((tx) =>
    tx.insert(payments).values({
      ...{ buyOrder: order, sessionId: 's', accountId: 'x', amount: 45_000, state: 'authorized' },
      ...{ leadId: first.id, leadBasis: 'team', description: 'Comisión' },
      ...{ createdAt: START, updatedAt: START },
    }),
  );
  await deliverDue();
  return { first, second };
}

let sent: Awaited<ReturnType<typeof twoRequests>>;
beforeEach(async () => {
  sent = await twoRequests();
  browseAs(eva.cookies);
});

const spellings = () => [
  `Solicitud N.º ${sent.first.submissionId}`,
  'PZ-2026/88 a',
  'pz2026 88A',
  order,
  order.replaceAll('-', ' ').toLowerCase(),
  '4809-45-LE26',
  '4809 45 le26',
  '480945LE26',
  institution,
  '61004000-4',
  '610040004',
];

describe('a number in any spelling finds its own request only', () => {
  test('in the inbox and in Ctrl K', async () => {
    for (const q of spellings()) {
      const response = await api(`/api/admin/leads?${new URLSearchParams({ q })}`, {
        cookies: eva.cookies,
      });
      const { data } = await response.json();
      expect(
        data.leads.map(({ id }: { id: number }) => id),
        q,
      ).toEqual([sent.first.id]);
      const page = textOf(await renderPage(InboxPage, {}, { q }));
      expect(page, q).not.toContain('Otra Persona');
    }
  });

  test('and its guarantee in Ctrl K, also by issuer’s number and tender, for the team only', async () => {
    const found = async (q: string, cookies: Record<string, string> = eva.cookies) => {
      const response = await api(`/api/admin/guarantees?${new URLSearchParams({ q })}`, {
        cookies,
      });
      const { data } = await response.json();
      return [response.status, data?.map(({ issuerNumber }: Row) => issuerNumber)];
    };
    type Row = { issuerNumber: string };
    for (const q of spellings().slice(1))
      expect(await found(q), q).toEqual([200, ['PZ-2026/88 a']]);
    expect(await found('2678-1-LR25')).toEqual([200, ['X-1']]);
    expect(await found('x-1')).toEqual([200, ['X-1']]);
    expect(await found('nadie')).toEqual([200, []]);
    const { cookies } = await makeUser();
    expect(await found('x-1', cookies)).toEqual([403, undefined]);
    expect(await found('x-1', {})).toEqual([401, undefined]);
  });

  test('among persons, with its guarantee and its payment', async () => {
    for (const q of spellings()) {
      const page = textOf(await renderPage(PersonPage, {}, { q }));
      expect(page, q).toContain(publicBody.nombreSolicitante);
      expect(page, q).toContain(order);
      expect(page, q).toContain('PZ-2026/88 a');
      expect(page, q).not.toContain('Otra Persona');
      expect(page, q).not.toContain('X-1');
    }
  });

  test('among deliveries, payments and guarantees', async () => {
    const { first, second } = sent;
    for (const q of spellings()) {
      const mails = textOf(await renderPage(DeliveriesPage, {}, { q }));
      expect(mails, q).toContain(`Solicitud N.º ${first.submissionId}`);
      expect(mails, q).not.toContain(`Solicitud N.º ${second.submissionId}`);
      const listed = `Comisión · Solicitud N.º ${first.submissionId} · ${order}`;
      expect(textOf(await renderPage(PaymentsPage, {}, { q })), q).toContain(listed);
      const guarantees = textOf(await renderPage(GuaranteesPage, {}, { q }));
      expect(guarantees, q).toContain('PZ-2026/88 a');
      expect(guarantees, q).not.toContain('X-1');
    }
    expect(textOf(await renderPage(PaymentsPage, {}, { q: '2678-1-LR25' }))).not.toContain(order);
  });

  test('in the trail', async () => {
    for (const { id } of [sent.first, sent.second]) {
      await api(`/api/admin/leads/${id}`, { cookies: eva.cookies });
    }
    for (const name of ['person', 'object']) {
      for (const q of spellings()) {
        const page = textOf(await renderPage(TrailPage, {}, { [name]: q }));
        const rows = page.slice(page.indexOf('Lo más reciente primero'));
        expect(rows, q).toContain(`Solicitud N.º ${sent.first.submissionId}`);
        expect(rows, q).not.toContain(`Solicitud N.º ${sent.second.submissionId}`);
      }
    }
  });
});

test('a text that is no number finds nothing, and no look-up scans a whole table', async () => {
  for (const q of ['', 'jose', 'a@b.cl', '999999', "x' or 1=1 --", '"*', '9'.repeat(200)]) {
    const named = await readNumberMatches(q);
    expect(Object.values(named).flat(), q).toEqual([]);
  }
  const named = { leads: [1, 2], guarantees: [], payments: [1], accounts: ['a'] };
  const plan = await queryPlan(
    sql`select * from (${deliveriesAboutSubjects(partitionOwnersOf(named))})`,
  );
  expect(plan).not.toMatch(/SCAN (d|l|k|leads|links|payment_requests|payments|submissions)\b/);
});
