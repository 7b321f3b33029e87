import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import AdminPaymentPage from '#app/admin/pagos/[orden]/page.tsx';
import { POST as formRoute } from '#app/f/[[...rest]]/route.ts';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { getEnv } from '#lib/platform/env.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { auditOf } from '#tests/support/auth-calls.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { api, call } from '#tests/support/call.ts';
import { eventsOf, leadOf, sendRequest } from '#tests/support/leads.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { askForMoney } from '#tests/support/payment-links.ts';
import {
  deliver,
  finish,
  logInPayer,
  paymentMails,
  paymentOf,
  startOfRequest,
} from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest(webpay.variables);
let payer: Record<string, string>;
let admin: Record<string, string>;
let id: number;
beforeEach(async () => {
  payer = await logInPayer(webpay);
  admin = (await makeAdvisor('jefa@resguardo.cl')).cookies;
  ({ id } = await sendRequest(publicBody));
});

const email = publicBody.email.toLowerCase();
const ask = () => askForMoney(admin, { email, leadId: id });
const requestRow = async () => (await getDb().read.select().from(paymentRequests))[0];

test('asked for twice at once it is one request, one mail and one line of the history', async () => {
  const links = await Promise.all([ask(), ask()]);
  expect(links[0]).toBe(links[1]);
  await deliver();
  expect(paymentMails(world)).toHaveLength(1);
  expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['payment', 'assigned']);
  // Another advisor's is no second click.
  const other = (await makeAdvisor('otra@resguardo.cl')).cookies;
  expect(await askForMoney(other, { email, leadId: id, open: 'keep' })).not.toBe(links[0]);
  // Another amount is another request, and so is the same one after a minute.
  await askForMoney(admin, { email, leadId: id, amount: 45_001, open: 'keep' });
  world.advance(60_000);
  expect(await askForMoney(admin, { email, leadId: id, open: 'keep' })).not.toBe(links[0]);
});

test('is not asked for any more when it was paid before its mail went', async () => {
  await finish(webpay, await startOfRequest(payer, await ask()), 'approve');
  await deliver();
  const subjects = paymentMails(world).map(({ subject }) => subject);
  expect(subjects).toContainEqual(expect.stringContaining('Recibimos tu pago'));
  expect(subjects).not.toContainEqual(expect.stringContaining('Pago solicitado'));
});

test('assigns a lead that is free to who asks, and takes it from no other advisor', async () => {
  const other = await makeAdvisor('otra@resguardo.cl');
  await ask();
  const { assignedTo } = await leadOf(id);
  expect(assignedTo).not.toBeNull();
  await askForMoney(other.cookies, { email, leadId: id, amount: 7_000, open: 'keep' });
  expect((await leadOf(id)).assignedTo).toBe(assignedTo);
  expect(await auditOf(`${assignedTo}`)).toContain('lead.assigned');
});

describe('a request that is cancelled', () => {
  const cancel = async (id: string, as = admin) =>
    (await api(`/api/admin/payment-requests/${id}/cancel`, { method: 'POST', cookies: as })).status;
  const idOf = async () => (await requestRow())?.id ?? '';

  test('is over for a press that began before, and by a clock that is behind', async () => {
    const link = await ask();
    const body = new TransformStream();
    const headers = {
      ...{ 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      origin: getEnv().appUrl,
    };
    const path = `/f/pagar/${link}/crear`;
    const pressed = call(formRoute, path, { method: 'POST', body: body.readable, headers });
    await sleep(20);
    world.advance(1000);
    expect(await cancel(await idOf())).toBe(200);
    await body.writable.close();
    expect((await pressed).headers.get('location')).toContain('error=conflict');
    world.advance(-900);
    expect(await startOfRequest({}, link)).toMatchObject({ error: 'conflict' });
  });

  test('ends its link and the mail that waits, which its lead tells, once', async () => {
    const link = await ask();
    expect(await cancel(await idOf(), payer)).toBe(403);
    expect(await cancel(await idOf())).toBe(200);
    expect(await cancel(await idOf())).toBe(200);
    await deliver();
    expect(paymentMails(world)).toEqual([]);
    expect(await startOfRequest({}, link)).toMatchObject({ error: 'conflict' });
    const told = (await eventsOf(id)).filter(({ kind }) => kind === 'payment');
    expect(told).toMatchObject([{ state: 'requested' }, { state: 'cancelled' }]);
    const trail = await auditOf(`${(await leadOf(id)).assignedTo}`);
    expect(trail.filter((action) => action === 'payment.request-cancelled')).toHaveLength(1);
    askAs({});
    expect(await show(RequestedPaymentPage, { token: link })).toContain(
      'Tu asesor anuló este pago',
    );
    expect(await cancel('unknown')).toBe(404);
  });

  test('is refused while its form is open at Webpay, and once it is paid', async () => {
    const link = await ask();
    await finish(webpay, await startOfRequest(payer, link), 'abort');
    const started = await startOfRequest(payer, link);
    expect(await cancel(await idOf())).toBe(409);
    await finish(webpay, started, 'approve');
    expect((await paymentOf(started.buyOrder)).state).toBe('authorized');
    expect(await cancel(await idOf())).toBe(409);
    expect(await requestRow()).toMatchObject({ paidBy: (await paymentOf(started.buyOrder)).id });
  });
});

describe('money on the page of a lead', () => {
  const leadPage = () => show(LeadPage, { id: `${id}` });
  const post = (path: string, form: Record<string, string>) =>
    postForm(path, { form, cookies: admin });

  test('leads to the payment once it is paid, where it is given back, and back from there', async () => {
    const started = await startOfRequest(payer, await ask());
    askAs(admin);
    expect(await leadPage()).not.toContain('href="/admin/pagos/');
    await finish(webpay, started, 'approve');
    askAs(admin);
    expect(await leadPage()).toContain(`href="/admin/pagos/${started.buyOrder}"`);
    const page = await show(AdminPaymentPage, { orden: started.buyOrder });
    expect(page).toContain(`href="/admin/leads/${id}#pagos"`);
  });

  test('is asked for there with what is known filled in, listed, sent again and cancelled', async () => {
    askAs(admin);
    expect(await leadPage()).toMatch(
      /value="Comisión de la garantía, solicitud N.º 1".*name="correo"/s,
    );
    const asked = { monto: '45.000', detalle: 'Prima', correo: email, lead: `${id}` };
    const to = (response: Response) => response.headers.get('location');
    expect(to(await post('/admin/pagos/pedir?lista=q%3Dana', asked))).toBe(
      `/admin/leads/${id}?aviso=pedido&lista=q%3Dana#pagos`,
    );
    const wrong = await post('/admin/pagos/pedir', { ...asked, monto: '' });
    expect(to(wrong)).toBe(`/admin/leads/${id}?error=validation_failed`);
    await deliver();
    const page = await leadPage();
    expect(page).toMatch(/\$ 45\.000.*Por pagar.*Prima/s);
    const [, mail] =
      /admin\/entregas\/(\d+)\/reenviar"[^>]*>Enviar otra vez<[^>]*>: Enlace de pago/.exec(page) ??
      [];
    world.advance(61_000);
    const form = { lead: `${id}` };
    expect(to(await post(`/admin/entregas/${mail}/reenviar`, form))).toContain('aviso=envio');
    await deliver();
    expect(paymentMails(world)).toHaveLength(2);
    const requestId = (await requestRow())?.id;
    expect(to(await post(`/admin/pagos/pedidos/${requestId}/anular`, form))).toBe(
      `/admin/leads/${id}?aviso=anulado#pagos`,
    );
    const after = await leadPage();
    expect(after).toContain('Anulado');
    expect(after).not.toContain('Orden ');
    expect(after).toContain('Enviado otra vez: Enlace de pago');
    // What came to nothing is filled in for the next time.
    expect(after).toContain('value="45.000"');
    expect(after).toContain('value="Prima"');
  });
});
