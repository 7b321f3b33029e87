import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import RequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import { getAccount, makeUser } from '#tests/support/accounts.ts';
import { openAdminArea } from '#tests/support/admin-area.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { sendConditions } from '#tests/support/conditions.ts';
import { rowProblems } from '#tests/support/erasure.ts';
import { moveRequest } from '#tests/support/issued.ts';
import { eventsOf, leadOf, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startWebpay } from '#tests/support/providers/webpay.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { textFile } from '#tests/support/request-files.ts';
import { postDocumentRequest, sendRequestedDocuments } from '#tests/support/requested-documents.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { forEachTest } from '#tests/support/world.ts';

const webpay = await startWebpay();
const admin = forEachTest(() =>
  openAdminArea({ ...webpay.variables, MAIL_INTERNAL_TO: 'equipo@resguardo.cl' }),
);
let member: Record<string, string>;
let [id, submissionId, token] = [0, 0, ''];
beforeEach(async () => {
  ({ id, submissionId, token } = await sendRequest(publicBody));
  member = (await makeUser()).cookies;
  browseAs(member);
});

const own = (): `/${string}` => `/panel/solicitudes/${submissionId}`;
const linked = (): `/${string}` => `/comprobante/${token}`;
const ownPage = (query = {}) => renderPage(RequestPage, { id: `${submissionId}` }, query);
const linkedPage = (query = {}) => renderPage(ReceiptPage, { token }, query);
const actionsOf = (html: string) =>
  [...html.matchAll(/action="\/(?:comprobante|panel\/solicitudes)\/[^/]+\/([^"]+)"/g)].map(
    ([, action]) => action,
  );

describe('the page of an own request', () => {
  test('offers all forms that the page of its link does, and two more', async () => {
    await moveRequest(id, 'aprobada');
    await sendConditions(admin.ana.cookies, id);
    await postDocumentRequest(id, admin.ana.cookies, { otros: 'Balance de 2025' });
    const common = ['condiciones', 'no-acepto', 'archivos', 'mensaje', 'otra', 'anular'];
    expect(actionsOf(await linkedPage())).toEqual(common);
    const html = await ownPage();
    expect(actionsOf(html).toSorted()).toEqual(
      [...common, 'cerrar-enlaces', 'enviar-enlace'].toSorted(),
    );
    expect(textOf(html)).toContain('Tienes condiciones por aceptar');
    expect(html).toMatch(/name="pedido-\d+".*name="contrato"/s);
  });

  test('takes files and the acceptance in the name of the account, and leads to the payment', async () => {
    await moveRequest(id, 'aprobada');
    await sendConditions(admin.ana.cookies, id);
    const files = { contrato: [textFile('Bases.pdf')] };
    const done = await sendRequestedDocuments(own(), { files }, { cookies: member });
    expect(done).toBe('?aviso=documentos#documentos');
    const form = { version: '1' };
    await postForm(`${own()}/condiciones`, { form, cookies: member });
    const html = await ownPage();
    expect(textOf(html)).toMatch(/Documento agregado \S+ \S+ Bases\.pdf/);
    expect(textOf(html)).toMatch(/Documentos Bases o contrato Bases\.pdf .*, agregado el /);
    expect(textOf(html)).toMatch(/Falta pagar \$ 45\.000.*Aceptaste estas condiciones/);
    expect(html).toMatch(/href="\/pagar\/[^"]+"/);
    const { id: accountId } = await getAccount(publicBody.email);
    const acted = (await eventsOf(id)).filter(({ actor }) => actor === accountId);
    expect(acted.map(({ kind }) => kind)).toEqual(['files', 'accepted']);
    expect(await auditTrailOf(accountId)).toEqual(
      expect.arrayContaining(['request.files-added', 'conditions.accepted']),
    );
    expect(await rowProblems()).toEqual([]);
  });
});

describe('a message of the applicant', () => {
  const write = (page: string, mensaje: string, { envio = 'una', cookies = {} } = {}) =>
    postForm(`${page}/mensaje`, { form: { mensaje, envio }, cookies });
  const texts = async () =>
    (await eventsOf(id)).flatMap((event) => (event.kind === 'message' ? event.text : []));
  const readLastAct = async () => (await leadOf(id)).lastAct;

  test('is mailed to the team with others, and is in both histories, the CRM and the audit trail', async () => {
    const sent = await write(linked(), '¿Cuándo sale?\nEs urgente.');
    expect(sent.headers.get('location')).toBe(`${linked()}?aviso=mensaje#mensaje`);
    await write(own(), 'Y otra cosa.', { cookies: member });
    const page = textOf(await ownPage({ aviso: 'mensaje' }));
    expect(page).toMatch(
      /Escribiste \S+ \S+ Y otra cosa\. .*Escribiste \S+ \S+ ¿Cuándo sale\? Es urgente\./,
    );
    expect(page).toContain('Recibimos tu mensaje');
    admin.world.advance(60_000);
    await admin.deliver();
    const mails = admin.resend.received.filter(({ subject }) => /^2 mensajes: /.test(subject));
    expect(mails).toMatchObject([
      { to: 'equipo@resguardo.cl', text: expect.stringMatching(/¿Cuándo sale\?.*Y otra cosa/s) },
    ]);
    browseAs(admin.ana.cookies);
    const lead = textOf(await renderPage(LeadPage, { id: `${id}` }));
    expect(lead).toMatch(
      /Escribió .*Y otra cosa\. Escribió .*Quien tenía el enlace ¿Cuándo sale\?/,
    );
    const notes = (await queuedDeliveries()).filter(({ kind }) => kind === 'lead.crm-note');
    expect(notes).toHaveLength(2);
    const { id: accountId } = await getAccount(publicBody.email);
    expect(await auditTrailOf(accountId)).toContain('request.message-sent');
    expect(await rowProblems()).toEqual([]);
  });

  test('makes the request wait for the team until a reply, also once the request is decided', async () => {
    const reply = { asunto: 'Sobre tu solicitud', respuesta: 'Mañana.' };
    await write(linked(), '¿Cuándo sale?');
    expect(await readLastAct()).toBe('wrote');
    await admin.post('responder', id, { ...reply, clave: 'uno' });
    expect(await readLastAct()).toBe('replied');
    await moveRequest(id, 'rechazada');
    expect(await readLastAct()).toBeNull();
    await write(linked(), '¿Por qué?', { envio: 'otra' });
    expect(await readLastAct()).toBe('wrote');
    await admin.post('responder', id, { ...reply, clave: 'dos' });
    expect(await readLastAct()).toBeNull();
    expect(await rowProblems()).toEqual([]);
  });

  test('sent again from one view of the page is stored once; an empty or too long one is not stored', async () => {
    await Promise.all([1, 2, 3].map(() => write(linked(), 'Hola')));
    await write(own(), 'Hola', { cookies: member });
    expect(await texts()).toEqual(['Hola']);
    const long = await write(own(), 'a'.repeat(2001), { cookies: member, envio: 'otra' });
    browseAs({ ...member, ...cookiesOf(long) });
    const [, error = ''] = /error=([^&#]+)/.exec(long.headers.get('location') ?? '') ?? [];
    expect(await ownPage({ error })).toMatch(/aria-invalid="true"[^>]*>a{2001}<\/textarea>/);
    await write(linked(), '  ');
    expect(await texts()).toHaveLength(1);
  });

  test.each(['', '  ', 'a'.repeat(2001)])(
    'that is empty or too long (%#) leaves its form open',
    async (mensaje) => {
      const isOpen = (html: string) =>
        /<details([^>]*)><summary[^>]*><h2[^>]*>Escríbele a tu asesor/
          .exec(html)?.[1]
          ?.includes('open');
      expect([isOpen(await ownPage()), isOpen(await linkedPage())]).toEqual([false, false]);
      for (const [page, cookies] of [
        [own(), member],
        [linked(), {}],
      ] as const) {
        const refused = await write(page, mensaje, { cookies });
        browseAs({ ...cookies, ...cookiesOf(refused) });
        const [, error = ''] = /error=([^&#]+)/.exec(refused.headers.get('location') ?? '') ?? [];
        const html = await (page === own() ? ownPage({ error }) : linkedPage({ error }));
        expect(html).toMatch(/<textarea[^>]*aria-invalid="true"/);
        expect([page, isOpen(html)]).toEqual([page, true]);
      }
    },
  );

  test('is refused from another account and by a made-up link, and so are files', async () => {
    const { cookies } = await makeUser({ email: 'otra@andes.cl', rut: '11.111.111-1' });
    await write(own(), 'Hola', { cookies });
    await sendRequestedDocuments(
      own(),
      { files: { contrato: [textFile('Bases.pdf')] } },
      { cookies },
    );
    await write('/comprobante/no-es', 'Hola');
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([]);
  });
});
