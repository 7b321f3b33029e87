import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { findLeadNews } from '#lib/domain/crm/reads.ts';
import { newsNote } from '#lib/domain/crm/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { getAccount, makeAccount } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { deliverErasureTasks, rowProblems } from '#tests/support/erasure.ts';
import { eventsOf, sendRequest } from '#tests/support/leads.ts';
import { mailboxFilesIn } from '#tests/support/mailbox-files.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import {
  addRequestFiles,
  FILES_ADDED_NOTICE,
  textFile,
  uploadFileFirst,
} from '#tests/support/request-files.ts';
import { samples } from '#tests/support/sample-files.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { countStoredFiles, uploadRows } from '#tests/support/upload-client.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ MAIL_INTERNAL_TO: 'equipo@resguardo.cl', MAX_UPLOAD_MB: '1' });
let [id, submissionId, token] = [0, 0, ''];
beforeEach(async () => {
  browseAs({});
  ({ id, submissionId, token } = await sendRequest(publicBody));
});

const page = async (query = {}) => renderPage(ReceiptPage, { token }, query);
const remaining = async () =>
  (await uploadRows()).filter(({ state }) => state === 'kept').map(({ fileName }) => fileName);
const history = async () => (await eventsOf(id)).filter(({ kind }) => kind === 'files');
const teamMails = () =>
  mailboxFilesIn(world.dataDir).filter(({ subject }) => /agregado/.test(subject));

describe('files that are added to a request', () => {
  test('are offered by name, and then listed with size and day', async () => {
    const before = textOf(await page());
    expect(before).toContain('Puedes enviar desde ya las bases o el contrato.');
    expect(before).toMatch(/Bases o contrato Lo que fija monto .* Otro documento Por ejemplo/);
    world.advance(86_400_000);
    const sent = { contrato: [textFile('Bases.pdf')], adicional: [textFile('A.png', samples.png)] };
    expect((await addRequestFiles(token, sent)).to).toBe(FILES_ADDED_NOTICE);
    const after = textOf(await page({ aviso: 'documentos' }));
    expect(after).toContain('Recibimos lo que enviaste');
    expect(after).toMatch(/Bases o contrato Bases\.pdf \(\d+ B\), agregado el \S+, \d/);
    expect(after).toMatch(/Otro documento A\.png \(\d+ B\), agregado el \S+, \d/);
    expect(after).toContain('Agregar otros documentos');
    expect(after).toMatch(/Qué ha pasado 2 documentos agregados \S+ \S+ Bases\.pdf A\.png/);
    expect(await remaining()).toEqual(['Bases.pdf', 'A.png']);
    expect(await rowProblems()).toEqual([]);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 2, temp: 0 });
  });

  test('are told to team and applicant in one mail each, to the CRM without names, and in the trail', async () => {
    await makeAccount();
    await addRequestFiles(token, { contrato: [textFile('Bases.pdf')] });
    world.advance(20_000);
    await addRequestFiles(token, {
      adicional: [textFile('Balance.pdf'), textFile('Anexo.pdf')],
      envio: 'otra',
    });
    await deliverErasureTasks(world);
    expect(teamMails()).toMatchObject([
      {
        to: 'equipo@resguardo.cl',
        subject: `3 documentos agregados: solicitud N.º ${submissionId}, ${publicBody.nombreSolicitante}`,
        text: expect.stringMatching(/Bases\.pdf.*Balance\.pdf.*Anexo\.pdf.*\/admin\/leads\//s),
      },
    ]);
    const own = mailboxFilesIn(world.dataDir).filter(({ subject }) =>
      /^Recibimos .*docum/.test(subject),
    );
    expect(own).toMatchObject([
      {
        to: publicBody.email,
        subject: `Recibimos 3 documentos: solicitud N.º ${submissionId}`,
        text: expect.stringMatching(/Bases o contrato.*\/comprobante\//s),
      },
    ]);
    expect(own[0]?.text).not.toMatch(/\.pdf/);
    const notes = (await queuedDeliveries()).filter(({ kind }) => kind === 'lead.crm-note');
    expect(notes).toHaveLength(2);
    const [, second] = await getDb().read.select().from(leadEvents);
    const news = await findLeadNews(second?.id ?? 0);
    expect(news && newsNote(news)).toContain('Documentos agregados: 2');
    expect(news && newsNote(news)).not.toContain('Anexo');
    const { id: accountId } = await getAccount(publicBody.email);
    expect(await auditTrailOf(accountId)).toContain('request.files-added');
  });

  test('are all in the one mail that waits, also those added while another mail was being sent', async () => {
    const lease = (owner: 'null' | "'x'") =>
      getDb().client.execute(
        `update deliveries set lease_owner = ${owner}, lease_until = ${owner === 'null' ? 'null' : 'due_at'} where kind = 'lead.files-mail'`,
      );
    for (const name of ['Uno.pdf', 'Dos.pdf', 'Tres.pdf']) {
      await lease(name === 'Dos.pdf' ? "'x'" : 'null');
      await addRequestFiles(token, { adicional: [textFile(name)] });
    }
    await lease('null');
    await addRequestFiles(token, { adicional: [textFile('Cuatro.pdf')] });
    await deliverErasureTasks(world);
    expect(teamMails().map(({ subject }) => subject.split(':')[0])).toEqual([
      '4 documentos agregados',
    ]);
  });

  test('are on the lead’s page, and open for advisors alone and only under that lead', async () => {
    const admin = await makeAdvisor();
    const detail = async () => {
      const options = { cookies: admin.cookies };
      return (await (await api(`/api/admin/leads/${id}`, options)).json()).data;
    };
    expect((await detail()).missing).toEqual(['contrato']);
    browseAs(admin.cookies);
    expect(textOf(await renderPage(LeadPage, { id: `${id}` }))).toContain(
      'Documentos Falta Bases o contrato',
    );
    await addRequestFiles(token, { contrato: [textFile('Bases.pdf')] });
    expect((await detail()).missing).toEqual([]);
    const html = await renderPage(LeadPage, { id: `${id}` });
    expect(textOf(html)).toMatch(/Documentos Bases o contrato Bases\.pdf \(.*, agregado el /);
    expect(textOf(html)).toMatch(/Historia Documento agregado .*Quien tenía el enlace Bases\.pdf/);
    const [, kind = ''] = /\/files\/([\w-]{22})"/.exec(html) ?? [];
    const open = (lead: number, cookies = {}) =>
      api(`/api/admin/leads/${lead}/files/${kind}`, {
        cookies,
      });
    const opened = await open(id, admin.cookies);
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(samples.pdf);
    expect((await open(id)).status).toBe(401);
    const other = await sendRequest({ ...publicBody, email: 'otra@andes.cl' });
    expect((await open(other.id, admin.cookies)).status).toBe(404);
  });
});

describe('files sent to a request more than once', () => {
  test('from one view of the page are stored once, also at the same moment', async () => {
    const sent = { contrato: [textFile('Bases.pdf')], adicional: [textFile('Balance.pdf')] };
    const ways = await Promise.all([1, 2, 3].map(() => addRequestFiles(token, sent)));
    expect(ways.map(({ to }) => to)).toEqual([
      FILES_ADDED_NOTICE,
      FILES_ADDED_NOTICE,
      FILES_ADDED_NOTICE,
    ]);
    expect((await addRequestFiles(token, sent)).to).toBe(FILES_ADDED_NOTICE);
    expect(await remaining()).toEqual(['Bases.pdf', 'Balance.pdf']);
    expect(await history()).toHaveLength(1);
  });

  test('by the address of an upload are stored once, also from another view', async () => {
    const subido = [await uploadFileFirst('Uno.pdf'), await uploadFileFirst('Dos.pdf')];
    expect((await addRequestFiles(token, { subido })).to).toBe(FILES_ADDED_NOTICE);
    expect((await addRequestFiles(token, { subido, envio: 'otra' })).to).toBe(FILES_ADDED_NOTICE);
    expect(await remaining()).toEqual(['Uno.pdf', 'Dos.pdf']);
    expect(await history()).toHaveLength(1);
  });

  test('but with another content from the same view are stored as well', async () => {
    await addRequestFiles(token, { adicional: [textFile('Uno.pdf')] });
    await addRequestFiles(token, { adicional: [textFile('Dos.pdf')] });
    expect(await remaining()).toEqual(['Uno.pdf', 'Dos.pdf']);
    expect(await history()).toHaveLength(2);
    expect(await rowProblems()).toEqual([]);
  });
});
