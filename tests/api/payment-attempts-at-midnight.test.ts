import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import { HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import { startLinkPayment } from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { publicBody } from '#tests/support/request-bodies.ts';

const { world, cookies } = await paymentsForTest({ RATE_LIMITS: 'off' });
let link: string;
let token: string;
let leadId: number;
/** Somebody begins to pay at Webpay at 23:57 in Chile, where every world starts at noon. */
beforeEach(async () => {
  const request = await sendRequest(publicBody);
  ({ token, id: leadId } = request);
  link = await requestPayment(cookies.admin, { leadId: request.id });
  world.advance(12 * HOUR - 3 * MINUTE);
  await startLinkPayment({}, link);
});

const pages = {
  team: async () => {
    browseAs(cookies.admin);
    return textOf(await renderPage(LeadPage, { id: `${leadId}` }));
  },
  applicant: async () => textOf(await renderPage(ReceiptPage, { token })),
  payer: async () => textOf(await renderPage(RequestedPaymentPage, { token: link })),
};

describe.each(Object.entries(pages))('the page of the %s', (_, read) => {
  test('tells the time of an attempt to pay, and from midnight on also its day', async () => {
    world.advance(2 * MINUTE);
    const before = await read();
    world.advance(2 * MINUTE);
    const after = await read();
    expect(before).toContain('desde las 23:57');
    expect(after).toContain('desde el 20-11-2026, 23:57');
    expect(after).not.toContain('desde las');
  });
});
