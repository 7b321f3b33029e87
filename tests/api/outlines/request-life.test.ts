import { beforeEach, expect, test } from 'vitest';
import IssuedPage from '#app/admin/garantias/[id]/page.tsx';
import GuaranteesPage from '#app/admin/garantias/page.tsx';
import EraseLeadPage from '#app/admin/leads/[id]/borrar/page.tsx';
import MailPage from '#app/admin/leads/[id]/correo/page.tsx';
import RecordPage from '#app/admin/leads/[id]/emision/[item]/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import InboxPage from '#app/admin/page.tsx';
import RefundPage from '#app/admin/pagos/[buyOrder]/devolver/page.tsx';
import PaymentPage from '#app/admin/pagos/[buyOrder]/page.tsx';
import PaymentsPage from '#app/admin/pagos/page.tsx';
import HolderPage from '#app/garantia/[token]/page.tsx';
import PayPage from '#app/pagar/[token]/page.tsx';
import { DAY, HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { api } from '#tests/support/call.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { moveRequest, recordIssued, reportEvent } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { insertLink } from '#tests/support/mailed-links.ts';
import { collectPages } from '#tests/support/page-outlines.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { payAsGuest, refundPayment } from '#tests/support/payment-links.ts';
import { payLinkOf, requestForTest } from '#tests/support/payments-for-test.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { addRequestFiles, textFile } from '#tests/support/request-files.ts';
import { requestDocuments, sendRequestedDocuments } from '#tests/support/requested-documents.ts';
import { openCodePage } from '#tests/support/verification.ts';

const [first] = publicBody.garantias;
const advance = { ...first, tipoGarantia: 'anticipo', montoGarantia: '4000000' };
const body = { ...publicBody, garantias: [first, advance] };
const { request, cookies, page, webpay, world } = await requestForTest(body);

/** A newer request of somebody else, which no page of the other request may show. */
let stranger = { id: 0 };
beforeEach(async () => {
  stranger = await sendRequest({ ...privateBody, email: 'pedro@otra.cl' });
  world.advance(HOUR);
});

const story = collectPages('request-life');

const asVisitor = (page: string, step: string, html: string) => story.add(page, step, html);
async function asTeam(page: string, step: string, draw: () => Promise<string>) {
  browseAs(cookies.admin);
  story.add(page, step, await draw());
  browseAs({});
}
const lead = (id = request.id) => renderPage(LeadPage, { id: `${id}` });

/** Sends what waits, and adds the request's page and the team's page of it. */
async function both(step: string) {
  await deliverDue();
  asVisitor('request', step, await page());
  await asTeam('lead', step, lead);
}
const act = (action: string, json: object) =>
  api(`/api/admin/leads/${request.id}/${action}`, { json, cookies: cookies.admin });

test('the pages and mails of a request, from sending to the returned guarantee, have the approved outline', async () => {
  await both('received');
  await addRequestFiles(request.token, { adicional: [textFile('Balance.pdf')] });
  world.advance(MINUTE);
  await addRequestFiles(request.token, { contrato: [textFile('Contrato.pdf')], envio: 'otra' });
  world.advance(2 * HOUR);
  await moveRequest(request.id, 'en_revision');
  await act('notes', { text: 'Pide hablar con la gerencia.' });
  await act('replies', { subject: 'Tu solicitud', text: 'Hola, Ana.\nLa estamos revisando.' });
  const [tax] = await requestDocuments(request.id, cookies.admin, {
    ...{ 'doc-certificado_f30': 'si', otros: 'Certificado de experiencia' },
    mensaje: 'El de este mes.',
  });
  await both('documents asked');
  await sendRequestedDocuments(`/comprobante/${request.token}`, {
    files: { [`pedido-${tax?.id}`]: [textFile('F30.pdf')] },
    view: 'dos',
  });
  await both('one document sent');
  await markSessionsProved();
  expect(await sendConditions(cookies.admin, request.id)).toBe(200);
  world.advance(MINUTE);
  await both('conditions');
  await sendConditions(cookies.admin, request.id, { price: 52_000, issuer: 'Seguros del Sur' });
  await both('conditions again');
  await acceptConditions(request.token, 2);
  await both('accepted');
  const link = payLinkOf(await page());
  asVisitor('pay', 'asked', await renderPage(PayPage, { token: link }));
  const { buyOrder } = await payAsGuest(webpay, link);
  await both('paid');
  asVisitor('pay', 'paid', await renderPage(PayPage, { token: link }));
  await moveRequest(request.id, 'aprobada');
  await asTeam('record', 'first guarantee', () =>
    renderPage(RecordPage, { id: `${request.id}`, item: '0' }),
  );
  await asTeam('record', 'second guarantee', () =>
    renderPage(RecordPage, { id: `${request.id}`, item: '1' }),
  );
  const issued = await recordIssued(cookies.admin, request.id);
  await both('one of two issued');
  await recordIssued(cookies.admin, request.id, {
    ...{ item: 1, type: 'anticipo', amount: '4000000', issuerNumber: 'PZ-20262-01' },
  });
  world.advance(DAY);
  await both('issued');
  const token = await insertLink('issued', issued.number);
  asVisitor('holder', 'issued', await renderPage(HolderPage, { token }));
  const code = await (await openCodePage(issued.verificationCode)).text();
  asVisitor('holder', 'verified', code);
  await asTeam('guarantee', 'at the end', () => renderPage(IssuedPage, { id: issued.id }));
  await asTeam('guarantees', 'at the end', () => renderPage(GuaranteesPage, {}));
  await asTeam('payment', 'at the end', () => renderPage(PaymentPage, { buyOrder }));
  await asTeam('payments', 'at the end', () => renderPage(PaymentsPage, {}));
  await markSessionsProved();
  await asTeam('refund', 'at the end', () => renderPage(RefundPage, { buyOrder }));
  await asTeam('inbox', 'at the end', () => renderPage(InboxPage, {}));
  await asTeam('lead-of-another', 'at the end', () => lead(stranger.id));
  await asTeam('mail', 'at the end', () => renderPage(MailPage, { id: `${request.id}` }));
  await asTeam('erase', 'at the end', () => renderPage(EraseLeadPage, { id: `${request.id}` }));
  await markSessionsProved();
  await refundPayment(cookies.admin, buyOrder, 2000);
  await reportEvent(cookies.admin, issued.id, { kind: 'devuelta', on: '2026-11-21' });
  await both('returned');
  asVisitor('holder', 'returned', await renderPage(HolderPage, { token }));
  await story.addMails();
  await story.expectApproved();
});
