import { expect, test } from 'vitest';
import IssuePage from '#app/admin/leads/[id]/emision/[item]/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { moveRequest, recordIssued } from '#tests/support/issued.ts';
import { leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { payLinkOf } from '#tests/support/payments-for-test.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { addRequestFiles, textFile } from '#tests/support/request-files.ts';
import { postDocumentRequest } from '#tests/support/requested-documents.ts';
import { forEachTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const admin = forEachTest(() => openAdminArea({ ...webpay.variables, RATE_LIMITS: 'off' }));

test('a paid request is marked so, also after new files, and its record approves it', async () => {
  const { cookies } = admin.ana;
  const { id, token } = await sendRequest(publicBody);
  await sendConditions(cookies, id, { price: 48_000 });
  await acceptConditions(token, 1);
  browseAs({});
  await payAsGuest(webpay, payLinkOf(await renderPage(ReceiptPage, { token })));
  admin.world.advance(60_000);
  await addRequestFiles(token, { contrato: [textFile('Bases.pdf')] });
  browseAs(cookies);
  const page = await renderPage(LeadPage, { id: `${id}` });
  expect(textOf(page)).toContain('Pagada: $ 48.000');
  expect(textOf(page)).toMatch(/Solicitud N\.º \d+ Pagada /);
  expect(page).toMatch(/btn-primary[^>]*>Aprobar y registrar emisión/);
  expect(page).toContain(`href="/admin/leads/${id}/emision/0"`);
  const form = textOf(await renderPage(IssuePage, { id: `${id}`, item: '0' }));
  expect(form).toContain('La solicitud queda aprobada.');
  expect(form).not.toContain('Todavía falta');
  expect((await leadOf(id)).state).toBe('recibida');
  const issued = await recordIssued(cookies, id);
  expect(issued.number).toBeGreaterThan(0);
  expect((await leadOf(id)).state).toBe('emitida');
  await admin.deliver();
  const subjects = admin.toApplicant().map(({ subject }) => subject);
  expect(subjects.filter((subject) => /aprob/i.test(subject))).toEqual([]);
});

test('a payment of something else than accepted conditions is named, and approves nothing', async () => {
  const { cookies } = admin.ana;
  const { id } = await sendRequest(publicBody);
  const link = await requestPayment(cookies, { leadId: id, email: publicBody.email });
  browseAs({});
  await payAsGuest(webpay, link);
  browseAs(cookies);
  const page = await renderPage(LeadPage, { id: `${id}` });
  expect(textOf(page)).toContain('Pagó $ 45.000 (Comisión)');
  expect(textOf(page)).not.toContain('Aprobar y registrar emisión');
  expect(page).toMatch(/btn-primary[^>]*>Tomar en revisión/);
  expect(page).toMatch(/btn-secondary[^>]*>Registrar emisión/);
});

test('the form of a record says what is still missing', async () => {
  const { cookies } = admin.ana;
  const { id, token } = await sendRequest(publicBody);
  await moveRequest(id, 'aprobada');
  const gaps = async () => textOf(await renderPage(IssuePage, { id: `${id}`, item: '0' }));
  browseAs(cookies);
  await sendConditions(cookies, id, { price: 48_000 });
  await postDocumentRequest(id, cookies, { otros: 'Balance 2025' });
  expect(await gaps()).toMatch(
    /Todavía falta Que acepte las condiciones .*documento.*Bases o contrato/,
  );
  await acceptConditions(token, 1);
  const accepted = await gaps();
  expect(accepted).toContain('El pago de $ 48.000');
  expect(accepted).not.toContain('Que acepte las condiciones');
});
