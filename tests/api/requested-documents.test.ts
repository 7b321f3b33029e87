import { beforeEach, describe, expect, test } from 'vitest';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { remindOfRequestedDocuments } from '#lib/domain/requests/requested-documents/writes/request-documents.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { getAccount, makeAccount } from '#tests/support/accounts.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { deliverErasureTasks, rowProblems } from '#tests/support/erasure.ts';
import { eventsOf, insertLead, leadOf, sendRequest } from '#tests/support/leads.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { insertLink, linksOf, shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { textFile } from '#tests/support/request-files.ts';
import {
  isoDayIn,
  postDocumentRequest,
  requestDocuments,
  requestedDocumentsOf,
  sendContactMessage,
  sendRequestedDocuments,
} from '#tests/support/requested-documents.ts';
import { samples } from '#tests/support/sample-files.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ MAIL_INTERNAL_TO: 'equipo@resguardo.cl', MAX_UPLOAD_MB: '1' });
let [id, submissionId, token] = [0, 0, ''];
const admin = advisorForTest();
beforeEach(async () => {
  ({ id, submissionId } = await sendRequest(publicBody));
  token = await shownLinkToken('receipt', submissionId);
  browseAs({});
});

const page = async () => textOf(await renderPage(ReceiptPage, { token }));
const second = { 'doc-certificado_f30': 'si', otros: 'Certificado de experiencia' };
const F30 = 'Certificado de antecedentes laborales (F30)';
const DONE = '?aviso=documentos#documentos';
const mailsTo = (email: string) => mailboxFilesIn(world.dataDir).filter(({ to }) => to === email);
const mails = () =>
  mailsTo(publicBody.email).filter(({ subject }) => /Te pedimos|Falta/.test(subject));
const leadPage = async () => {
  browseAs(admin.cookies);
  const html = await renderPage(LeadPage, { id: `${id}` });
  browseAs({});
  return html;
};

describe('requested documents', () => {
  test('are mailed, and named on the request page, on the team’s page and in the history', async () => {
    await makeAccount();
    const until = isoDayIn(7);
    const response = { ...second, mensaje: 'El F30 de este mes.' };
    expect(await postDocumentRequest(id, admin.cookies, response)).toBe(
      '?aviso=pedidos#documentos',
    );
    await deliverErasureTasks(world);
    expect(mails()).toMatchObject([
      {
        subject: `Te pedimos 2 documentos: solicitud N.º ${submissionId}`,
        replyTo: admin.email,
        text: expect.stringMatching(/F30\).*experiencia.*de este mes.*#documentos/s),
      },
    ]);
    const html = await page();
    expect(html).toContain('Faltan 2 documentos');
    expect(html).toContain('Tu asesor espera 2 documentos hasta el ');
    expect(html).toContain('El F30 de este mes.');
    expect(html).toMatch(/ \(F30\) PDF.* Certificado de experiencia PDF.* Bases o contrato /);
    expect(html).toMatch(/Qué ha pasado Documentos pedidos /);
    expect(textOf(await leadPage())).toMatch(
      /Documentos pedidos 0 de 2 recibidos .*Falta, hasta el 27-11-2026 /,
    );
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'papers', what: 'asked', papers: [F30, 'Certificado de experiencia'], until },
      { kind: 'assigned', to: admin.email },
    ]);
    expect((await leadOf(id)).assignedTo).toBe(admin.id);
    const { id: accountId } = await getAccount(publicBody.email);
    expect(await auditTrailOf(accountId)).toContain('papers.asked');
  });

  test('leave the list one by one as they come, and open for advisors', async () => {
    const [f30, other] = await requestDocuments(id, admin.cookies, second);
    const sent = { files: { [`pedido-${f30?.id}`]: [textFile('F30.pdf')] } };
    expect(await sendRequestedDocuments(`/comprobante/${token}`, sent)).toBe(DONE);
    const after = await page();
    expect(after).toContain('Tu asesor espera un documento hasta el ');
    expect(after).toContain('Recibimos 1 documento de lo que te pedimos.');
    expect(after).toMatch(/\(F30\) F30\.pdf \(\d+ B\), agregado el /);
    expect(after).toMatch(/experiencia PDF/);
    expect(after).not.toMatch(/\(F30\) PDF/);
    const html = await leadPage();
    expect(textOf(html)).toMatch(/1 de 2 recibidos .*F30\.pdf \(\d+ B\), llegó el /);
    expect(textOf(html)).toContain(`${F30}: F30.pdf`);
    const kind = /\/files\/([\w-]{22})"/.exec(html)?.[1] ?? '';
    const path = `/api/admin/leads/${id}/files/${kind}`;
    const opened = await api(path, {
      cookies: admin.cookies,
    });
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(samples.pdf);
    const rest = { files: { [`pedido-${other?.id}`]: [textFile('E.pdf')] }, view: 'otra' };
    await sendRequestedDocuments(`/comprobante/${token}`, rest);
    expect(await page()).toContain('Recibimos 2 documentos de lo que te pedimos.');
    expect(textOf(await leadPage())).toContain('2 de 2 recibidos');
    expect(await rowProblems()).toEqual([]);
  });

  test('of a message are sent by its page, and open under no other lead', async () => {
    const lead = await sendContactMessage('ana@obras.cl');
    const [document] = await requestDocuments(lead, admin.cookies, second);
    await deliverErasureTasks(world);
    const mail = mailsTo('ana@obras.cl').find(
      ({ subject }) => subject === `Te pedimos 2 documentos: mensaje N.º ${lead}`,
    );
    const link = /recibido\/([\w.-]+)#documentos/.exec(mail?.text ?? '')?.[1] ?? '';
    const shown = async () => textOf(await renderPage(ReceivedPage, { token: link }));
    expect(await shown()).toMatch(/\(F30\) PDF.* Certificado de experiencia PDF/);
    const sent = { files: { [`pedido-${document?.id}`]: [textFile('F30.pdf')] } };
    expect(await sendRequestedDocuments(`/recibido/${link}`, sent)).toBe(DONE);
    expect(await sendRequestedDocuments(`/recibido/${link}`, sent)).toBe(DONE);
    expect(await shown()).toMatch(
      /\(F30\) F30\.pdf \(\d+ B\), llegó el .* Certificado de experiencia PDF/,
    );
    const [{ files } = { files: [] }] = await requestedDocumentsOf(lead);
    expect(files).toHaveLength(1);
    const open = async (of: number) => {
      const path = `/api/admin/leads/${of}/files/${files[0]?.id}`;
      return (await api(path, { cookies: admin.cookies })).status;
    };
    expect([await open(lead), await open(id)]).toEqual([200, 404]);
    await deliverErasureTasks(world);
    expect(mailsTo('equipo@resguardo.cl').map((item) => item.subject)).toContain(
      `Documento agregado: mensaje N.º ${lead}, Ana Muñoz`,
    );
    expect(await rowProblems()).toEqual([]);
  });

  test('may be the same file for two of them, from one view of the page', async () => {
    const documents = await requestDocuments(id, admin.cookies, second);
    for (const document of documents) {
      const files = { [`pedido-${document.id}`]: [textFile('Todo.pdf')] };
      expect(await sendRequestedDocuments(`/comprobante/${token}`, { files })).toBe(DONE);
      expect(await sendRequestedDocuments(`/comprobante/${token}`, { files })).toBe(DONE);
    }
    expect((await requestedDocumentsOf(id)).map(({ files }) => files.length)).toEqual([1, 1]);
  });

  test('change nothing if requested again; more of them, or more time, make one list and one more mail', async () => {
    const hasta = isoDayIn(7);
    await postDocumentRequest(id, admin.cookies, { ...second, hasta, mensaje: 'De este mes.' });
    await postDocumentRequest(id, admin.cookies, { ...second, hasta });
    await postDocumentRequest(id, admin.cookies, { hasta });
    expect(await requestedDocumentsOf(id)).toHaveLength(2);
    expect((await eventsOf(id)).filter(({ kind }) => kind === 'papers')).toHaveLength(1);
    await postDocumentRequest(id, admin.cookies, {
      hasta: isoDayIn(9),
      otros: 'certificado de EXPERIENCIA\nBalance',
      mensaje: 'Con firma.',
    });
    expect((await requestedDocumentsOf(id)).map(({ title, until }) => [title, until])).toEqual(
      [F30, 'Certificado de experiencia', 'Balance'].map((title) => [title, isoDayIn(9)]),
    );
    await deliverErasureTasks(world);
    expect(mails().map(({ subject }) => subject.split(':')[0])).toEqual([
      'Te pedimos 3 documentos',
      'Te pedimos 3 documentos',
    ]);
    for (const { text } of mails()) {
      expect(text).toContain('Con firma.');
      expect(text).not.toContain('De este mes.');
    }
  });

  test.each([
    ['nothing', {}],
    ['a day that is over', { ...second, hasta: '2020-01-01' }],
    ['a day too far', { ...second, hasta: '2027-06-01' }],
    ['no day', { ...second, hasta: '' }],
    ['too many', { otros: Array.from({ length: 13 }, (_, n) => `Papel ${n}`).join('\n') }],
    ['a name too long', { otros: 'x'.repeat(121) }],
  ])('are refused with %s', async (_, response) => {
    expect(await postDocumentRequest(id, admin.cookies, response)).toBe('?error=validation_failed');
    expect(await requestedDocumentsOf(id)).toEqual([]);
  });
});

describe('reminders of requested documents', () => {
  const later = async (days: number) => {
    world.advance(days * DAY);
    await remindOfRequestedDocuments(now());
    await remindOfRequestedDocuments(now());
    await deliverErasureTasks(world);
    return mails().filter(({ subject }) => subject.startsWith('Falta')).length;
  };

  test('are sent after 2 and 5 days, and then no more', async () => {
    await postDocumentRequest(id, admin.cookies, second);
    const counts = [
      await later(1),
      await later(1.1),
      await later(1),
      await later(2),
      await later(1),
    ];
    expect(counts).toEqual([0, 1, 1, 2, 2]);
  });

  test('that fell due while nothing ran are sent as one', async () => {
    await postDocumentRequest(id, admin.cookies, second);
    expect([await later(6), await later(1)]).toEqual([1, 1]);
  });

  test('stop once all came, their day is over or they were revoked', async () => {
    const [f30, other] = await requestDocuments(id, admin.cookies, second);
    const files = {
      [`pedido-${f30?.id}`]: [textFile('F.pdf')],
      [`pedido-${other?.id}`]: [textFile('E.pdf')],
    };
    await sendRequestedDocuments(`/comprobante/${token}`, { files });
    expect(await later(3)).toBe(0);
    await postDocumentRequest(id, admin.cookies, { otros: 'Balance', hasta: isoDayIn(1) });
    expect(await later(3)).toBe(0);
    await postDocumentRequest(id, admin.cookies, { hasta: isoDayIn(10) });
    await postDocumentRequest(id, admin.cookies, { dejar: 'si' });
    expect(await later(3)).toBe(0);
  });

  test('have a link that opens the page, also when the earlier links have ended', async () => {
    const lead = await insertLead({ email: 'ana@obras.cl' });
    await insertLink('lead-receipt', lead, { mailedTo: 'x', endsAt: now() + DAY });
    await postDocumentRequest(lead, admin.cookies, second);
    world.advance(3 * DAY);
    await remindOfRequestedDocuments(now());
    await deliverErasureTasks(world);
    const mail = mailsTo('ana@obras.cl').find(
      ({ subject }) => subject === `Faltan 2 documentos: mensaje N.º ${lead}`,
    );
    expect(await linksOf(lead)).toHaveLength(2);
    const newest = /recibido\/([\w.-]+)#documentos/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(textOf(await renderPage(ReceivedPage, { token: newest }))).toContain(F30);
  });
});
