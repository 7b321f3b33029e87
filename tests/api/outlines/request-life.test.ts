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
import { privateBody, publicBody } from '#tests/support/bodies.ts';
import { api } from '#tests/support/call.ts';
import { accept, offer } from '#tests/support/conditions.ts';
import { deliver } from '#tests/support/deliver.ts';
import { proveAll } from '#tests/support/factors.ts';
import { moveTo, recorded, say } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { putLink } from '#tests/support/links.ts';
import { storyOf } from '#tests/support/outline.ts';
import { browseAs, show } from '#tests/support/page-request.ts';
import { askedOf, sendPapers } from '#tests/support/papers.ts';
import { giveBack, payAsGuest } from '#tests/support/payment-links.ts';
import { payLinkOf, requestForTest } from '#tests/support/payments-world.ts';
import { added, file } from '#tests/support/request-files.ts';
import { openCode } from '#tests/support/verification.ts';

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

const story = storyOf('request-life');

const asVisitor = (page: string, step: string, html: string) => story.add(page, step, html);
async function asTeam(page: string, step: string, draw: () => Promise<string>) {
  browseAs(cookies.admin);
  story.add(page, step, await draw());
  browseAs({});
}
const lead = (id = request.id) => show(LeadPage, { id: `${id}` });

/** Sends what waits, and adds the request's page and the team's page of it. */
async function both(step: string) {
  await deliver();
  asVisitor('request', step, await page());
  await asTeam('lead', step, lead);
}
const act = (what: string, json: object) =>
  api(`/api/admin/leads/${request.id}/${what}`, { json, cookies: cookies.admin });

test('the pages and mails of a request, from sending to the returned guarantee, have the approved outline', async () => {
  await both('received');
  await added(request.token, { adicional: [file('Balance.pdf')] });
  world.advance(MINUTE);
  await added(request.token, { contrato: [file('Contrato.pdf')], envio: 'otra' });
  world.advance(2 * HOUR);
  await moveTo(request.id, 'en_revision');
  await act('notes', { text: 'Pide hablar con la gerencia.' });
  await act('replies', { subject: 'Tu solicitud', text: 'Hola, Ana.\nLa estamos revisando.' });
  const [tax] = await askedOf(request.id, cookies.admin, {
    ...{ 'doc-certificado_f30': 'si', otros: 'Certificado de experiencia' },
    mensaje: 'El de este mes.',
  });
  await both('documents asked');
  await sendPapers(`/comprobante/${request.token}`, {
    files: { [`pedido-${tax?.id}`]: [file('F30.pdf')] },
    view: 'dos',
  });
  await both('one document sent');
  await proveAll();
  expect(await offer(cookies.admin, request.id)).toBe(200);
  world.advance(MINUTE);
  await both('conditions');
  await offer(cookies.admin, request.id, { price: 52_000, issuer: 'Seguros del Sur' });
  await both('conditions again');
  await accept(request.token, 2);
  await both('accepted');
  const link = payLinkOf(await page());
  asVisitor('pay', 'asked', await show(PayPage, { token: link }));
  const { buyOrder } = await payAsGuest(webpay, link);
  await both('paid');
  asVisitor('pay', 'paid', await show(PayPage, { token: link }));
  await moveTo(request.id, 'aprobada');
  await asTeam('record', 'first guarantee', () =>
    show(RecordPage, { id: `${request.id}`, item: '0' }),
  );
  await asTeam('record', 'second guarantee', () =>
    show(RecordPage, { id: `${request.id}`, item: '1' }),
  );
  const issued = await recorded(cookies.admin, request.id);
  await both('one of two issued');
  await recorded(cookies.admin, request.id, {
    ...{ item: 1, type: 'anticipo', amount: '4000000', issuerNumber: 'PZ-20262-01' },
  });
  world.advance(DAY);
  await both('issued');
  const token = await putLink('issued', issued.number);
  asVisitor('holder', 'issued', await show(HolderPage, { token }));
  const code = await (await openCode(issued.verificationCode)).text();
  asVisitor('holder', 'verified', code);
  await asTeam('guarantee', 'at the end', () => show(IssuedPage, { id: issued.id }));
  await asTeam('guarantees', 'at the end', () => show(GuaranteesPage, {}));
  await asTeam('payment', 'at the end', () => show(PaymentPage, { buyOrder }));
  await asTeam('payments', 'at the end', () => show(PaymentsPage, {}));
  await proveAll();
  await asTeam('refund', 'at the end', () => show(RefundPage, { buyOrder }));
  await asTeam('inbox', 'at the end', () => show(InboxPage, {}));
  await asTeam('lead-of-another', 'at the end', () => lead(stranger.id));
  await asTeam('mail', 'at the end', () => show(MailPage, { id: `${request.id}` }));
  await asTeam('erase', 'at the end', () => show(EraseLeadPage, { id: `${request.id}` }));
  await proveAll();
  await giveBack(cookies.admin, buyOrder, 2000);
  await say(cookies.admin, issued.id, { kind: 'devuelta', on: '2026-11-21' });
  await both('returned');
  asVisitor('holder', 'returned', await show(HolderPage, { token }));
  await story.addMails();
  await story.expectApproved();
});
