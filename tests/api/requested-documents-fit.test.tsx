import { beforeEach, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import PayPage from '#app/pagar/[token]/page.tsx';
import { DAY } from '#lib/platform/process/durations.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { insertClosings, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { addRequestFiles, textFile } from '#tests/support/request-files.ts';
import {
  isoDayIn,
  postDocumentRequest,
  requestDocuments,
  requestedDocumentsOf,
} from '#tests/support/requested-documents.ts';
import { worldForTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const world = worldForTest({ ...webpay.variables, RATE_LIMITS: 'off' });
const admin = advisorForTest();
let [id, token] = [0, ''];
beforeEach(async () => {
  ({ id, token } = await sendRequest(publicBody));
});
const pressed = { 'doc-bases_licitacion': 'si' };

test('a file sent as terms or contract counts as the requested terms, which are no longer missing', async () => {
  await requestDocuments(id, admin.cookies, { ...pressed, otros: 'Balance' });
  await addRequestFiles(token, { contrato: [textFile('bases.pdf')] });
  const named = (await requestedDocumentsOf(id)).map(({ title, files }) => [title, files.length]);
  expect(named).toEqual([
    ['Bases de licitación', 1],
    ['Balance', 0],
  ]);
  await addRequestFiles(token, { contrato: [textFile('anexo.pdf')], envio: 'otra-vista' });
  expect((await requestedDocumentsOf(id))[0]?.files).toHaveLength(1);
});

test.each([
  [3 * DAY, 2],
  [1000, 0],
  [30 * DAY, 7],
])(
  'for a bid bond whose tender closes in %i ms the form proposes day %i for its documents',
  async (left, days) => {
    const { idLicitacion } = publicBody;
    await insertClosings({ [idLicitacion]: world.now() + left });
    expect(await proposed(id)).toBe(isoDayIn(days));
  },
);

test('for another guarantee the form proposes seven days for its documents', async () => {
  const other = await sendRequest(privateBody);
  expect(await proposed(other.id)).toBe(isoDayIn(7));
});

async function proposed(lead: number) {
  browseAs(admin.cookies);
  const page = await renderPage(LeadPage, { id: `${lead}` });
  return /<input[^>]*name="hasta"[^>]*>/.exec(page)?.[0].match(/value="([^"]*)"/)?.[1];
}

test('after the payment, both pages name the missing documents and their day, to the applicant alone', async () => {
  await postDocumentRequest(id, admin.cookies, { ...pressed, otros: 'Balance' });
  const missing = /Falta enviar, hasta el 27-11-2026: Bases de licitación y Balance\./;
  const link = await requestPayment(admin.cookies, { email: publicBody.email, leadId: id });
  const { buyOrder: orden } = await payAsGuest(webpay, link);
  browseAs({ 'solicitud-aceptada': token });
  expect(textOf(await renderPage(PayPage, { token: link }, { orden }))).toMatch(missing);
  expect(textOf(await renderPage(ReceiptPage, { token }))).toMatch(missing);
  browseAs({});
  expect(textOf(await renderPage(PayPage, { token: link }, { orden }))).not.toMatch(missing);
});
