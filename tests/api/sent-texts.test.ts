import { expect, test } from 'vitest';
import { announceAlerts } from '#lib/domain/alerts/writes.ts';
import { deliveryPayloads } from '#lib/domain/deliveries/schema.ts';
import { sweepDeliveries } from '#lib/domain/deliveries/sweep.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { register, requestPasswordReset } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { andesCompany, inviteMember, joinCompany } from '#tests/support/companies.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { changeEmail } from '#tests/support/email-change.ts';
import { enqueueUnchecked } from '#tests/support/enqueue.ts';
import { recordIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { insertLink, shownLinkToken } from '#tests/support/mailed-links.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import {
  isoDayIn,
  postDocumentRequest,
  sendContactMessage,
} from '#tests/support/requested-documents.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { addDocument, createShare, sendShareForm, sharesOf } from '#tests/support/shares.ts';

const { cookies, webpay, world } = await paymentsForTest({
  RATE_LIMITS: 'off',
  MAIL_INTERNAL_TO: 'equipo@resguardo.cl',
});

const PASTED = 'abc-DEF_1234567890123';
const run = async (sql: string, ...args: (string | number)[]) =>
  (await getDb().client.execute({ sql, args })).rows;
const idOf = async (sql: string, ...args: string[]) => (await run(sql, ...args))[0]?.id;
const send = (kind: string, payload: object) =>
  getDb().write((tx) =>
    enqueueUnchecked(tx, { partition: `${kind}/mail`, kind, payload, now: world.now() }),
  );

/** Queues a mail of every kind. Those that no form of these causes are queued by their payload. */
async function makeWorld() {
  await register({ email: 'registro@x.cl' });
  await sendContactMessage('mensaje@x.cl');
  const { id, submissionId } = await sendRequest({ ...publicBody, email: 'pide@x.cl' });
  const ana = await makeUser({ email: 'ana@x.cl' });
  await requestPasswordReset(ana.email);
  const [accountId, at] = [ana.id, world.now()];
  await run("insert into known_browsers values ('b', ?, 'hash', ?, ?)", ana.id, at, at);
  const browser = { device: 'Firefox', place: '10.0.0.0' };
  await send('account.password-changed-mail', { accountId, at });
  await send('account.factors-mail', { accountId, at, action: 'factor.totp-added' });
  await send('account.google-linked-mail', { accountId, at });
  await send('account.new-browser-mail', { accountId, at, browserId: 'b', ...browser });
  await send('account.access-mail', { accountId, change: 'sessions' });
  await changeEmail((await makeUser({ email: 'cambia@x.cl' })).cookies);
  const boss = await makeUser({ ...andesCompany, email: 'jefe@x.cl' });
  await inviteMember(boss.cookies, 'invitada@x.cl');
  await deliverMails();
  const { personId } = await joinCompany(boss, 'sale@x.cl');
  const [owner] = await run(`select company_id as "companyId", person_id as "personId"
    from company_members where role = 'owner'`);
  await send('company.asked-mail', { ...owner, email: 'pide@andes.cl' });
  await send('company.removed-mail', { companyId: owner?.companyId, personId, deleted: 'Andes' });
  await insertDocument(ana.id, {
    category: 'poliza_garantia',
    expiresAt: endOfDay(addDays(isoDay(at), 5)),
  });
  await announceAlerts(at);
  const validUntil = at + DAY;
  const linkId = await insertLink('resume', 'borrador');
  await send('draft.resume-mail', { linkId, draftId: 'borrador', email: 'sigue@x.cl', validUntil });
  const token = await shownLinkToken('receipt', submissionId);
  await insertLink('receipt', submissionId, { id: 'enlace' });
  await send('link.mail', { linkId: 'enlace', kind: 'receipt' });
  const { fileId: documentKey } = await addDocument(ana.id);
  await createShare(ana, { documentKey, recipients: 'Banco <banco@x.cl>', emailCode: true });
  const [shared] = await sharesOf(ana);
  await api('/api/documents/shares/send', { json: { ids: [shared.id] }, cookies: ana.cookies });
  await sendShareForm(shared.shortUrl, 'codigo');
  await run(
    'update share_links set wrong_tries = 100, wrong_since = ? where id = ?',
    at,
    shared.id,
  );
  await run(
    "insert into share_openings (link_id, place, agent, at) values (?, '10.0.0.0', '', ?)",
    shared.id,
    at,
  );
  await send('share.locked', { linkId: shared.id, at });
  for (const kind of ['share.opened', 'share.asked']) await send(kind, { linkId: shared.id });
  const order = await requestPayment(cookies.admin, { leadId: id, email: 'paga@x.cl' });
  await deliverMails();
  const { buyOrder } = await payAsGuest(webpay, order);
  const paymentId = await idOf('select id from payments where buy_order = ?', buyOrder);
  await send('payment.refund-mail', { paymentId, refundedAmount: 1000, refundedAt: at });
  await sendConditions(cookies.admin, id);
  await run(
    `insert into tender_news (address, lead_id, detail, at, mailed_on)
      values ('h', ?, '{"code":"3667-12-LP26","what":"awarded"}', ?, '2026-11-20')`,
    id,
    at,
  );
  await send('tender.news-mail', { address: 'h', day: '2026-11-20' });
  await postDocumentRequest(id, cookies.admin, { 'doc-contrato': 'si', hasta: isoDayIn(5) });
  await run(
    `insert into lead_events (lead_id, kind, actor, detail, at)
      values (?, 'message', 'applicant', '{"text":"Ya va."}', ?)`,
    id,
    at,
  );
  const eventIds = [await idOf("select id from lead_events where kind = 'message'")];
  for (const kind of ['lead.added-mail', 'lead.files-mail']) {
    await send(kind, { leadId: id, eventIds });
  }
  await api(`/api/admin/leads/${id}/replies`, {
    json: { subject: 'Hola', text: `Sube la póliza en resguardo.cl/comprobante/${PASTED} hoy.` },
    cookies: cookies.admin,
  });
  await deliverMails();
  await acceptConditions(token, 1);
  await deliverMails();
  await api(`/api/admin/leads/${id}/state`, {
    json: { state: 'aprobada' },
    cookies: cookies.admin,
  });
  world.advance(10 * MINUTE);
  await deliverMails();
  const { number } = await recordIssued(cookies.admin, id);
  await send('issued.mistake-mail', { number });
}

test('for every kind of mail, the stored text holds no token, code or link that the mail contained', async () => {
  await makeWorld();
  const mails = await deliverMails();
  const storedRows = await run(`select kind, subject, text from deliveries d
    left join delivery_texts on delivery_id = d.id where state = 'sent'`);
  const kinds = new Set(storedRows.flatMap(({ kind, text }) => (text ? kind : [])));
  const mailed = Object.keys(deliveryPayloads).filter((kind) => !kind.startsWith('lead.crm'));
  expect(mailed.filter((kind) => !kinds.has(kind))).toEqual([]);
  const sent = mails.map(({ subject, text }) => `${subject} ${text}`).join(' ');
  const open = sent.replaceAll(/http:\/\/localhost:3000\/(?:panel|admin)\/[\w/-]*/g, '');
  const secrets = new Set([
    ...(open.match(/[\w.-]{20,}/g) ?? []).filter(
      (word) => /\d/.test(word) && !word.startsWith('RG-'),
    ),
    ...[...sent.matchAll(/^Código: (\S+)$/gm)].map(([, code]) => code),
    ...(await run('select code from verification_codes')).map(({ code }) =>
      `${code}`.replaceAll(/.{5}(?=.)/g, '$&-'),
    ),
  ]);
  const stored = storedRows.map(({ subject, text }) => `${subject} ${text}`).join(' ');
  expect([...secrets].filter((secret) => stored.includes(`${secret}`))).toEqual([]);
  expect(sent).toContain(PASTED);
  expect(stored).toContain('Sube la póliza en resguardo.cl/comprobante/•••••• hoy.');
});

test('the stored text of a mail is deleted when its recipient or a person it names is erased, and after 90 days', async () => {
  const erased = 'pide@x.cl';
  await sendRequest({ ...publicBody, email: erased });
  await sendRequest({ ...publicBody, email: 'otra@x.cl' });
  await register({ email: erased });
  const boss = await makeUser({ ...andesCompany, email: 'jefe@x.cl' });
  const [owner] = await run(
    'select company_id as "companyId", person_id as "personId" from company_members',
  );
  await send('company.asked-mail', { ...owner, email: erased });
  await send('company.asked-mail', { ...owner, email: 'otra@x.cl' });
  await deliverMails();
  const texts = async () =>
    (
      await run(`select lower(subject || text) as words, sent_to from delivery_texts
      join deliveries on id = delivery_id`)
    ).map(({ words, sent_to }) => `${sent_to} ${words}`);
  const naming = async (email: string) =>
    (await texts()).filter((words) => words.includes(email)).length;
  const before = await naming('otra@x.cl');
  expect([await naming(erased), before, boss.email]).toEqual([before + 1, before, 'jefe@x.cl']);
  await postForm('/admin/borrar/confirmar', {
    form: { correo: erased, confirmation: erased },
    cookies: cookies.admin,
  });
  expect([await naming(erased), await naming('otra@x.cl')]).toEqual([0, before]);
  await sweepDeliveries(world.now() + 91 * DAY);
  expect(await texts()).toEqual([]);
});
