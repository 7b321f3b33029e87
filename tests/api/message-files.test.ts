import { describe, expect, test } from 'vitest';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import { DAY } from '#lib/platform/process/durations.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { deliverErasureTasks, rowProblems } from '#tests/support/erasure.ts';
import { eventsOf } from '#tests/support/leads.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { textFile } from '#tests/support/request-files.ts';
import {
  requestedDocumentsOf,
  sendContactMessage,
  sendRequestedDocuments,
  sendTextFromPage,
} from '#tests/support/requested-documents.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ MAIL_INTERNAL_TO: 'equipo@resguardo.cl', MAX_UPLOAD_MB: '1' });
const admin = advisorForTest();
const DONE = '?aviso=documentos#documentos';
const mailsTo = (email: string) => mailboxFilesIn(world.dataDir).filter(({ to }) => to === email);

test('files can be added to a message at once: the advisor opens them, and both sides get a mail', async () => {
  browseAs({});
  const lead = await sendContactMessage('ana@obras.cl');
  const path = `/recibido/${await shownLinkToken('lead-receipt', lead)}` as const;
  const shown = async () => textOf(await renderPage(ReceivedPage, { token: path.slice(10) }));
  expect(await shown()).toMatch(
    /hazlo en esta página.*Escríbele a tu asesor .*Tu mensaje .*Tu contrato o las bases \(una foto sirve\)/,
  );
  const sent = (name: string, view = name) =>
    sendRequestedDocuments(path, { files: { adicional: [textFile(name)] }, view });
  expect(await sent('Balance.pdf')).toBe(DONE);
  expect(await sent('Balance.pdf')).toBe(DONE);
  expect(await sent('Poder.pdf')).toBe(DONE);
  const after = await shown();
  for (const name of ['Balance', 'Poder']) expect(after).toContain(`Otro documento ${name}.pdf (`);
  expect(after).toContain('Recibimos tu mensaje');
  expect(after).not.toMatch(/te pedimos|ya no espera|Falta/);
  expect(await requestedDocumentsOf(lead)).toMatchObject([{ files: [{}, {}] }]);
  browseAs(admin.cookies);
  const html = await renderPage(LeadPage, { id: `${lead}` });
  browseAs({});
  expect(textOf(html)).toMatch(/Otro documento Balance\.pdf \(\d+ B\), llegó el /);
  expect(html).not.toContain('recibidos');
  const [, kind] = /\/files\/([\w-]{22})"/.exec(html) ?? [];
  const opened = await api(`/api/admin/leads/${lead}/files/${kind}`, { cookies: admin.cookies });
  expect(opened.status).toBe(200);
  world.advance(DAY);
  await deliverErasureTasks(world);
  expect(mailsTo('equipo@resguardo.cl').map(({ subject }) => subject)).toContain(
    `2 documentos agregados: mensaje N.º ${lead}, Ana Muñoz`,
  );
  expect(
    mailsTo('ana@obras.cl').find(({ subject }) => subject.startsWith('Recibimos 2')),
  ).toMatchObject({
    subject: `Recibimos 2 documentos: mensaje N.º ${lead}`,
    text: expect.stringContaining('Ya los tiene tu asesor.'),
  });
  // The page was opened by a link that no mail brought, so the names of the files may be anybody's.
  const added = mailsTo('ana@obras.cl').find(({ subject }) => subject.startsWith('Recibimos 2'));
  expect(added?.text).toMatch(/1\. Otro documento \(\d+ B\)/);
  expect(added?.text).not.toContain('Balance.pdf');
  const virus = new File(['MZ'], 'virus.exe');
  expect(await sendRequestedDocuments(path, { files: { adicional: [virus] } })).toContain(
    'error=validation_failed',
  );
  expect(await rowProblems()).toEqual([]);
});

test('one form sends text and files; when one is refused, the text is shown again and the valid file kept', async () => {
  browseAs({});
  const lead = await sendContactMessage('eva@obras.cl');
  const path = `/recibido/${await shownLinkToken('lead-receipt', lead)}` as const;
  const html = await renderPage(ReceivedPage, { token: path.slice(10) });
  const [form = ''] = /<form[^>]*>(?:(?!<\/form>).)*name="mensaje".*?<\/form>/s.exec(html) ?? [];
  expect(form).toContain('name="adicional"');
  expect(html).not.toContain(`action="${path}/mensaje"`);
  const text = (message: string) => ({ envio: 'una', mensaje: message });
  const post = async (fields: Record<string, string>, files: File[]) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (const item of files) body.append('adicional', item);
    return valuesKeptAfterRefusal(await postForm(`${path}/archivos`, { body }));
  };
  const texts = async () =>
    (await eventsOf(lead)).flatMap((event) => (event.kind === 'message' ? event.text : []));
  const long = 'x'.repeat(2001);
  const tooLong = await post(text(long), [textFile('Bases.pdf')]);
  expect(tooLong).toMatchObject({
    fields: { mensaje: expect.any(String) },
    values: { mensaje: long },
  });
  expect(await requestedDocumentsOf(lead)).toMatchObject([{ files: [{ fileName: 'Bases.pdf' }] }]);
  const virus = await post(text('¿Sirven?'), [new File(['MZ'], 'virus.exe')]);
  expect(virus).toMatchObject({
    fields: { adicional: expect.any(String) },
    values: { mensaje: '¿Sirven?' },
  });
  expect(await texts()).toEqual([]);
  const huge = new File([new Uint8Array(1024 * 1024 + 1)], 'Plano.pdf');
  expect(await post(text('¿Sirven?'), [huge])).toMatchObject({ values: { mensaje: '¿Sirven?' } });
  for (const _ of [1, 2]) expect(await post(text('¿Sirven?'), [textFile('Foto.pdf')])).toBeNull();
  expect(await texts()).toEqual(['¿Sirven?']);
  expect(await requestedDocumentsOf(lead)).toMatchObject([{ files: [{}, {}] }]);
  expect(await post(text(' '), [])).toMatchObject({
    fields: { mensaje: 'Escribe tu mensaje o elige un archivo.' },
  });
});

describe('the mail that confirms additions to a message', () => {
  const cases = [0, 1, 2].flatMap((texts) => [0, 1, 2].map((files) => [texts, files] as const));
  test.each(cases.filter(([texts, files]) => texts + files > 0))(
    'counts %i messages and %i documents together',
    async (texts, files) => {
      browseAs({});
      const lead = await sendContactMessage('ana@obras.cl');
      const path = `/recibido/${await shownLinkToken('lead-receipt', lead)}` as const;
      for (let n = 0; n < texts; n++) await sendTextFromPage(path, `Texto ${n}`);
      for (let n = 0; n < files; n++) {
        await sendRequestedDocuments(path, {
          files: { adicional: [textFile(`Plano ${n}.pdf`)] },
          view: `v${n}`,
        });
      }
      world.advance(DAY);
      await deliverErasureTasks(world);
      const parts = [
        ['', 'tu mensaje', '2 mensajes'][texts],
        ['', 'tu documento', '2 documentos'][files],
      ];
      const subject = `Recibimos ${parts.filter(Boolean).join(' y ')}: mensaje N.º ${lead}`;
      const mail = mailsTo('ana@obras.cl').find((item) => item.subject === subject);
      expect(mail?.text).toContain(`Ya ${texts + files > 1 ? 'los' : 'lo'} tiene tu asesor.`);
    },
  );
});
