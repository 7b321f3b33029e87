import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import AdminPaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import { POST } from '#app/pagar/[token]/crear/route.ts';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { api, call } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { eventsOf, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import {
  finishPayment,
  paymentMails,
  paymentOf,
  startLinkPayment,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { webpay, world, cookies } = await paymentsForTest();
let id: number;
beforeEach(async () => {
  ({ id } = await sendRequest(publicBody));
});

const email = publicBody.email.toLowerCase();
const ask = (changes: object = {}, as = cookies.admin) =>
  requestPayment(as, { email, leadId: id, ...changes });
const requestRow = async () => (await getDb().read.select().from(paymentRequests))[0];
const begin = (link: string) => startLinkPayment(cookies.payer, link);

test('a payment requested twice at once is one payment request, with one mail and one event', async () => {
  const links = await Promise.all([ask(), ask()]);
  expect(links[0]).toBe(links[1]);
  await deliverDue();
  expect(paymentMails(world)).toHaveLength(1);
  expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['payment', 'assigned']);
  // The same form of another advisor is no second click, and takes the lead from nobody.
  const { assignedTo } = await leadOf(id);
  expect(assignedTo).not.toBeNull();
  const other = (await makeAdvisor('otra@resguardo.cl')).cookies;
  expect(await ask({ open: 'keep' }, other)).not.toBe(links[0]);
  expect((await leadOf(id)).assignedTo).toBe(assignedTo);
  expect(await auditTrailOf(`${assignedTo}`)).toContain('lead.assigned');
  // Another amount or lead makes another request, and so does the same one after a minute.
  expect(await ask({ amount: 45_001, open: 'keep' })).not.toBe(links[0]);
  expect(await ask({ leadId: (await sendRequest(publicBody)).id })).not.toBe(links[0]);
  world.advance(60_000);
  expect(await ask({ open: 'keep' })).not.toBe(links[0]);
});

describe('cancelling a payment request', () => {
  const cancel = async (which?: string, as = cookies.admin) => {
    const id = which ?? (await requestRow())?.id ?? '';
    const path = `/api/admin/payment-requests/${id}/cancel`;
    return (await api(path, { method: 'POST', cookies: as })).status;
  };

  test('refuses a payment whose form was already being sent, also by a clock that is behind', async () => {
    const link = await ask();
    const body = new TransformStream();
    const headers = {
      ...{ 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      origin: getEnv().appUrl,
    };
    const path = `/pagar/${link}/crear`;
    const pressed = call(POST, path, {
      method: 'POST',
      params: { token: link },
      body: body.readable,
      headers,
    });
    await sleep(20);
    world.advance(1000);
    expect(await cancel()).toBe(200);
    await body.writable.close();
    expect((await pressed).headers.get('location')).toContain('error=conflict');
    world.advance(-900);
    expect(await startLinkPayment({}, link)).toMatchObject({ error: 'conflict' });
  });

  test('closes its link, drops its waiting mail, and is told once in the history of its lead', async () => {
    const link = await ask();
    const other = await requestPayment(cookies.admin, { email: 'otra@constructora.cl' });
    expect(await cancel(undefined, cookies.payer)).toBe(403);
    for (const _ of ['once', 'again']) expect(await cancel()).toBe(200);
    await deliverDue();
    expect(paymentMails(world).map(({ to }) => to)).toEqual(['otra@constructora.cl']);
    expect(await startLinkPayment({}, other)).not.toHaveProperty('error');
    expect(await startLinkPayment({}, link)).toMatchObject({ error: 'conflict' });
    const events = (await eventsOf(id)).filter(({ kind }) => kind === 'payment');
    expect(events).toMatchObject([{ state: 'requested' }, { state: 'cancelled' }]);
    const trail = await auditTrailOf(`${(await leadOf(id)).assignedTo}`);
    expect(trail.filter((action) => action === 'payment.request-cancelled')).toHaveLength(1);
    const page = await renderPage(RequestedPaymentPage, { token: link });
    expect(page).toContain('Tu asesor anuló este pago');
    expect(await cancel('unknown')).toBe(404);
  });

  test('is refused while its form is open at Webpay, and once it is paid', async () => {
    const link = await ask();
    await finishPayment(webpay, await begin(link), 'abort');
    const started = await begin(link);
    expect(await cancel()).toBe(409);
    await finishPayment(webpay, started, 'approve');
    expect((await paymentOf(started.buyOrder)).state).toBe('authorized');
    expect(await cancel()).toBe(409);
    expect(await requestRow()).toMatchObject({
      reservedBy: (await paymentOf(started.buyOrder)).id,
    });
  });
});

describe('payments on the page of a lead', () => {
  const leadPage = () => {
    browseAs(cookies.admin);
    return renderPage(LeadPage, { id: `${id}` });
  };
  const post = async (path: string, form: Record<string, string>) =>
    (await postForm(path, { form, cookies: cookies.admin })).headers.get('location');

  test('link to the paid payment, whose page links back', async () => {
    const started = await begin(await ask());
    // An attempt that Webpay has not settled is named in the list and in the history.
    expect((await leadPage()).match(/Pago sin confirmar/g)).toHaveLength(2);
    await finishPayment(webpay, started, 'approve');
    expect(await leadPage()).toContain(`href="/admin/pagos/${started.buyOrder}"`);
    const page = await renderPage(AdminPaymentPage, { buyOrder: started.buyOrder });
    expect(page).toContain(`href="/admin/leads/${id}#pagos"`);
    expect(await leadPage()).not.toMatch(/Pago sin confirmar|\/anular/);
  });

  test('are requested there with known values filled in, listed, sent again and cancelled', async () => {
    expect(await leadPage()).toMatch(
      /value="Comisión de la garantía, solicitud N.º 1".*name="correo"/s,
    );
    const requested = { monto: '45.000', detalle: 'Prima', correo: email, lead: `${id}` };
    expect(await post('/admin/pagos/pedir?lista=q%3Dana', requested)).toBe(
      `/admin/leads/${id}?aviso=pedido&lista=q%3Dana#pagos`,
    );
    const wrong = await post('/admin/pagos/pedir', { ...requested, monto: '' });
    expect(wrong).toBe(`/admin/leads/${id}?error=validation_failed`);
    const refused = await postForm('/admin/pagos/pedir', {
      form: { ...requested, correo: '' },
      cookies: cookies.admin,
    });
    expect(valuesKeptAfterRefusal(refused)?.fields.correo).toBe('Ingresa el correo de quien paga.');
    await deliverDue();
    const page = await leadPage();
    expect(page).toMatch(/\$ 45\.000.*Por pagar.*Prima/s);
    const [, mail] =
      /admin\/entregas\/(\d+)\/reenviar"[^>]*>Enviar otra vez<[^>]*>: Enlace de pago/.exec(page) ??
      [];
    world.advance(61_000);
    const form = { lead: `${id}` };
    expect(await post(`/admin/entregas/${mail}/reenviar`, form)).toContain('aviso=envio');
    await deliverDue();
    expect(paymentMails(world)).toHaveLength(2);
    const requestId = (await requestRow())?.id;
    expect(await post(`/admin/pagos/pedidos/${requestId}/anular`, form)).toBe(
      `/admin/leads/${id}?aviso=anulado#pagos`,
    );
    const after = await leadPage();
    expect(after).not.toContain('Orden ');
    // The form repeats the values of the unpaid request.
    const shown = [
      'Anulado',
      'Se pidió enviar otra vez: Enlace de pago',
      'value="45.000"',
      'value="Prima"',
    ];
    for (const part of shown) expect(after).toContain(part);
  });
});

test('the mail of a payment link that was paid meanwhile is refused to be sent again, with the reason', async () => {
  const link = await ask();
  await deliverDue();
  const [mail] = (await getDb().read.all(
    "select max(id) as id from deliveries where kind = 'payment.request-mail'",
  )) as [{ id: number }];
  await finishPayment(webpay, await begin(link), 'approve');
  await deliverDue();
  const sent = paymentMails(world).length;
  const before = await eventsOf(id);
  const path = `/api/admin/deliveries/${mail.id}/resend`;
  const response = await api(path, { method: 'POST', cookies: cookies.admin });
  expect(response.status).toBe(409);
  expect((await response.json()).message).toBe('No se envió: el enlace ya se pagó.');
  await deliverDue();
  expect([paymentMails(world).length, await eventsOf(id)]).toEqual([sent, before]);
});
