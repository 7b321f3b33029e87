import { describe, expect, test } from 'vitest';
import { listDuePayments } from '#lib/domain/payments/reads/payment-requests.ts';
import { createPayment } from '#lib/domain/payments/writes/create-payment.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { signIn } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { rowsContaining } from '#tests/support/erasure.ts';
import { sendRequest } from '#tests/support/leads.ts';
import {
  linkTokenIn,
  refundPayment,
  requestPayment,
  signedInOf,
} from '#tests/support/payment-links.ts';
import {
  finishPayment,
  paymentMails,
  paymentOf,
  startLinkPayment,
  startPayment,
} from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { webpay, world, cookies } = await paymentsForTest();

const ask = (changes: object = {}, as = cookies.admin) => {
  const json = { amount: 45_000, description: 'Comisión', email: 'Ana@Constructora.cl' };
  const requestOptions = { json: { ...json, ...changes }, cookies: as };
  return api('/api/admin/payment-requests', requestOptions);
};
const askLink = (changes?: object) => requestPayment(cookies.admin, changes);
const begin = (link: string) => startLinkPayment(cookies.payer, link);
const requestRow = async () => (await getDb().read.select().from(paymentRequests))[0];
const reportedOf = async () => {
  const events = await getDb().read.select().from(leadEvents).orderBy(leadEvents.id);
  return events.map(({ leadId, kind, detail }) => ({ leadId, kind, detail }));
};

test('an advisor requests a payment, a mail brings its link, and it can be paid once', async () => {
  const response = await ask();
  expect(response.status).toBe(200);
  const link = await linkTokenIn(response);
  await deliverDue();
  const [mail] = paymentMails(world);
  expect(mail).toMatchObject({
    to: 'ana@constructora.cl',
    subject: 'Pago solicitado por Resguardo: $ 45.000',
  });
  expect(mail?.text).toContain(`http://localhost:3000/pagar/${link}`);

  const started = await begin(link);
  expect(started).toMatchObject({ amount: 45_000, description: 'Comisión' });
  await finishPayment(webpay, started, 'approve');
  expect(await requestRow()).toMatchObject({
    reservedBy: (await paymentOf(started.buyOrder)).id,
  });
  expect(await begin(link)).toMatchObject({ error: 'conflict' });
});

test('the history of a lead says that its payment was requested, failed and was paid', async () => {
  const { id } = await sendRequest(publicBody);
  const link = await askLink({ leadId: id });
  await finishPayment(webpay, await begin(link), 'reject');
  await finishPayment(webpay, await begin(link), 'approve');
  expect((await reportedOf()).map(({ kind, detail }) => [kind, detail.state])).toEqual([
    ['payment', 'requested'],
    ['assigned', undefined],
    ['payment', 'failed'],
    ['payment', 'authorized'],
  ]);
});

test('a payment that nobody requested is told to the newest lead of its payer, once it is charged', async () => {
  await sendRequest(publicBody);
  const { id: leadId } = await sendRequest({ ...publicBody, email: 'ANA@constructora.cl' });
  await sendRequest({ ...publicBody, email: 'otra@constructora.cl' });
  await finishPayment(webpay, await startPayment(cookies.payer), 'abort');
  const paid = await startPayment(cookies.payer);
  await finishPayment(webpay, paid, 'approve');
  const { buyOrder } = paid;
  await refundPayment(cookies.admin, buyOrder, 500);
  world.advance(1);
  await refundPayment(cookies.admin, buyOrder, 12_000);
  const notices = [
    { buyOrder, state: 'authorized', amount: 12_500 },
    { buyOrder, state: 'partly-refunded', amount: 500 },
    { buyOrder, state: 'refunded', amount: 12_500 },
  ];
  expect(await reportedOf()).toEqual(
    notices.map((detail) => ({ leadId, kind: 'payment', detail })),
  );
});

test('erasing a person removes her words from what another account paid, or is just starting to pay', async () => {
  const { id } = await sendRequest({ ...publicBody, email: 'qzana@vwk.cl' });
  const description = 'Comisión de Qzana Vwk';
  const paid = await begin(await askLink({ leadId: id, description }));
  await finishPayment(webpay, paid, 'approve');
  await begin(await askLink({ email: 'QZana@vwk.cl', description }));
  const mine = await startPayment(cookies.payer);
  expect(await rowsContaining(['qzana'])).toContain('payments qzana');
  const options = { method: 'POST', cookies: cookies.admin };
  expect((await api(`/api/admin/leads/${id}/erase`, options)).status).toBe(200);
  // The request is read before the erasure, and its payment would be stored after it.
  const { paymentRequestId } = await paymentOf(paid.buyOrder);
  const read = { amount: 45_000, description, paymentRequestId: paymentRequestId ?? '' };
  const late = createPayment({ ...(await signedInOf(cookies.payer)), auth: 'signedIn' }, read);
  await expect(late).rejects.toThrow('conflict');
  expect(await rowsContaining(['qzana'])).toEqual([]);
  expect(await paymentOf(paid.buyOrder)).toMatchObject({
    amount: 45_000,
    state: 'authorized',
    description: null,
    cardLast4: expect.any(String),
    authorizationCode: expect.any(String),
    settledAt: expect.any(Number),
  });
  expect(await paymentOf(mine.buyOrder)).toMatchObject({ description: 'Comisión' });
});

test('the panel shows its addressee each due payment with amount, number and link, until paid or expired', async () => {
  const due = async (as = cookies.payer) =>
    listDuePayments({ ...(await signedInOf(as)), auth: 'signedIn' });
  const { id: leadId, submissionId } = await sendRequest(publicBody);
  const link = await askLink({ leadId });
  world.advance(1000);
  await ask({ amount: 500, description: 'Otra cosa' });
  await ask({ email: 'otra@constructora.cl' });
  expect(await due()).toMatchObject([
    { amount: '$ 45.000', submissionId, path: `/pagar/${link}` },
    { amount: '$ 500', submissionId: null, description: 'Otra cosa' },
  ]);
  expect(await due(cookies.admin)).toEqual([]);
  await finishPayment(webpay, await begin(link), 'reject');
  expect(await due()).toHaveLength(2);
  await finishPayment(webpay, await begin(link), 'approve');
  expect(await due()).toMatchObject([{ amount: '$ 500' }]);
  world.advance(30 * DAY);
  expect(await due(await signIn())).toEqual([]);
});

test('a payment link that is forged, of another purpose or expired starts no payment', async () => {
  const link = await askLink();
  const id = link.split('.')[0] ?? '';
  for (const forged of ['x', `${link.slice(0, -2)}AA`, signedToken('receipt', id)]) {
    expect(await begin(forged)).toMatchObject({ error: 'not_found' });
  }
  world.advance(30 * DAY);
  expect(await startLinkPayment(await signIn(), link)).toMatchObject({ error: 'conflict' });
});

describe('a request for a payment', () => {
  test.each([
    [{ amount: 499 }, 'amount'],
    [{ amount: 'x' }, 'amount'],
    [{ description: '' }, 'description'],
    [{ email: 'ana' }, 'email'],
  ])('with %j is refused for that field', async (changes, field) => {
    const response = await ask(changes);
    expect(response.status).toBe(400);
    expect(Object.keys((await response.json()).fields)).toEqual([field]);
  });

  test('needs an advisor and a lead that exists', async () => {
    expect((await ask({}, cookies.payer)).status).toBe(403);
    expect((await ask({}, {})).status).toBe(401);
    expect((await ask({ leadId: 99 })).status).toBe(404);
    expect(await requestRow()).toBeUndefined();
  });
});
