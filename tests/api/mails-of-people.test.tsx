import { expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import DeliveryPage from '#app/admin/entregas/[id]/page.tsx';
import DeliveriesPage from '#app/admin/entregas/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import PaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import PeoplePage from '#app/admin/personas/page.tsx';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { getMail } from '#lib/platform/mail/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { webpay, world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });

const shown: typeof renderPage = async (page, params, query) => {
  browseAs(cookies.admin);
  return textOf(await renderPage(page, params, query));
};

const sentTo = async () => {
  const { rows } = await getDb().client.execute('select sent_to from deliveries order by id');
  return rows.map(({ sent_to }) => sent_to);
};

const idsOf = async (partition: string) => {
  const { rows } = await getDb().client.execute({
    sql: 'select id from deliveries where partition like ? order by id',
    args: [partition],
  });
  return rows.map(({ id }) => `${id}`);
};

test('the mails of a payment are listed with its request, with the payment and with the person', async () => {
  const email = 'marta.vergara@obras.cl';
  const lead = await insertLead({ email });
  const link = await requestPayment(cookies.admin, { leadId: lead, email });
  const { buyOrder } = await payAsGuest(webpay, link);
  await deliverDue();
  const payment = await shown(PaymentPage, { buyOrder });
  expect(payment).toMatch(/Correos de este pago .*Comprobante de pago marta\.vergara@obras\.cl/);
  const request = await shown(LeadPage, { id: `${lead}` });
  expect(request).toContain('Comprobante de pago');
  expect(await shown(PeoplePage, {}, { q: email })).toMatch(/Envíos .*Comprobante de pago/);
  const queries: Record<string, string>[] = [
    { solicitud: `${lead}` },
    { pago: buyOrder },
    { q: 'marta' },
  ];
  for (const query of queries) {
    const list = await shown(DeliveriesPage, {}, query);
    expect(list, JSON.stringify(query)).toMatch(/Comprobante de pago marta\.vergara@obras\.cl/);
  }
  expect(await shown(DeliveriesPage, {}, { pago: 'RG-OTRA' })).toContain('Nada coincide');
});

test('the mails of a request are listed with it and not with another request', async () => {
  const requests = [
    await sendRequest({ ...publicBody, email: 'rosa@obras.cl' }),
    await sendRequest({ ...publicBody, email: 'luis@obras.cl' }),
  ];
  await deliverDue();
  for (const [index, { id }] of requests.entries()) {
    const [own, other] = index === 0 ? ['rosa', 'luis'] : ['luis', 'rosa'];
    const list = await shown(DeliveriesPage, {}, { solicitud: `${id}` });
    expect(list).toMatch(new RegExp(`Comprobante a quien pidió ${own}@obras\\.cl`));
    expect(list).not.toContain(`${other}@obras.cl`);
    expect(await shown(LeadPage, { id: `${id}` })).toContain('Comprobante a quien pidió');
  }
});

test('a mail about a draft that is gone names its recipient until the person is erased', async () => {
  const email = 'marta@obras.cl';
  const payload = { draftId: 'd', linkId: 'l', email, validUntil: world.now() + MINUTE };
  await getDb().write((tx) =>
    enqueueDelivery(tx, {
      partition: 'draft:d/mail',
      kind: 'draft.resume-mail',
      payload,
      now: world.now(),
    }),
  );
  const [id = ''] = await idsOf('draft:d/%');
  expect(await shown(DeliveryPage, { id })).toContain(email);
  await deliverDue();
  expect(await shown(DeliveriesPage, {}, { q: email })).toContain('Enlace para seguir');
  await postForm('/admin/borrar/confirmar', {
    form: { correo: email, confirmation: email },
    cookies: cookies.admin,
  });
  expect(await sentTo()).not.toContain(email);
});

test('a mail that is being sent while its recipient is erased does not store the recipient again', async () => {
  const email = 'marta@obras.cl';
  const lead = await insertLead({ email });
  await payAsGuest(webpay, await requestPayment(cookies.admin, { leadId: lead, email }));
  const handler = async () => {
    await postForm('/admin/borrar/confirmar', {
      form: { correo: email, confirmation: email },
      cookies: cookies.admin,
    });
    await getMail().send({ to: email, subject: 's', html: 'h', text: 't', idempotencyKey: 'k' });
  };
  await createWorker({ handlers: { 'payment.receipt-mail': handler } }).step();
  expect(await sentTo()).not.toContain(email);
});

test('a delayed delivery says why it waits, and can be sent at once only where that is harmless', async () => {
  const lead = await insertLead({ email: 'ana@obras.cl' });
  const [now, notBefore] = [world.now(), world.now() + 5 * MINUTE];
  await getDb().write(async (tx) => {
    const erase = { partition: `lead:${lead}/crm`, kind: 'lead.crm-erase' } as const;
    await enqueueDelivery(tx, { ...erase, payload: { leadId: lead }, now, notBefore });
    const news = { partition: `lead:${lead}/mail`, kind: 'lead.added-mail' } as const;
    await enqueueDelivery(tx, { ...news, payload: { leadId: lead, eventIds: [] }, now, notBefore });
    await enqueueDelivery(tx, { ...news, payload: { leadId: lead, eventIds: [] }, now });
  });
  const [erase = '', first = '', second = ''] = await idsOf(`lead:${lead}/%`);
  const erasure = await shown(DeliveryPage, { id: erase });
  expect(erasure).toContain('Es el segundo borrado. Espera 5 minutos');
  expect(erasure).not.toContain('Enviar ahora');
  expect(await shown(DeliveryPage, { id: first })).toMatch(
    /juntar en un solo correo.*Enviar ahora/,
  );
  expect(await shown(DeliveryPage, { id: second })).toContain(
    `Antes tiene que salir el envío ${first}`,
  );
  for (const id of [erase, first]) {
    await postForm(`/admin/entregas/${id}/reintentar`, { form: {}, cookies: cookies.admin });
  }
  const { rows } = await getDb().client.execute(
    `select due_at from deliveries where id >= ${erase} order by id`,
  );
  expect(rows.map(({ due_at }) => due_at)).toEqual([notBefore, now, null]);
});

test('the audit trail groups its actions, offers the latest days and finds an advisor by name', async () => {
  await getDb().client.execute("update accounts set name = 'Elena Soto' where role = 'admin'");
  const lead = await insertLead();
  await postForm(`/admin/leads/${lead}/nota`, { form: { text: 'Hola' }, cookies: cookies.admin });
  browseAs(cookies.admin);
  const html = await renderPage(TrailPage, {}, {});
  expect(html).toContain('<optgroup label="Pagos">');
  for (const day of ['Hoy', 'Ayer', 'Últimos 7 días']) expect(html).toContain(`>${day}</a>`);
  expect(html).toMatch(/from=2026-11-20[^"]*to=2026-11-20/);
  expect(await shown(TrailPage, {}, { person: 'elena' })).toContain('jefa@resguardo.cl');
  expect(await shown(TrailPage, {}, { person: 'nadie' })).toContain('Nada coincide');
});
