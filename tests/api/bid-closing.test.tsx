import { expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import GuaranteePage from '#app/garantia/[token]/page.tsx';
import PayPage from '#app/pagar/[token]/page.tsx';
import { PAYMENT_REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import { paidAt } from '#lib/domain/payments/view.ts';
import { addBusinessDays } from '#lib/platform/chile/calendar.ts';
import { formatDate, formatDateTime, formatDay, isoDay } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { moveRequest, recordIssued } from '#tests/support/issued.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { paymentOf } from '#tests/support/payments.ts';
import { payLinkOf } from '#tests/support/payments-for-test.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { chileanLocalTime, createTender } from '#tests/support/tender-fixtures.ts';
import {
  requestAndCheckTender,
  requestForTender,
  TENDER_CODE,
  tendersForTest,
} from '#tests/support/tenders.ts';
import { START } from '#tests/support/world.ts';

const webpay = await startWebpay();
const tenders = tendersForTest();

/** Accepts conditions of a bid bond whose tender closes after `left` ms. */
async function accepted(left: number, issueDays = '2') {
  await tenders.world.reopen({
    ...webpay.variables,
    ...tenders.api.variables,
    RATE_LIMITS: 'off',
    ABOUT_ISSUE_DAYS: issueDays,
  });
  const { cookies } = await makeAdvisor();
  const at = now() + left;
  tenders.api.set({ tenders: [createTender({ closesAt: chileanLocalTime(at) })] });
  browseAs({});
  const { id, token } = await requestAndCheckTender();
  await sendConditions(cookies, id);
  await acceptConditions(token, 1);
  browseAs({});
  const html = await renderPage(ReceiptPage, { token });
  const path = payLinkOf(html);
  const pay = textOf(await renderPage(PayPage, { token: path.split('/').at(-1) ?? '' }));
  const mail = await mailAbout('ya puedes pagar');
  const texts = { request: textOf(html), pay, mail };
  return { closes: formatDateTime(at), id, token, path, cookies, texts };
}

test('no day to pay for a bid bond is after the closing of its tender, and pages and mail name the closing', async () => {
  for (const [left, issueDays] of [
    [DAY, '2'],
    [9 * DAY, '2'],
    [DAY, ''],
    [2 * HOUR, '1'],
  ] as const) {
    const { closes, texts } = await accepted(left, issueDays);
    for (const [name, text] of Object.entries(texts)) {
      expect([name, text]).toEqual([name, expect.stringContaining(closes)]);
      const days = [
        ...(text ?? '').matchAll(/(?:[Hh]asta el|más tardar el) (\d\d)-(\d\d)-(\d{4})/g),
      ];
      const limit = closes.slice(0, 10).split('-').reverse().join('-');
      for (const [, day, month, year] of days)
        expect([name, `${year}-${month}-${day}` <= limit]).toEqual([name, true]);
    }
  }
});

test('before conditions are sent, the request page and the first mail say until when to pay', async () => {
  for (const [left, day] of [
    [9 * DAY, '25-11-2026'],
    [20 * DAY, '27-11-2026'],
  ] as const) {
    await tenders.world.reopen({ ...tenders.api.variables, ABOUT_ISSUE_DAYS: '2' });
    tenders.api.set({ tenders: [createTender({ closesAt: chileanLocalTime(now() + left) })] });
    const { token } = await requestAndCheckTender();
    browseAs({});
    const page = textOf(await renderPage(ReceiptPage, { token }));
    // The tender is known now, so the mail of a second request can name the day.
    const { id } = await requestForTender();
    for (const text of [page, await mailAbout(`Recibimos tu solicitud N.º ${id}`)]) {
      expect(text).toContain(`Para llegar a tiempo, paga a más tardar el ${day}: `);
    }
  }
});

test('after payment and issue, pages and mails say by when to hand the guarantee in, until the tender closes', async () => {
  const { closes, token, id, path, cookies } = await accepted(9 * DAY);
  const handIn = `Entrégala antes del ${closes}: ahí cierra la licitación.`;
  const { buyOrder } = await payAsGuest(webpay, path);
  const day = isoDay(paidAt(await paymentOf(buyOrder)));
  const ready = formatDate(addBusinessDays(day, 2));
  const page = () => renderPage(ReceiptPage, { token }).then(textOf);
  const pay = { token: path.split('/').at(-1) ?? '' };
  const paid = textOf(await renderPage(PayPage, pay, { orden: buyOrder }));
  const receipt = await mailAbout('Recibimos tu pago');
  for (const text of [paid, await page(), receipt]) {
    expect(text).toContain(`Cuando esté lista, e${handIn.slice(1)}`);
    expect(text).not.toContain('Cómo entregar');
    expect(text).toContain(`normalmente el ${ready} o antes`);
  }
  await moveRequest(id, 'aprobada');
  await recordIssued(cookies, id, { tenderId: TENDER_CODE, differenceReason: 'El ID' });
  const mail = await mailAbout('Tu garantía está lista');
  const link = { token: /garantia\/([\w.-]+)/.exec(mail)?.[1] ?? '' };
  const shown = () => renderPage(GuaranteePage, link).then(textOf);
  for (const text of [mail, await shown(), await page()]) {
    expect(text).toContain(handIn);
    expect(text).toContain('Cómo entregar');
    expect(text).toContain(
      `súbela como anexo de tu oferta en Mercado Público, antes del ${closes}, cuando cierra la licitación.`,
    );
    expect(text).toContain('Si piden el original en papel: entrégalo en la oficina');
    expect(text).toMatch(/Ver 3667-12-LP26 en Mercado Público|idlicitacion=3667-12-LP26/);
  }
  tenders.world.advance(10 * DAY);
  for (const text of [await shown(), await page()]) {
    expect(text).not.toContain('Entrégala');
    expect(text).toContain('envíala por la vía y en el plazo que indican');
  }
});

test('an applicant who paid only a part is not told yet to hand the guarantee in', async () => {
  const { token, id, path } = await accepted(9 * DAY);
  await payAsGuest(webpay, path);
  const read = async () => {
    browseAs({});
    return textOf(await renderPage(ReceiptPage, { token }));
  };
  expect(await read()).toContain('Cuando esté lista, entrégala');
  const { cookies } = await makeAdvisor('otra@resguardo.cl');
  await requestPayment(cookies, { leadId: id, amount: 9000, open: 'keep' });
  expect(await read()).not.toContain('Cuando esté lista, entrégala');
});

test('the last day to pay for a tender is not shown once a payment was requested', async () => {
  await tenders.world.reopen({ ...tenders.api.variables, ABOUT_ISSUE_DAYS: '2' });
  tenders.api.set({ tenders: [createTender({ closesAt: chileanLocalTime(now() + 9 * DAY) })] });
  const { id, token } = await requestAndCheckTender();
  const { cookies } = await makeAdvisor();
  const read = async () => {
    browseAs({});
    return textOf(await renderPage(ReceiptPage, { token }));
  };
  expect(await read()).toContain('Para llegar a tiempo, paga');
  await requestPayment(cookies, { leadId: id, amount: 9000 });
  expect(await read()).not.toContain('Para llegar a tiempo, paga');
});

test('the request page shows for each payment the end of its link or the closing, whichever is earlier', async () => {
  const closes = now() + 32 * DAY;
  tenders.api.set({ tenders: [createTender({ closesAt: chileanLocalTime(closes) })] });
  const [bond] = publicBody.garantias;
  const garantias = [{ ...bond, vigenciaDesde: '2027-02-01', vigenciaHasta: '2027-05-01' }];
  const { id, token } = await requestAndCheckTender({ garantias });
  const ask = async (amount: number) => {
    // Asking for money needs a fresh login.
    const { cookies } = await makeAdvisor(`asesor-${amount}@resguardo.cl`);
    await requestPayment(cookies, { leadId: id, amount, open: 'keep' });
    return `Hasta el ${formatDay(now() + PAYMENT_REQUEST_DAYS * DAY)}`;
  };
  const days = async () => {
    browseAs({});
    const html = await renderPage(ReceiptPage, { token });
    return [...html.matchAll(/>(Hasta el [^<]*)</g)].map(([, day]) => day);
  };
  const first = await ask(45_000);
  expect(await days()).toEqual([first]);
  tenders.world.advance(4 * DAY);
  await ask(9000);
  const closing = formatDateTime(closes);
  const both = [first, `Hasta el ${closing}, cuando cierra la licitación`];
  expect((await days()).sort()).toEqual(both.sort());
  tenders.world.advance(29 * DAY);
  expect(await days()).toContain(`Hasta el ${closing}, cuando cerró la licitación`);
});

test('at the moment of its closing a tender counts as closed on the request page and in the mail', async () => {
  const { id, token, cookies } = await accepted(2 * DAY);
  await moveRequest(id, 'aprobada');
  tenders.world.advance(2 * DAY - (now() - START));
  expect(now()).toBe(START + 2 * DAY);
  await recordIssued(cookies, id, { tenderId: TENDER_CODE, differenceReason: 'El ID' });
  const mail = await mailAbout('Tu garantía está lista');
  browseAs({});
  for (const text of [mail, textOf(await renderPage(ReceiptPage, { token }))]) {
    expect(text).toContain('envíala por la vía y en el plazo que indican');
    expect(text).not.toMatch(/Entrégala antes|súbela como anexo/);
  }
});

test.each([
  ['2026-11-24', 'Hasta el 24-11-2026', false],
  ['2026-11-25', 'Hasta el 25-11-2026', false],
  ['2026-11-26', 'Paga hasta el 25-11-2026', true],
])(
  'conditions valid until %s, to be paid until 2026-11-25, say “%s”',
  async (validUntil, until, warns) => {
    await tenders.world.reopen({ ...tenders.api.variables, ABOUT_ISSUE_DAYS: '2' });
    tenders.api.set({ tenders: [createTender({ closesAt: chileanLocalTime(now() + 9 * DAY) })] });
    const { id, token } = await requestAndCheckTender();
    const { cookies } = await makeAdvisor();
    expect(await sendConditions(cookies, id, { validUntil })).toBe(200);
    browseAs({});
    const page = await renderPage(ReceiptPage, { token });
    expect(page).toContain(`>${until}<`);
    expect(page.includes('pero si pagas después del')).toBe(warns);
  },
);

test('the warning about a late answer is shown before conditions are sent, and not after', async () => {
  await tenders.world.reopen({
    ...webpay.variables,
    ...tenders.api.variables,
    ABOUT_ISSUE_DAYS: '2',
    ABOUT_ANSWER_HOURS: '24',
  });
  tenders.api.set({ tenders: [createTender({ closesAt: chileanLocalTime(now() + 5 * DAY) })] });
  const [first, second] = [await requestAndCheckTender(), await requestForTender()];
  const { cookies } = await makeAdvisor();
  const read = async (token: string) => {
    browseAs({});
    return textOf(await renderPage(ReceiptPage, { token }));
  };
  const late = 'podría no llegar a tiempo';
  expect(await read(first.token)).toContain(late);
  await sendConditions(cookies, first.id);
  expect(await read(first.token)).not.toContain(late);
  expect(await read(second.token)).toContain(late);
});

const mailAbout = async (subject: string) =>
  (await deliverMails()).find((mail) => mail.subject.includes(subject))?.text ?? '';
