import { expect, test } from 'vitest';
import AdminPaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import { GET as guestReceipt } from '#app/pagar/[token]/comprobante/route.ts';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import { GET as ownReceipt } from '#app/panel/pagos/[orden]/comprobante/route.ts';
import PaymentPage from '#app/panel/pagos/[orden]/page.tsx';
import PaymentsPage from '#app/panel/pagos/page.tsx';
import { call } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import {
  type Cookies,
  finishPayment,
  paymentMails,
  startLinkPayment,
} from '#tests/support/payments.ts';
import { requestForTest } from '#tests/support/payments-for-test.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { routeOf } from '#tests/support/routes.ts';

const { webpay, world, cookies, request, page } = await requestForTest();
const APPLICANT = 'ana@constructora.cl';
const PAYER = 'contador@holding.cl';
const MASKED = /[ac]•••@(constructora|holding)\.cl/;

type Bytes = Parameters<typeof pdfText>[0];
const textOfPdf = async (response: Response) =>
  pdfText(Buffer.from(await response.arrayBuffer()) as Bytes);

async function paid(form: Record<string, string>) {
  const link = await requestPayment(cookies.admin, { email: APPLICANT, leadId: request.id });
  const started = await startLinkPayment({}, link, form);
  await finishPayment(webpay, started, 'approve');
  await deliverDue();
  const as = (who: Cookies) => browseAs(who);
  const orden = started.buyOrder;
  const own = `/panel/pagos/${orden}/comprobante`;
  const csv = await routeOf('/panel/pagos/csv');
  as({});
  const ofGuest = {
    'the page of the link': await renderPage(RequestedPaymentPage, { token: link }),
    'the page of the payment': await renderPage(RequestedPaymentPage, { token: link }, { orden }),
    'the receipt of a guest': await textOfPdf(
      await call(guestReceipt, `/pagar/${link}/comprobante?orden=${orden}`, {
        params: { token: link },
      }),
    ),
  };
  const ofApplicant = { 'the page of the request': await page() };
  as(cookies.payer);
  const ofAccount = {
    'the payments': await renderPage(PaymentsPage, {}),
    'their CSV': await (await call(csv.GET, '/panel/pagos/csv', { cookies: cookies.payer })).text(),
    'the payment': await renderPage(PaymentPage, { orden }),
    'its receipt': await textOfPdf(
      await call(ownReceipt, own, { params: { orden }, cookies: cookies.payer }),
    ),
  };
  as(cookies.admin);
  const team = await renderPage(AdminPaymentPage, { buyOrder: orden });
  as({});
  const mails = paymentMails(world).map(({ to, text, attachments }) => ({
    to: [to].flat()[0],
    text: [text, ...attachments.map((a) => pdfText(Buffer.from(a.content, 'base64')))].join('\n'),
  }));
  return { ofGuest, ofApplicant, ofAccount, team, mails };
}

test.each([
  ['without an address of their own', {} as Record<string, string>, null],
  ['with an address of their own', { correo: PAYER }, PAYER],
])(
  'who pays for another %s reads no whole e-mail address, and nobody else reads the payer’s',
  async (_, form, payer) => {
    const { ofGuest, ofApplicant, ofAccount, team, mails } = await paid(form);
    for (const [place, text] of Object.entries(ofGuest)) {
      expect([place, text.includes(APPLICANT), text.includes(PAYER)]).toEqual([
        place,
        false,
        false,
      ]);
      expect(text, place).toMatch(MASKED);
    }
    for (const [place, text] of Object.entries({ ...ofApplicant, ...ofAccount })) {
      expect([place, text.includes(PAYER)]).toEqual([place, false]);
    }
    expect(team).toContain(payer ?? APPLICANT);
    const readers = mails.filter(({ to }) => to === APPLICANT || to === PAYER);
    expect(new Set(readers.map(({ to }) => to)).size).toBe(payer ? 2 : 1);
    for (const { to, text } of readers) {
      expect([to, text.includes(to === PAYER ? APPLICANT : PAYER)]).toEqual([to, false]);
    }
  },
);
