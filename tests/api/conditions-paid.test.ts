import { describe, expect, test } from 'vitest';
import PayPage from '#app/pagar/[token]/page.tsx';
import { PAYMENT_REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { renderPage } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { finishPayment, startLinkPayment } from '#tests/support/payments.ts';
import { moveLeadByCrm, payLinkOf, requestForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { webpay, world, cookies, request, page } = await requestForTest();

const send = (changes?: object) => sendConditions(cookies.admin, request.id, changes);
const agree = (version = 1) => acceptConditions(request.token, version);
const ask = (changes: object = {}) =>
  requestPayment(cookies.admin, { email: publicBody.email, leadId: request.id, ...changes });
const howMany = () => getDb().read.$count(paymentRequests);

describe('accepting conditions', () => {
  test('causes no second payment request if one of the same price is open', async () => {
    const link = await ask({ email: 'tesoreria@matriz.cl' });
    await send();
    await agree();
    expect(await howMany()).toBe(1);
    expect(payLinkOf(await page())).toBe(link);
    await payAsGuest(webpay, link);
    const other = await sendRequest(publicBody);
    await sendConditions(cookies.admin, other.id);
    await acceptConditions(await shownLinkToken('receipt', other.submissionId), 1);
    // Another request makes another payment.
    expect(await howMany()).toBe(2);
  });

  test('causes a payment request of its own if one of the same price was paid before the conditions', async () => {
    await payAsGuest(webpay, await ask());
    world.advance(60_000);
    await send();
    await agree();
    expect(await howMany()).toBe(2);
    await payAsGuest(webpay, payLinkOf(await page()));
    expect(await send({ price: 50_000 })).toBe(409);
  });

  test('causes a payment request of its own if the link of an earlier one has ended', async () => {
    const link = await ask();
    world.advance(PAYMENT_REQUEST_DAYS * DAY);
    const { cookies: advisor } = await makeAdvisor('otra@resguardo.cl');
    expect(await sendConditions(advisor, request.id)).toBe(200);
    await agree();
    expect(await howMany()).toBe(2);
    expect(['', link]).not.toContain(payLinkOf(await page()));
  });

  test('causes no payment request if the same price was paid after conditions, although their terms changed', async () => {
    await send({ price: 40_000 });
    const started = await startLinkPayment({}, await ask());
    await send();
    world.advance(60_000);
    await finishPayment(webpay, started, 'approve');
    world.advance(60_000);
    await send({ terms: 'Póliza a la vista.' });
    await agree(3);
    expect(await howMany()).toBe(1);
    expect(payLinkOf(await page())).toBe('');
  });
});

test('a payment link for the price of conditions works only after they are accepted; other links work before', async () => {
  const link = await ask({ email: 'tesoreria@matriz.cl' });
  const fee = await ask({ amount: 9000, open: 'keep' });
  await send();
  const payPage = () => renderPage(PayPage, { token: link });
  expect(await payPage()).toContain(
    'Antes de pagar, quien pidió la garantía acepta las condiciones',
  );
  expect(await payPage()).not.toContain('Pagar con Webpay');
  const refused = await postForm(`/pagar/${link}/crear`, { form: { correo: '' } });
  expect(refused.headers.get('location')).toContain('error=conflict');
  const before = await page();
  expect(before).toContain('Acepto estas condiciones');
  expect(before).toContain('Lo pagas después de aceptar las condiciones.');
  expect(before).not.toContain(`href="/pagar/${link}"`);
  expect(before).toContain(`href="/pagar/${fee}"`);
  await agree();
  expect(await page()).toContain(`href="/pagar/${link}"`);
  expect(await payPage()).toContain('Pagar con Webpay');
  await payAsGuest(webpay, link);
});

test.each([
  ['is paid no more once the request is refused', false],
  ['is paid to its end where it is being paid then', true],
])('a payment for accepted conditions %s', async (_, isBegun) => {
  await send();
  await agree();
  const shown = async () => payLinkOf(await page());
  const link = await shown();
  expect(link).not.toBe('');
  const pay = () => startLinkPayment({}, link);
  const begun = isBegun ? await pay() : null;
  world.advance(1000);
  await moveLeadByCrm(request.id, 'rechazada');
  expect(await shown()).toBe(isBegun ? link : '');
  if (begun) await finishPayment(webpay, begun, 'abort');
  expect(await shown()).toBe('');
  expect(await pay()).toMatchObject({ error: expect.any(String) });
  world.advance(1000);
  await moveLeadByCrm(request.id, 'en_revision');
  expect(await shown()).toBe(link);
  expect(await pay()).toMatchObject({ amount: 45_000 });
  expect(await rowProblems()).toEqual([]);
});

test('conditions cannot be accepted in the minutes before a refusal is shown to the applicant', async () => {
  await send();
  expect(await page()).toContain('Acepto estas condiciones');
  const options = { form: { state: 'rechazada' }, cookies: cookies.admin };
  await postForm(`/admin/leads/${request.id}/estado`, options);
  const waiting = await page();
  expect(waiting).toContain('Tu asesor está actualizando esta solicitud.');
  expect(waiting).not.toContain('Acepto estas condiciones');
  expect(waiting).not.toContain('Rechazada');
  world.advance(2 * 60_000);
  const pageText = await page();
  expect(pageText).toContain('Rechazada');
  expect(pageText).not.toContain('Tu asesor está actualizando');
});
