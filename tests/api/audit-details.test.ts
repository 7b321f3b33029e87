import { beforeEach, describe, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { parseCsv } from '#tests/support/csv.ts';
import { insertLead } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';

const { world, webpay } = await paymentsForTest({ RATE_LIMITS: 'off' });

let advisor: Advisor;
beforeEach(async () => {
  advisor = await makeAdvisor();
});

async function detailsOf(query: Record<string, string>) {
  const path = `/api/admin/audit?${new URLSearchParams(query)}`;
  const { data } = await (await api(path, { cookies: advisor.cookies })).json();
  return (data as { action: string; detail: string | null }[]).map(({ action, detail }) => [
    action,
    detail,
  ]);
}

describe('an event of the trail says', () => {
  test('the old and new state of a request, its old and new advisor, and the amount and payer of a payment', async () => {
    const id = await insertLead({ kind: 'garantia' });
    const act = async (path: string, json: object) => {
      const response = await api(`/api/admin/leads/${id}/${path}`, {
        json,
        cookies: advisor.cookies,
      });
      expect(response.status, path).toBe(200);
    };
    const fromCrm = (to: 'aprobada' | 'emitida', late: number) =>
      getDb().write((tx) =>
        changeRequestState(tx, {
          ...{ leadId: id, to, actor: 'crm', at: world.now() + late, now: world.now() + 10 + late },
        }),
      );
    await act('state', { state: 'en_revision' });
    world.advance(MINUTE);
    await act('state', { state: 'rechazada', reason: 'Faltan balances' });
    world.advance(MINUTE);
    await act('assign', { assignedTo: null });
    await requestPayment(advisor.cookies, { leadId: id, amount: 45_000, email: 'paga@x.cl' });
    world.advance(MINUTE);
    // The CRM's events arrive later than they happened, so their times do not tell them apart.
    await fromCrm('aprobada', 0);
    await fromCrm('emitida', 1);
    expect(await detailsOf({ object: `${id}` })).toEqual([
      ['lead.state-changed', 'De Aprobada a Emitida'],
      ['lead.state-changed', 'De Rechazada a Aprobada'],
      ['lead.assigned', `A ${advisor.email}`],
      ['payment.requested', '$ 45.000 a paga@x.cl'],
      ['lead.unassigned', `La tenía ${advisor.email}`],
      ['lead.state-changed', 'De En revisión a Rechazada: Faltan balances'],
      ['lead.assigned', `A ${advisor.email}`],
      ['lead.state-changed', 'De Por atender a En revisión'],
    ]);
    browseAs(advisor.cookies);
    expect(textOf(await renderPage(TrailPage, {}, { object: `${id}` }))).toContain(
      'De Por atender a En revisión',
    );
    const csv = await api(`/api/admin/audit.csv?object=${id}`, { cookies: advisor.cookies });
    const [head = [], row = []] = parseCsv((await csv.text()).replace('\uFEFF', ''));
    expect(row[head.indexOf('Detalle')]).toBe('De Aprobada a Emitida');
  });

  test('from whom and to whom a request was assigned, each time', async () => {
    const id = await insertLead({ kind: 'garantia' });
    const [eva, luis] = [await makeAdvisor('eva@x.cl'), await makeAdvisor('luis@x.cl')];
    for (const assignedTo of [advisor.id, eva.id, luis.id, advisor.id, eva.id, null]) {
      world.advance(MINUTE);
      const path = `/api/admin/leads/${id}/assign`;
      const response = await api(path, { json: { assignedTo }, cookies: advisor.cookies });
      expect(response.status).toBe(200);
    }
    expect((await detailsOf({ object: `${id}` })).map(([, detail]) => detail)).toEqual([
      `La tenía ${eva.email}`,
      `De ${advisor.email} a ${eva.email}`,
      `De ${luis.email} a ${advisor.email}`,
      `De ${eva.email} a ${luis.email}`,
      `De ${advisor.email} a ${eva.email}`,
      `A ${advisor.email}`,
    ]);
  });

  test('that a change was undone, beside what it changed', async () => {
    const id = await insertLead({ kind: 'garantia' });
    const post = (path: string, form: Record<string, string>) =>
      postForm(`/admin/${path}`, { form, cookies: advisor.cookies });
    await post('asignar', { [`lead-${id}`]: 'si', assignedTo: advisor.id });
    world.advance(MINUTE);
    await post('deshacer', { [`lead-${id}`]: '', hecha: 'asignadas' });
    world.advance(MINUTE);
    await post('estados', { [`lead-${id}`]: 'si', state: 'en_revision' });
    world.advance(10);
    await post('deshacer', { [`lead-${id}`]: 'recibida', hecha: 'estados', a: 'en_revision' });
    expect(await detailsOf({ object: `${id}` })).toEqual([
      ['lead.unassigned', `La tenía ${advisor.email}. Deshizo un cambio`],
      ['lead.state-changed', 'De En revisión a Por atender. Deshizo un cambio'],
      ['lead.assigned', `A ${advisor.email}`],
      ['lead.state-changed', 'De Por atender a En revisión'],
      ['lead.unassigned', `La tenía ${advisor.email}. Deshizo un cambio`],
      ['lead.assigned', `A ${advisor.email}`],
    ]);
  });

  test('how much of a payment was refunded, each time', async () => {
    const link = await requestPayment(advisor.cookies, { amount: 45_000 });
    const { buyOrder } = await payAsGuest(webpay, link);
    expect((await refundPayment(advisor.cookies, buyOrder, 10_000)).status).toBe(200);
    world.advance(MINUTE);
    expect((await refundPayment(advisor.cookies, buyOrder, 35_000)).status).toBe(200);
    const details = await detailsOf({ object: buyOrder });
    expect(details.filter(([action]) => action?.includes('refund'))).toEqual([
      ['payment.refunded', '$ 35.000, una parte de $ 45.000'],
      ['payment.refund-asked', '$ 35.000, una parte de $ 45.000'],
      ['payment.partly-refunded', '$ 10.000, una parte de $ 45.000'],
      ['payment.refund-asked', '$ 10.000, una parte de $ 45.000'],
    ]);
    expect(details).toContainEqual(['payment.authorized', '$ 45.000']);
  });

  test('which mail was sent again and to whom, and why an account is suspended', async () => {
    const ana = await makeUser({ email: 'bea@x.cl' });
    const [delivery] = await getDb().read.all<{ id: number }>(
      `select max(id) as id from deliveries where kind = 'account.code-mail'`,
    );
    await getDb().client.execute(`update deliveries set state = 'dead', last_error = 'timeout'`);
    const retry = `/admin/entregas/${delivery?.id}/reintentar`;
    const response = await postForm(retry, { form: {}, cookies: advisor.cookies });
    expect(response.headers.get('location')).toContain('aviso=envio');
    expect(await detailsOf({ action: 'delivery.retried' })).toEqual([
      ['delivery.retried', `Código de verificación, a ${ana.email}`],
    ]);
    const json = { change: 'suspend', reason: 'Suplantación' };
    const path = `/api/admin/accounts/${ana.id}/access`;
    expect((await api(path, { json, cookies: advisor.cookies })).status).toBe(200);
    expect(await detailsOf({ action: 'account.suspended' })).toEqual([
      ['account.suspended', 'Motivo: Suplantación'],
    ]);
  });
});
