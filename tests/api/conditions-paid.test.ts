import { beforeEach, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import PayPage from '#app/pagar/[token]/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { publicBody } from '#tests/support/bodies.ts';
import { accept, offer } from '#tests/support/conditions.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { shownToken } from '#tests/support/links.ts';
import { askAs, show } from '#tests/support/page-request.ts';
import { askForMoney, payAsGuest } from '#tests/support/payment-links.ts';
import { finish, logInPayer, startOfRequest } from '#tests/support/payments.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });
let admin: Record<string, string>;
let id: number;
let token: string;
beforeEach(async () => {
  await logInPayer(webpay);
  askAs({});
  admin = (await makeAdvisor('jefa@resguardo.cl')).cookies;
  const sent = await sendRequest(publicBody);
  id = sent.id;
  token = await shownToken('receipt', sent.submissionId);
});

const page = () => show(ReceiptPage, { token });
const asked = () => getDb().read.select().from(paymentRequests);
const payLinkOf = (html: string) => /href="\/pagar\/([^"/]+)"/.exec(html)?.[1] ?? '';

test('accepted conditions ask for no other payment where one of that price is open or paid', async () => {
  const link = await askForMoney(admin, { email: 'tesoreria@matriz.cl', leadId: id });
  await offer(admin, id);
  await accept(token, 1);
  expect(await asked()).toHaveLength(1);
  expect(payLinkOf(await page())).toBe(link);
  await payAsGuest(webpay, link);
  const other = await sendRequest(publicBody);
  await offer(admin, other.id);
  await accept(await shownToken('receipt', other.submissionId), 1);
  // Of another request it is another payment.
  expect(await asked()).toHaveLength(2);
});

test('accepted conditions ask for their own payment where one of that price was paid before they were offered', async () => {
  const asking = { email: publicBody.email, leadId: id };
  await payAsGuest(webpay, await askForMoney(admin, asking));
  world.advance(60_000);
  await offer(admin, id);
  await accept(token, 1);
  expect(await asked()).toHaveLength(2);
  await payAsGuest(webpay, payLinkOf(await page()));
  expect(await offer(admin, id, { price: 50_000 })).toBe(409);
});

test('accepted conditions ask for none where one was paid since, though their words changed', async () => {
  await offer(admin, id, { price: 40_000 });
  const link = await askForMoney(admin, { email: publicBody.email, leadId: id });
  const started = await startOfRequest({}, link);
  await offer(admin, id);
  world.advance(60_000);
  await finish(webpay, started, 'approve');
  world.advance(60_000);
  await offer(admin, id, { terms: 'Póliza a la vista.' });
  await accept(token, 3);
  expect(await asked()).toHaveLength(1);
  expect(payLinkOf(await page())).toBe('');
});

test('what conditions ask for is paid once they are accepted, and by no link before', async () => {
  const link = await askForMoney(admin, { email: 'tesoreria@matriz.cl', leadId: id });
  const fee = await askForMoney(admin, {
    email: publicBody.email,
    leadId: id,
    amount: 9000,
    open: 'keep',
  });
  await offer(admin, id);
  const payPage = () => show(PayPage, { token: link });
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
  await accept(token, 1);
  expect(await page()).toContain(`href="/pagar/${link}"`);
  expect(await payPage()).toContain('Pagar con Webpay');
  await payAsGuest(webpay, link);
});
