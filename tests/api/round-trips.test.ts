import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep } from '#lib/background/sweeper.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { getLinkedRequest } from '#lib/domain/requests/applicant/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { codeFor, type Member, makeUser } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { logIn, register, verifyEmail } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { insertLeads, sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { checkTender, marketplaceWithoutPauses } from '#tests/support/marketplace.ts';
import { returnFromWebpay, startPayment } from '#tests/support/payments.ts';
import { startLibsql } from '#tests/support/providers/libsql.ts';
import { startMercadoPublico } from '#tests/support/providers/mercado-publico.ts';
import { bookingEvent } from '#tests/support/providers/scheduling.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { createShare, openShare, shareToken } from '#tests/support/shares.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import { putUpload, requestUploadUrl } from '#tests/support/upload-client.ts';
import { readProfile, removeDocument, uploadToVault } from '#tests/support/vault.ts';
import { sendSchedulingEvent, webhookVariables } from '#tests/support/webhooks.ts';
import { createWorld, START } from '#tests/support/world.ts';

const server = await startLibsql({});
const source = await startMercadoPublico({ now: () => START, paceMs: 0 });
const webpay = await startWebpay();
let member: Member;
let advisor: Advisor;
let fileId: string;
let link: string;
let receipt: string;

beforeAll(async () => {
  process.env.TEST_LIBSQL_URL = server.url;
  createWorld({ ...source.variables, ...webpay.variables, ...webhookVariables });
  setCallTimes(marketplaceWithoutPauses);
  member = await makeUser();
  advisor = await makeAdvisor('ana@resguardo.cl');
  for (let n = 0; n < 20; n++) ({ fileId } = await uploadToVault(member.cookies, 'contrato'));
  link = await shareToken(member, { documentKey: fileId });
  await insertLeads(Array.from({ length: 60 }, (_, i) => ({ email: `p${i}@andes.cl` })));
  const { id, submissionId } = await sendRequest(publicBody);
  receipt = await shownLinkToken('receipt', submissionId);
  const requested = {
    amount: 500,
    description: 'Comisión',
    email: 'a@andes.cl',
    createdBy: 'jefa',
  };
  const times = { createdAt: START, expiresAt: START + 86_400_000 };
  const second = ['a', 'b'].map((key) => ({ id: key, leadId: id, ...requested, ...times }));
  await getDb().write((tx) => tx.insert(paymentRequests).values(second));
  await deliverDue();
  await checkTender('4809-45-LE26');
});
afterAll(() => {
  delete process.env.TEST_LIBSQL_URL;
});

const asMember = () => ({ cookies: member.cookies });
const asAdvisor = () => ({ cookies: advisor.cookies });

async function ok(response: Promise<Response>): Promise<void> {
  expect([200, 303]).toContain((await response).status);
  await (await response).arrayBuffer();
}

/** Round trips, and those that keep every other writer waiting. */
type Trips = [all: number, held: number];
type Operation = [name: string, trips: Trips, work: () => Promise<unknown>];
type Prepared = [name: string, trips: Trips, prepare: () => Promise<() => Promise<unknown>>];

/**
 * Number of sequential round trips to a database server by operation, the same as in the table of
 * docs/scaling.md. A number that grew is a query in a loop, or a write with a needless RETURNING.
 * One that fell has to be recorded here and there.
 */
test.each<Operation>([
  ['session check', [1, 0], () => ok(api('/api/auth/session', asMember()))],
  ['login', [8, 4], () => ok(logIn({ email: member.email }))],
  ['registration', [5, 2], () => ok(register({ email: 'nueva@andes.cl' }))],
  ['submission', [6, 4], () => ok(submitRequest(publicBody))],
  ['submission under a key', [8, 5], () => ok(submitRequest(publicBody, { headers: key }))],
  ['the same again', [4, 1], () => ok(submitRequest(publicBody, { headers: key }))],
  ['contact form with a promised call', [7, 5], () => ok(sendContact(contactBody))],
  ['profile, 20 documents', [3, 0], () => readProfile(member.cookies)],
  ['document uploaded', [8, 4], () => uploadToVault(member.cookies, 'contrato')],
  ['link made', [5, 2], () => ok(createShare(member, { documentKey: fileId }))],
  ['link opened', [4, 1], () => ok(openShare(link))],
  ['inbox, 50 of 60 leads', [3, 0], () => ok(api('/api/admin/leads', asAdvisor()))],
  ['inbox searched', [6, 0], () => ok(api('/api/admin/leads?q=p7', asAdvisor()))],
  ['booking received', [11, 9], () => ok(sendSchedulingEvent(bookingEvent({ uid: 'z' })))],
  ['cached tender', [1, 0], () => checkTender('4809-45-LE26')],
  ['page of a request', [2, 0], () => openRequest()],
])('the operation “%s” takes %j round trips to a database server', async (_, trips, work) => {
  expect(await tripsOf(work)).toEqual(trips);
});

async function openRequest() {
  const link = await findLink('receipt', receipt);
  expect((await getLinkedRequest(Number(link?.subject))).paymentRequests).toHaveLength(2);
}

const key = { 'idempotency-key': 'a' };

test.each<Prepared>([
  [
    'e-mail verified',
    [8, 1],
    async () => {
      const code = await codeFor('nueva@andes.cl');
      return () => ok(verifyEmail('nueva@andes.cl', code));
    },
  ],
  [
    // The request is also assigned to the advisor, who is the first to move it, and audited for its
    // holder.
    'request moved on',
    [10, 7],
    async () => {
      const { id } = await sendRequest(publicBody);
      const options = { json: { state: 'en_revision' }, ...asAdvisor() };
      return () => ok(api(`/api/admin/leads/${id}/state`, options));
    },
  ],
  ['payment begun', [7, 3], async () => () => startPayment(member.cookies)],
  [
    'payment come back',
    [12, 6],
    async () => {
      const { fields } = webpay.pay((await startPayment(member.cookies)).token, 'approve');
      return () => returnFromWebpay(fields, 'POST');
    },
  ],
  [
    'attachment announced',
    [3, 1],
    async () => () => requestUploadUrl({ fileName: 'a.pdf', type: 'contrato' }),
  ],
  [
    'attachment arrived',
    [7, 2],
    async () => {
      const { body } = await requestUploadUrl({ fileName: 'a.pdf', type: 'contrato' });
      const type = { 'content-type': 'application/pdf' };
      return () => putUpload(body.presignedUrl, samples.pdf, type);
    },
  ],
  [
    'document deleted',
    [4, 1],
    async () => {
      const { id } = await uploadToVault(member.cookies, 'otros', undefined, {
        customTitle: 'Poder',
      });
      return () => ok(removeDocument(member.cookies, 'otros', id));
    },
  ],
])('the operation “%s” takes %j round trips to a database server', async (_, trips, prepare) => {
  expect(await tripsOf(await prepare())).toEqual(trips);
});

test('mails take fewer round trips each, the more of them are due', async () => {
  await deliverDue();
  await submitRequest(publicBody);
  const [first] = await tripsOf(() => deliverDue());
  for (let n = 0; n < 10; n++) await submitRequest(publicBody);
  const [ten] = await tripsOf(() => deliverDue());
  // Each request has two mails, in order, one after a check that its address is proved, and a
  // record of the CRM that is not set up.
  expect(first).toBeLessThanOrEqual(11);
  expect(ten).toBeLessThanOrEqual(40);
});

test('a round of the sweeper takes no more round trips with more to look at', async () => {
  const [before] = await tripsOf(() => sweep());
  await insertLeads(Array.from({ length: 60 }, (_, i) => ({ email: `q${i}@andes.cl` })));
  for (let n = 0; n < 5; n++) await submitRequest(publicBody);
  expect(before).toBeLessThanOrEqual(53);
  const [after] = await tripsOf(() => sweep());
  expect(after).toBeLessThanOrEqual(before + 2);
});

async function tripsOf(work: () => Promise<unknown>): Promise<Trips> {
  const before = [server.roundTrips(), server.heldRoundTrips()] as const;
  await work();
  return [server.roundTrips() - before[0], server.heldRoundTrips() - before[1]];
}
