import { expect, test } from 'vitest';
import RequestedPaymentPage from '#app/pagar/[token]/page.tsx';
import type { DeliveryKind } from '#lib/domain/deliveries/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { ownerName, publicName } from '#lib/platform/mail/public-names.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { api } from '#tests/support/call.ts';
import {
  andesCompany,
  inviteMember,
  joinCompany,
  postCompanyForm,
} from '#tests/support/companies.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { recordOwnIssued } from '#tests/support/issued.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import { requestPayment } from '#tests/support/payment-links.ts';
import { paymentsForTest } from '#tests/support/payments-for-test.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import {
  isoDayIn,
  postDocumentRequest,
  sendContactMessage,
} from '#tests/support/requested-documents.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';
import {
  addDocument,
  createShare,
  openSharePage,
  sendShareForm,
  sharesOf,
} from '#tests/support/shares.ts';
import { openCodePage, verifyCode } from '#tests/support/verification.ts';

const HOSTILE = 'Banco avisa: paga en https://pago.evil.cl';

/**
 * Readers of each kind of mail: `others`, whose names somebody else typed, `typist`, who typed
 * them, the team, or nobody's name in it. A new kind does not compile before it is here.
 */
const readers: Record<DeliveryKind, 'others' | 'typist' | 'team' | 'no name'> = {
  'account.code-mail': 'others',
  'account.reset-mail': 'no name',
  'account.password-changed-mail': 'no name',
  'account.factors-mail': 'no name',
  'account.google-linked-mail': 'no name',
  'account.new-browser-mail': 'no name',
  'account.email-changed-mail': 'no name',
  'account.access-mail': 'no name',
  'company.invitation-mail': 'others',
  'company.removed-mail': 'others',
  'company.member-mail': 'typist',
  'company.asked-mail': 'no name',
  'alerts.expiry-mail': 'typist',
  'draft.resume-mail': 'no name',
  'guarantee.internal-mail': 'team',
  'guarantee.acknowledgement': 'others',
  'issued.mail': 'typist',
  'issued.mistake-mail': 'typist',
  'lead.crm': 'team',
  'lead.crm-note': 'team',
  'lead.crm-erase': 'team',
  'lead.internal-mail': 'team',
  'lead.acknowledgement': 'others',
  'lead.conditions-mail': 'others',
  'lead.accepted-mail': 'team',
  'lead.added-mail': 'no name',
  'lead.files-mail': 'team',
  'lead.papers-mail': 'others',
  'lead.reply-mail': 'others',
  'lead.state-mail': 'no name',
  'link.mail': 'no name',
  'payment.receipt-mail': 'no name',
  'payment.refund-mail': 'no name',
  'payment.request-mail': 'others',
  'payment.team-mail': 'team',
  'tender.news-mail': 'no name',
  'share.locked': 'typist',
  'share.opened': 'typist',
  'share.code': 'others',
  'share.sent': 'others',
  'share.asked': 'typist',
};

const { cookies } = await paymentsForTest({
  RATE_LIMITS: 'off',
  MAIL_INTERNAL_TO: 'equipo@resguardo.cl',
});
const nameAll = () =>
  getDb().client.execute({
    sql: 'update accounts set name = ?, razon_social = iif(email is null, ?, null)',
    args: [HOSTILE, HOSTILE],
  });

test('no mail to other people carries a name that is really a message', async () => {
  const registered = await api('/api/auth/register', {
    json: {
      email: 'registro@victima.cl',
      password: 'Caballo-azul-42',
      role: 'natural',
      rut: '12.345.678-5',
      name: HOSTILE,
    },
  });
  expect(registered.status).toBe(200);
  await sendContactMessage('mensaje@victima.cl');
  const { id } = await sendRequest({
    ...publicBody,
    email: 'pide@victima.cl',
    nombreSolicitante: HOSTILE,
    nombreEmpresaOferente: HOSTILE,
  });
  const ana = await makeUser({ email: 'dueña@constructora.cl'.replace('ñ', 'n') });
  const { fileId: documentKey } = await addDocument(ana.id);
  const boss = await makeUser({ ...andesCompany, email: 'jefe@constructora.cl' });
  await nameAll();
  await inviteMember(boss.cookies, 'invitada@victima.cl');
  const { personId } = await joinCompany(boss, 'sale@victima.cl');
  await postCompanyForm(boss.cookies, 'quitar', { person: personId });
  const recipients = 'Banco <banco@victima.cl>';
  await createShare(ana, { documentKey, recipients, emailCode: true });
  const [link] = await sharesOf(ana);
  const sent = await api('/api/documents/shares/send', {
    json: { ids: [link.id] },
    cookies: ana.cookies,
  });
  expect(sent.status).toBe(200);
  await sendShareForm(link.shortUrl, 'codigo');
  await requestPayment(cookies.admin, { email: 'paga@victima.cl', leadId: id });
  await sendConditions(cookies.admin, id);
  await postDocumentRequest(id, cookies.admin, { 'doc-contrato': 'si', hasta: isoDayIn(5) });
  await api(`/api/admin/leads/${id}/replies`, {
    json: { subject: 'Hola', text: 'Te escribo por tu solicitud.' },
    cookies: cookies.admin,
  });
  const mails = await deliverMails();
  const kinds = await getDb().client.execute("select kind from deliveries where state = 'sent'");
  const wanted = Object.entries(readers).flatMap(([kind, who]) => (who === 'others' ? kind : []));
  expect(kinds.rows.map(({ kind }) => String(kind))).toEqual(expect.arrayContaining(wanted));
  const theirs = mails.filter(({ to }) => to.endsWith('@victima.cl'));
  expect(theirs.length).toBeGreaterThanOrEqual(wanted.length);
  for (const { to, subject, text, html } of theirs)
    expect(`${to} ${subject} ${text} ${html}`).not.toMatch(/evil\.cl|Banco avisa/);
  const about = theirs.find(
    ({ to, subject }) => to === 'banco@victima.cl' && subject.includes('te comparte'),
  );
  expect(about?.subject).toBe('Una persona registrada te comparte un documento');
  const code = theirs.find(({ subject }) => subject.includes('es tu código para abrir'));
  expect(code?.text).not.toContain('Lo creó');
});

test('no page for other people shows a name that is really a message', async () => {
  const ana = await makeUser({ email: 'duena@constructora.cl' });
  const { fileId: documentKey } = await addDocument(ana.id);
  await nameAll();
  await createShare(ana, { documentKey });
  const [link] = await sharesOf(ana);
  const names = { issuerName: HOSTILE, holderName: HOSTILE, beneficiaryName: HOSTILE };
  const { verificationCode } = await recordOwnIssued(ana.cookies, names);
  const { id } = await sendRequest({ ...publicBody, nombreEmpresaOferente: HOSTILE });
  const token = await requestPayment(cookies.admin, { email: 'paga@victima.cl', leadId: id });
  browseAs({});
  const pages = [
    await (await openSharePage(link.shortUrl)).text(),
    await (await openCodePage(verificationCode)).text(),
    await (await verifyCode(verificationCode)).text(),
    await renderPage(RequestedPaymentPage, { token }),
  ];
  expect(pages.map((page) => page.length > 100)).toEqual([true, true, true, true]);
  for (const page of pages) expect(page).not.toMatch(/evil\.cl|Banco avisa/);
});

test.each([
  ['Constructora O’Higgins & Hijos Ltda. (Sur)', 'Constructora O’Higgins & Hijos Ltda. (Sur)'],
  ['Inversiones Ñuble S.A.', 'Inversiones Ñuble S.A.'],
  ['Banco: \u202elc.live', null],
  ['ｅｖｉｌ．ｃｌ', null],
  ['ventas@evil.cl', null],
  ['evil.cl', null],
  ['http:\\\\evil', 'http evil'],
  ['Obras «El Roble» #1', 'Obras El Roble 1'],
  ['***', null],
  ['GANASTE 1 millon llama YA al 9 8765 4321, clave del banco (evil. com)', null],
  ['Llama al 9 87 65', null],
  ['Su cuenta fue bloqueada, responda este correo con su clave', null],
  ['Banco 600-123-0000', null],
  ['Banco (600)(123)(0000)', null],
  ['Correos de Chile', 'Correos de Chile'],
  ['Llama al 98 76 54', null],
  ['Cuenta ٩٨٧٦٥٤', null],
  ['Banco (evil. com)', null],
  ['Banco evil . com', null],
  ['Banco evil .cl', null],
  ['Banco evil[.]com', null],
  ['Banco mailto:ana', null],
  ['Comercial A&B Ltda.', 'Comercial A&B Ltda.'],
  ['I. Municipalidad de Ñuñoa', 'I. Municipalidad de Ñuñoa'],
  ['HDI Seguros S.A.', 'HDI Seguros S.A.'],
  ['Soc. Agrícola N° 2 SpA', 'Soc. Agrícola N° 2 SpA'],
  ['Soc. Com. Los Andes 3.0 Ltda.', 'Soc. Com. Los Andes 3.0 Ltda.'],
  ['Constructora XYZ S.A. / Los Álamos Ltda.', 'Constructora XYZ S.A. - Los Álamos Ltda.'],
  ['Fundación 2010 - 1', 'Fundación 2010 - 1'],
  ['Envie su segunda c-l-a-v-e hoy', null],
  ['Envie su c l a v e hoy', null],
  ['Diga su P.I.N. hoy', null],
  ['Conteste este correo', null],
  ['Buin-Paine E.I.R.L.', 'Buin-Paine E.I.R.L.'],
  ['Constructora Entre Lagos Ltda.', 'Constructora Entre Lagos Ltda.'],
  ['BancoEstado', 'BancoEstado'],
  ['Banco Andes Cta 12345', null],
  ['Banco Andes CC 1234', null],
  ['Llama al seis cero cero uno dos tres', null],
  ['Banco seis cero cero uno dos tres', null],
  ['Banco 6OO I23', null],
  ['Garantía verificada por Resguardo', null],
  ['Equipo Resguard0 SpA', null],
  ['R\u0435sguardo', null],
  ['Su boleta fue rechazada', null],
  ['Ignore este aviso, use otro emisor', null],
  ['Comercial evil cl', null],
  ['evil,cl', null],
  ['Vea nuestro instagram evilcorp', null],
  ['Escanee el codigo adjunto', null],
  ['Paga hoy SpA', null],
  ['Llama al banco Ltda.', null],
  ['Llama Austral SpA', 'Llama Austral SpA'],
  ['Comercial Haz Ltda', 'Comercial Haz Ltda'],
  ['Correo Central SpA', null],
  ['Soc.Constructora Sur Ltda.', 'Soc. Constructora Sur Ltda.'],
  ['Comercial Norte S.A./Sucursal Sur', 'Comercial Norte S.A. - Sucursal Sur'],
  ['Tres Ríos y Dos Hermanos Ltda.', 'Tres Ríos y Dos Hermanos Ltda.'],
  ['', null],
  [null, null],
  ['A'.repeat(200), `${'A'.repeat(59)}…`],
])('the typed name %s is shown as %s', (typed, shown) => {
  expect(publicName(typed)).toBe(shown);
});

test.each([
  ['Banco Estado pide hoy', null],
  ['B.a.n.c.o Estado', null],
  ['Tesorería General', null],
  ['I. Municipalidad de Ñuñoa', null],
  ['Constructora Andes SpA', 'Constructora Andes SpA'],
  [null, null],
])('the typed name %s of the owner of a link or a request is shown as %s', (typed, shown) => {
  expect(ownerName(typed)).toBe(shown);
});
