import { expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import PayPage from '#app/pagar/[token]/page.tsx';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { accept, offer } from '#tests/support/conditions.ts';
import { inChile, madeTender } from '#tests/support/made-tenders.ts';
import { browseAs, show, textOf } from '#tests/support/page-request.ts';
import { payLinkOf } from '#tests/support/payments-world.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { sentMails } from '#tests/support/sent-mails.ts';
import { askAndLook, tendersForTest } from '#tests/support/tenders.ts';

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
  tenders.api.set({ tenders: [madeTender({ closesAt: inChile(at) })] });
  browseAs({});
  const { id, token } = await askAndLook();
  await offer(cookies, id);
  await accept(token, 1);
  browseAs({});
  const html = await show(ReceiptPage, { token });
  const path = payLinkOf(html);
  const pay = textOf(await show(PayPage, { token: path.split('/').at(-1) ?? '' }));
  const mail = (await sentMails()).find(({ subject }) => subject.includes('ya puedes pagar'))?.text;
  return { closes: formatDateTime(at), token, texts: { request: textOf(html), pay, mail } };
}

test('no day to pay for a bid bond is after the closing, which stands beside it', async () => {
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
