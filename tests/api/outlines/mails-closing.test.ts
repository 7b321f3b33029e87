import { test } from 'vitest';
import { instantInChile } from '#lib/platform/chile/chile-time.ts';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { moveRequest, recordIssued } from '#tests/support/issued.ts';
import { insertClosings, sendRequest } from '#tests/support/leads.ts';
import { collectPages } from '#tests/support/page-outlines.ts';
import { payAsGuest } from '#tests/support/payment-links.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { isoDayIn, postDocumentRequest } from '#tests/support/requested-documents.ts';
import { listMails } from '#tests/support/sent-mails.ts';

const { webpay, world, cookies } = await paymentsForTest({
  RATE_LIMITS: 'off',
  MAIL_INTERNAL_TO: 'equipo@resguardo.cl',
  ABOUT_ANSWER_HOURS: '4',
  ABOUT_ISSUE_DAYS: '2',
  ABOUT_PHONE: '+56 2 2345 6789',
});

/** Sends what is due, so that the mails that follow have a later time. */
async function deliver(): Promise<void> {
  await deliverDue();
  world.advance(MINUTE);
}

const at = (text: string) => instantInChile(text) ?? 0;

test.each([
  ['soon', at('2026-11-20T18:30:00')],
  ['later', at('2026-11-30T15:00:00')],
])(
  'the mails of a request whose tender closes %s have the approved text',
  async (name, closesAt) => {
    const story = collectPages(`mails-closing-${name}`);
    await insertClosings({ '4809-45-LE26': closesAt });
    const { id, token } = await sendRequest({ ...publicBody, email: 'pide@obras.cl' });
    await sendContact({ ...contactBody, cuando_cierra: name === 'soon' ? 'Hoy' : 'Más adelante' });
    await deliver();
    const fields = { 'doc-contrato': 'si', hasta: isoDayIn(3) };
    await postDocumentRequest(id, cookies.admin, fields);
    await deliver();
    await markSessionsProved();
    await sendConditions(cookies.admin, id);
    await deliver();
    await acceptConditions(token, 1);
    await deliver();
    const texts = (await listMails()).map(({ text }) => text).join('\n');
    await payAsGuest(webpay, /\/pagar\/(\S+)/.exec(texts)?.[1] ?? '');
    await deliver();
    await moveRequest(id, 'aprobada');
    await recordIssued(cookies.admin, id);
    await deliver();
    await sendRequest({ ...publicBody, email: 'otra@obras.cl' });
    world.advance(name === 'soon' ? 7 * HOUR : DAY);
    await sendRequest({ ...publicBody, email: 'tarde@obras.cl' });
    await story.addMails();
    await story.expectApproved();
  },
);
