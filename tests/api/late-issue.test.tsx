import { expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import PayPage from '#app/pagar/[token]/page.tsx';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest } from '#tests/support/payment-links.ts';
import { finishPayment, startLinkPayment } from '#tests/support/payments.ts';
import { payLinkOf } from '#tests/support/payments-for-test.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { chileanLocalTime, createTender } from '#tests/support/tender-fixtures.ts';
import { requestAndCheckTender, tendersForTest } from '#tests/support/tenders.ts';

const webpay = await startWebpay();
const tenders = tendersForTest();
const LATE =
  'Con entrega en 2 días hábiles, una garantía de seriedad podría no llegar a tiempo: confirma con tu asesor antes de pagar.';
const PAID_LATE =
  'Con entrega en 2 días hábiles desde el pago, la garantía podría llegar después del cierre: avísanos ahora.';
const ANSWER = 'nuestra respuesta podría llegar después del cierre';

/** Requests a bid bond for a tender that closes after `left` ms, and returns its texts until paid. */
async function journey(left: number) {
  const settings = { RATE_LIMITS: 'off', ABOUT_ISSUE_DAYS: '2', ABOUT_ANSWER_HOURS: '4' };
  const reach = { ABOUT_PHONE: '+56 2 2345 6789' };
  await tenders.world.reopen({
    ...webpay.variables,
    ...tenders.api.variables,
    ...settings,
    ...reach,
  });
  const { cookies } = await makeAdvisor();
  const closesAt = chileanLocalTime(now() + left);
  tenders.api.set({ tenders: [createTender({ closesAt })] });
  browseAs({});
  const { id, token } = await requestAndCheckTender();
  const page = () => renderPage(ReceiptPage, { token });
  const sent = textOf(await page());
  await sendConditions(cookies, id);
  const offered = textOf(await page());
  const mail = (await deliverMails()).find(({ subject }) =>
    subject.startsWith('Condiciones'),
  )?.text;
  await acceptConditions(token, 1);
  browseAs({});
  const accepted = await page();
  const path = payLinkOf(accepted);
  const pay = textOf(await renderPage(PayPage, { token: path.split('/').at(-1) ?? '' }));
  const failed = await startLinkPayment({}, path);
  await finishPayment(webpay, failed, 'reject');
  const linked = { token: path.split('/').at(-1) ?? '' };
  const rejected = textOf(await renderPage(PayPage, linked, { orden: failed.buyOrder }));
  const { buyOrder } = await payAsGuest(webpay, path);
  const paid = textOf(await page());
  const receipt = (await deliverMails()).find(({ subject }) =>
    subject.includes('Recibimos tu pago'),
  );
  const after = {
    paid,
    result: textOf(await renderPage(PayPage, linked, { orden: buyOrder })),
    receipt: receipt?.text,
  };
  return {
    sent,
    before: { offered, mail, accepted: textOf(accepted), pay, rejected },
    paid,
    after,
  };
}

test('once paid, pages and receipt still warn that the issue may miss the closing, and give the telephone', async () => {
  const { after } = await journey(DAY / 24);
  for (const [name, text] of Object.entries(after)) {
    expect([name, text?.split(PAID_LATE).length]).toEqual([name, 2]);
    expect([name, text]).toEqual([
      name,
      expect.stringContaining('Para llegar a tiempo, llama al +56 2 2345 6789'),
    ]);
    expect([name, text]).toEqual([name, expect.not.stringContaining('ntrégala antes')]);
  }
});

test('before the payment every page of a bid bond warns that its issue may miss the closing', async () => {
  const { sent, before, paid } = await journey(DAY / 24);
  expect(sent).toContain(LATE);
  expect(sent).toContain(ANSWER);
  for (const [name, text] of Object.entries(before)) {
    expect([name, text?.split(LATE).length]).toEqual([name, 2]);
    expect([name, text]).toEqual([name, expect.not.stringContaining(ANSWER)]);
  }
  expect(before.rejected).toContain('Entrega Normalmente en 2 días hábiles desde el pago');
  expect(before.rejected).toContain('Para confirmar, llama al +56 2 2345 6789');
  expect(before.accepted).not.toContain('Hasta el');
  expect(before.accepted).toContain('podría llegar después del cierre: confirma');
  for (const text of [LATE, ANSWER, 'ntrégala antes']) expect(paid).not.toContain(text);
});

test('no page warns about the closing when the working days end before it', async () => {
  const { sent, before } = await journey(7 * DAY);
  for (const text of [sent, ...Object.values(before)]) expect(text).not.toContain('a tiempo:');
});

test('conditions name beneficiary and wording; their mail names the buyer and nothing that was typed', async () => {
  const { offered, mail } = (await journey(DAY)).before;
  expect(offered).toMatch(
    /Glosa Para garantizar la seriedad de la oferta A favor de I\. Municipalidad de Mostazal Licitación .*Acepto/,
  );
  expect(mail).toMatch(/\nA favor de: .*Municipalidad de Mostazal\n/);
  expect(mail).not.toContain('I. Municipalidad');
  expect(mail).not.toContain('Para garantizar');
});
