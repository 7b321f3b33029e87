import { eq } from 'drizzle-orm';
import { mailsToken } from '#lib/domain/alerts/unsubscribe.ts';
import { paymentRequestUrl } from '#lib/domain/payments/links.ts';
import { GUEST_ACCOUNT_ID, PAYMENT_REQUEST_DAYS } from '#lib/domain/payments/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { companyInvitations } from '#lib/platform/db/schema/companies.ts';
import { passkeys } from '#lib/platform/db/schema/factors.ts';
import { paymentRefunds, paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { getAccount, getCompany, makeUser, signIn } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { invitationPathOf, inviteMember, joinCompany } from '#tests/support/companies.ts';
import { postOwn } from '#tests/support/issued.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { insertLink, shownLinkToken } from '#tests/support/mailed-links.ts';
import { paymentOf, startPayment } from '#tests/support/payments.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { announceUpload, idOf, putUpload } from '#tests/support/upload-client.ts';
import { type Cookies, makeCompany, removeDocument, uploadToVault } from '#tests/support/vault.ts';
import { newVisitor } from '#tests/support/wizard.ts';

/**
 * Kinds of things that an id can name. In the worlds of the object-access tests, A owns one of
 * each.
 */
export type OwnedKind =
  | 'account'
  | 'delivery'
  | 'document'
  | 'company'
  | 'file'
  | 'guarantee'
  | 'guaranteeNumber'
  | 'guestPayment'
  | 'invitation'
  | 'lead'
  | 'member'
  | 'payment'
  | 'paymentRequest'
  | 'passkey'
  | 'paymentSession'
  | 'refund'
  | 'removedDocument'
  | 'session'
  | 'share'
  | 'submission'
  | 'upload';

export type TokenKind =
  | 'calendar'
  | 'code'
  | 'file'
  | 'invitation'
  | 'issued'
  | 'receipt'
  | 'received'
  | 'request'
  | 'resume'
  | 'share'
  | 'unsubscribe';

export type OwnedWorld = {
  /** Id of one thing of A for each kind. */
  ids: Record<OwnedKind, string>;
  /** Bearer tokens, by purpose. */
  tokens: Record<TokenKind, string>;
  /** Texts that only A's things contain. */
  marks: string[];
  a: Cookies;
  /** A company that has everything that A has, under another identity. */
  b: Cookies;
  natural: Cookies;
  admin: Advisor;
};

const MARK = 'Albatros';

/** Makes a lead that was promised a call, so that every URL of its page answers. */
function putCalledLead(email: string): Promise<number> {
  const telefono = '+56912345678';
  const answers = { primer_nombre: MARK, correo: email, telefono };
  const call = { respuesta_preferida: 'Con una llamada en la tarde' };
  return insertLead({ email, name: MARK, phone: telefono, answers: { ...answers, ...call } });
}

/** Makes two companies, A with one of everything, a person, an advisor and a Webpay stand-in. */
export async function createOwnedWorld(): Promise<OwnedWorld> {
  const a = await makeCompany('duena', { razonSocial: `${MARK} SpA`, rut: '96.000.001-3' });
  const account = await getAccount('duena@andes.cl');
  const company = await getCompany(account.email);
  const owner = { id: company.id, email: account.email, cookies: a };
  const colleague = await joinCompany(owner, 'colega@andes.cl');
  await inviteMember(a, 'invitada@andes.cl');
  const [invitation] = await getDb().read.select().from(companyInvitations);
  const send = async (method: 'GET' | 'POST', path: string, json?: object) =>
    (await api(path, { method, cookies: a, json })).json();

  const removed = await uploadToVault(a, 'contrato', pdf(`${MARK} borrado.pdf`));
  await removeDocument(a, 'contrato', removed.id);
  const document = await uploadToVault(a, 'contrato', pdf(`${MARK}.pdf`));
  const toShare = { documentKey: document.fileId, recipients: 'luis@banco.cl' };
  const shared = await send('POST', '/api/documents/share', toShare);
  await signIn({ email: account.email });
  const sessions: { id: string; current: boolean }[] = (await send('GET', '/api/auth/sessions'))
    .data;
  const session = sessions.find(({ current }) => !current);
  const payment = await startPayment(a, { description: MARK });
  const response = await announceUpload(`${MARK}.pdf`);
  await putUpload(response.presignedUrl, samples.pdf);
  const request = await sendRequest({ ...publicBody, email: account.email, institucion: MARK });
  const delivery = (await queuedDeliveries()).find(({ partition }) =>
    partition.startsWith('lead:'),
  );
  const calendar = await send('POST', '/api/documents/calendar');
  const [link] = await getDb().read.select().from(shareLinks);
  const admin = await makeAdvisor();
  const recorded = await postOwn(a, { documentId: document.id, holderName: MARK, note: MARK });
  const { data: guarantee } = await recorded.json();

  return {
    ids: {
      account: account.id,
      company: company.id,
      invitation: String(invitation?.id),
      member: colleague.personId,
      delivery: String(delivery?.id),
      document: document.id,
      file: document.fileId,
      guarantee: guarantee.id,
      guaranteeNumber: String(guarantee.number),
      guestPayment: GUEST_ORDER,
      lead: String(request.id),
      payment: payment.buyOrder,
      paymentRequest: await createPaymentRequest(admin, account.email),
      passkey: await addKey(account.id),
      paymentSession: payment.sessionId,
      refund: await oweRefund(payment.buyOrder),
      removedDocument: removed.id,
      session: String(session?.id),
      share: String(link?.id),
      submission: String(request.submissionId),
      upload: idOf(response.downloadUrl),
    },
    tokens: {
      invitation: lastOf(await invitationPathOf('invitada@andes.cl')),
      share: lastOf(shared.shareUrl),
      code: lastOf(shared.shortUrl),
      file: lastOf(response.downloadUrl),
      issued: await insertLink('issued', guarantee.number),
      receipt: await shownLinkToken('receipt', request.submissionId),
      received: await insertLink('lead-receipt', await putCalledLead(account.email)),
      calendar: lastOf(calendar.data.url),
      resume: await insertLink('resume', await makeDraft()),
      unsubscribe: mailsToken({ accountId: account.id, companyId: company.id }),
      request: lastOf(paymentRequestUrl(await payAsGuest(admin, account.email))),
    },
    marks: [MARK, account.email, '96000001', '96.000.001'],
    a,
    b: await makeCompany('otra'),
    natural: await person(),
    admin,
  };
}

const pdf = (name: string) => ({ bytes: samples.pdf, name });

async function makeDraft(): Promise<string> {
  const who = newVisitor();
  await who.save('tipo', { sistemaLicitacion: 'privados' });
  return (await who.draft())?.id ?? '';
}

async function person(): Promise<Cookies> {
  return (await makeUser({ email: 'nadia@otra.cl', name: 'Nadia Otra' })).cookies;
}

export async function createPaymentRequest(admin: Advisor, email: string): Promise<string> {
  const id = randomId();
  const row = { id, email, amount: 5000, description: MARK, createdBy: admin.id };
  await getDb().write((tx) =>
    tx
      .insert(paymentRequests)
      .values({ ...row, createdAt: now(), expiresAt: now() + PAYMENT_REQUEST_DAYS * DAY }),
  );
  return id;
}

/** Fixed order number, because the requests of a guest name it beside the token. */
export const GUEST_ORDER = 'RG-3333-3333-3333-3333';

async function payAsGuest(admin: Advisor, email: string): Promise<string> {
  const paymentRequestId = await createPaymentRequest(admin, email);
  const at = { createdAt: now(), updatedAt: now(), settledAt: now() };
  const row = {
    buyOrder: GUEST_ORDER,
    sessionId: 'x',
    accountId: GUEST_ACCOUNT_ID,
    amount: 5000,
    ...at,
  };
  await getDb().write(async (tx) => {
    const values = { ...row, paymentRequestId, description: MARK, state: 'authorized' } as const;
    const [paid] = await tx.insert(payments).values(values).returning({ id: payments.id });
    const reservedBy = paid?.id;
    await tx
      .update(paymentRequests)
      .set({ reservedBy })
      .where(eq(paymentRequests.id, paymentRequestId));
  });
  return paymentRequestId;
}

/** Adds a refund that the provider no longer reports. */
async function oweRefund(buyOrder: string): Promise<string> {
  const { id: paymentId } = await paymentOf(buyOrder);
  const row = { paymentId, key: 'clave', amount: 100, actor: 'x', requestedAt: now() };
  const [refund] = await getDb().write((tx) =>
    tx
      .insert(paymentRefunds)
      .values({ ...row, state: 'unclear' })
      .returning({ id: paymentRefunds.id }),
  );
  return String(refund?.id);
}

function lastOf(url: string): string {
  return url.split('/').at(-1) ?? '';
}

async function addKey(accountId: string): Promise<string> {
  const key = { id: randomId(), accountId, credentialId: randomId(), publicKey: '', counter: 0 };
  await getDb().write((tx) => tx.insert(passkeys).values({ ...key, name: MARK, createdAt: now() }));
  return key.id;
}
