import { expect, test } from 'vitest';
import PanelHome from '#app/panel/page.tsx';
import { api } from '#tests/support/call.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { webpay, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });

test.each(['requested', 'paid'])(
  'a message of the team stays on the panel after a payment is %s',
  async (state) => {
    const { id, submissionId } = await sendRequest({ ...publicBody, email: 'ana@constructora.cl' });
    const json = { subject: 'Falta un dato', text: 'Dinos el plazo.' };
    const options = { json, cookies: cookies.admin, headers: { 'idempotency-key': 'una' } };
    expect((await api(`/api/admin/leads/${id}/replies`, options)).status).toBe(200);
    const link = await requestPayment(cookies.admin, { leadId: id });
    if (state === 'paid') await payAsGuest(webpay, link);
    browseAs(cookies.payer);
    expect(textOf(await renderPage(PanelHome, {}))).toContain(
      `Te escribimos por tu solicitud N.º ${submissionId}`,
    );
  },
);
