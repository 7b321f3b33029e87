import { beforeEach, describe, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import { endLinks } from '#lib/domain/links/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { moveRequest } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import { logInPayer, paymentMails } from '#tests/support/payments.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest(webpay.variables);
let admin: Record<string, string>;
let [id, submissionId, token] = [0, 0, ''];
beforeEach(async () => {
  await logInPayer(webpay);
  browseAs({});
  admin = (await makeAdvisor('jefa@resguardo.cl')).cookies;
  ({ id, submissionId, token } = await sendRequest(publicBody));
});

const askFor = (changes: object = {}) =>
  requestPayment(admin, { email: publicBody.email, leadId: id, ...changes });
const page = () => renderPage(ReceiptPage, { token });

describe('the page of a request', () => {
  test('shows its states with their days, and no note of the team', async () => {
    world.advance(DAY);
    await moveRequest(id, 'en_revision');
    world.advance(DAY);
    await moveRequest(id, 'aprobada');
    const json = { text: 'Cuidado con este' };
    await api(`/api/admin/leads/${id}/notes`, { json, cookies: admin });
    const pageText = textOf(await page());
    expect(pageText).toMatch(/Qué ha pasado Aprobada .* En revisión .* La recibimos/);
    expect(pageText).not.toContain('Cuidado');
  });

  test('offers a payment without an account and then its receipt, and no receipt of another addressee', async () => {
    const link = await askFor();
    const before = await page();
    expect(textOf(before)).toMatch(/Pago \$ 45\.000 Por pagar Comisión .* Paga antes del /);
    expect(before.match(/btn-primary[^>]*>Pagar/g)).toHaveLength(1);
    expect(before).toContain(`href="/pagar/${link}"`);
    expect(before).not.toContain('Se lo pedimos a');
    const paying = await renderPage(RequestedPaymentPage, { token: link });
    expect(textOf(paying)).toContain('No necesitas una cuenta');
    expect(decodeURIComponent(/wa\.me\/\?text=([^"]+)/.exec(paying)?.[1] ?? '')).toMatch(
      new RegExp(`^Comisión: http\\S+/pagar/${link}$`),
    );
    expect(paying).not.toContain('/login');
    const { buyOrder } = await payAsGuest(webpay, link);
    const after = await page();
    expect(textOf(after)).toMatch(/\$ 45\.000 Pagado Comisión Pagado el/);
    // The receipt was mailed there as well. The one of another person stays theirs.
    expect(after).toContain(`href="/pagar/${link}/comprobante?orden=${buyOrder}"`);
    expect(after).not.toContain(`/pagar/${link}"`);
    const theirs = await askFor({ email: 'tesoreria@matriz.cl', open: 'keep' });
    await payAsGuest(webpay, theirs);
    expect(await page()).not.toContain(theirs);
  });

  test('shows what was refunded of a payment', async () => {
    const { buyOrder } = await payAsGuest(webpay, await askFor());
    const refund = async (amount: number) => {
      world.advance(DAY);
      await markSessionsProved();
      await refundPayment(admin, buyOrder, amount);
      return textOf(await page());
    };
    expect(await refund(8500)).toMatch(/Pagado Comisión Pagado el \S+\. Devolvimos \$ 8\.500\./);
    const whole = await refund(36_500);
    expect(whole).toContain('$ 45.000 Devuelto');
    expect(whole).not.toContain('Devolvimos');
  });

  test('names the addressee of a payment if that is not the applicant', async () => {
    await askFor({ email: 'tesoreria@matriz.cl' });
    expect(textOf(await page())).toContain('Se lo pedimos a tesoreria@matriz.cl');
    await askFor({ email: publicBody.email.toUpperCase(), open: 'keep' });
    expect(textOf(await page()).match(/Se lo pedimos/g)).toHaveLength(1);
  });

  test('offers no expired payment, and nothing of other requests', async () => {
    const link = await askFor();
    const other = await sendRequest({ ...publicBody, email: 'otra@andes.cl' });
    await askFor({ leadId: other.id, description: 'Ajena' });
    world.advance(30 * DAY);
    const html = await page();
    expect(textOf(html)).toContain('$ 45.000 Vencido');
    expect(html).not.toContain(`/pagar/${link}`);
    expect(html).not.toContain('Ajena');
  });

  test('says nothing of the request once its links have ended', async () => {
    await askFor();
    await getDb().write((tx) => endLinks(tx, 'receipt', `${submissionId}`, world.now()));
    const pageText = textOf(await page());
    expect(pageText).toContain('Este enlace ya no sirve');
    expect(pageText).not.toContain('45.000');
  });
});

describe('the mail that requests a payment', () => {
  const mailTo = async (email: string) => {
    await askFor({ email });
    await deliverDue();
    return paymentMails(world).find(({ to }) => [to].flat().includes(email))?.text ?? '';
  };

  test.each([publicBody.email, 'tesoreria@matriz.cl'])(
    'leads %s to the payment and not to the request',
    async (to) => {
      const mail = await mailTo(to);
      expect(mail).toMatch(/http\S+\/pagar\/\S+/);
      expect(mail).not.toContain('/comprobante/');
      expect(mail).toContain('sin crear una cuenta');
    },
  );
});

test.each([
  [publicBody.email, true],
  ['tesoreria@matriz.cl', false],
])(
  'the receipt mailed to %s links the request only for its applicant: %s',
  async (email, isLinked) => {
    await payAsGuest(webpay, await askFor({ email }));
    await deliverDue();
    const receipt = paymentMails(world).find(
      ({ to, subject }) => to === email && /Recibimos/.test(subject),
    );
    expect(receipt?.text).toContain('$ 45.000');
    expect(receipt?.text.includes('/comprobante/')).toBe(isLinked);
  },
);
