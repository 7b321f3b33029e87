import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deliveryPayloads } from '#lib/domain/deliveries/schema.ts';
import { paymentRequestIdOfLink } from '#lib/domain/payments/links.ts';
import type { TenderEvent } from '#lib/domain/requests/leads/tender-schema.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { tenderNews } from '#lib/platform/db/schema/tenders.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { enqueueMail } from '#tests/support/enqueue.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { approvedRequest, putIssued, recordIssued, reportEvent } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { collectPages } from '#tests/support/page-outlines.ts';
import { refundPayment, requestPayment } from '#tests/support/payment-links.ts';
import { finishPayment, startLinkPayment } from '#tests/support/payments.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { projectRoot } from '#tests/support/source-files.ts';

const { webpay, world, cookies } = await paymentsForTest({
  RATE_LIMITS: 'off',
  MAIL_INTERNAL_TO: 'equipo@resguardo.cl',
  TRANSFER_ACCOUNT:
    'Garantías Andes SpA; 76.123.456-0; Banco Norte; Cuenta corriente; 0012345678; pagos@andes.cl',
});

/** Sends what is due, so that the mails that follow have a later time. */
async function deliver(): Promise<void> {
  await deliverDue();
  world.advance(MINUTE);
}

test('the mails about payments, by card and transfer, and their refunds have the approved text', async () => {
  const story = collectPages('mails-payments');
  const request = await sendRequest({ ...publicBody, email: 'pide@obras.cl' });
  await deliver();
  const ask = async (changes: object) => {
    await markSessionsProved();
    const link = await requestPayment(cookies.admin, changes);
    await deliver();
    return link;
  };
  const ofRequest = { leadId: request.id, email: 'pide@obras.cl' };
  const first = await ask({ ...ofRequest, description: 'Comisión' });
  const started = await startLinkPayment({}, first, { correo: 'contador@holding.cl' });
  await finishPayment(webpay, started, 'approve');
  await deliver();
  // The second mail about a refund comes after an earlier part was refunded.
  for (const amount of [2000, 1000, 42_000]) {
    await markSessionsProved();
    expect((await refundPayment(cookies.admin, started.buyOrder, amount)).status).toBe(200);
    await deliver();
  }
  const alone = await ask({ email: 'paga@otra.cl', amount: 7000, description: 'Sin solicitud' });
  await finishPayment(webpay, await startLinkPayment({}, alone), 'approve');
  await deliver();
  for (const changes of [
    { ...ofRequest, amount: 8000, description: 'Prima' },
    { email: 'transfiere@otra.cl', amount: 9000, description: 'Otra cosa' },
  ]) {
    const id = paymentRequestIdOfLink(await ask(changes)) ?? '';
    await markSessionsProved();
    const form = { dia: isoDay(world.now()) };
    const path = `/admin/pagos/pedidos/${id}/transferencia/registrar`;
    expect(redirectOf(await postForm(path, { form, cookies: cookies.admin }))).not.toContain(
      'error',
    );
    await deliver();
  }
  await story.addMails();
  await story.expectApproved();
});

test('the mails with a new link and about an annulled guarantee have the approved text', async () => {
  const story = collectPages('mails-new-links');
  const { id, submissionId } = await approvedRequest({ ...publicBody, email: 'pide@obras.cl' });
  await sendContact(contactBody);
  const { id: guarantee, number } = await recordIssued(cookies.admin, id);
  await deliver();
  const kinds = { receipt: submissionId, 'lead-receipt': id + 1, issued: number } as const;
  for (const kind of deliveryPayloads['link.mail'].shape.kind.options) {
    const linkId = `enlace-nuevo-${kind}`;
    await insertLink(kind, kinds[kind], { id: linkId });
    await enqueueMail({ kind: 'link.mail', payload: { linkId, kind } });
    await deliver();
  }
  await reportEvent(cookies.admin, guarantee, { kind: 'anulada', text: 'Era de otra.' });
  await story.addMails();
  await story.expectApproved();
});

test('the mails with news about tenders have the approved text', async () => {
  const story = collectPages('mails-tenders');
  const applicant = await sendRequest({ ...publicBody, email: 'pide@obras.cl' });
  const other = await sendRequest({ ...privateBody, email: 'pide@obras.cl' });
  const [guaranteeNumber = 0, issuedNumber = 0] = await putIssued([
    { email: 'duena@andes.cl' },
    { email: 'pide@obras.cl', submissionId: applicant.submissionId },
  ]);
  await deliver();
  const closing = { what: 'closing', closesAt: world.now() + 9 * DAY, from: world.now() + DAY };
  const short = { until: '2026-12-01', required: '2026-12-24' };
  const words = 'Se devuelven en la oficina 3.';
  const news: Partial<TenderEvent>[] = [
    ...(['resumed', 'suspended', 'deserted', 'revoked', 'awarded'] as const).map((what) => ({
      what,
    })),
    { what: 'revoked', words },
    { what: 'awarded', to: 'holder' },
    { what: 'awarded', to: 'others' },
    { ...closing, what: 'closing' },
    { ...closing, what: 'closing', short },
    { what: 'awarded', to: 'others' },
    // The owner of a guarantee won: one recorded it alone, the other requested it here.
    { what: 'awarded', to: 'holder' },
    { what: 'awarded', to: 'holder' },
  ];
  const subjects = [{ leadId: applicant.id }, { guaranteeNumber }];
  const subjectOf = (n: number) =>
    n === news.length - 1 ? { guaranteeNumber: issuedNumber } : subjects[n % 2];
  for (const [n, event] of news.entries()) {
    const detail = { code: '3667-12-LP26', ...event } as TenderEvent;
    const row = { recipientHash: `${n}`, mailedOn: '2026-11-20', at: world.now(), detail };
    await getDb().write((tx) => tx.insert(tenderNews).values({ ...row, ...subjectOf(n) }));
    if (n === 1)
      await getDb().write((tx) => tx.insert(tenderNews).values({ ...row, leadId: other.id }));
    const payload = { address: `${n}`, day: '2026-11-20' };
    await enqueueMail({ kind: 'tender.news-mail', payload });
    await deliver();
  }
  await story.addMails();
  await story.expectApproved();
});

test('every kind of mail is in an approved file', () => {
  const folder = `${projectRoot}tests/api/outlines/`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const approved = files
    .filter((file) => file.endsWith('/mails.txt'))
    .map((file) => `\n${readFileSync(folder + file, 'utf8')}`)
    .join('');
  const kinds = Object.keys(deliveryPayloads).filter((kind) => !kind.startsWith('lead.crm'));
  expect(kinds.filter((kind) => !approved.includes(`\n${kind} to `))).toEqual([]);
});
