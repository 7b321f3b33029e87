import { beforeEach, describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { makeAccount } from '#tests/support/accounts.ts';
import { eventKindsOf, openAdminArea } from '#tests/support/admin-area.ts';
import { auditTrailOf } from '#tests/support/auth-calls.ts';
import { cookiesOf } from '#tests/support/call.ts';
import { acceptConditions, conditionTerms, sendConditions } from '#tests/support/conditions.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { eventsOf, insertLead, leadOf, sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { moveLeadByCrm } from '#tests/support/payments-for-test.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
let id: number;
let submissionId: number;
beforeEach(async () => {
  ({ id, submissionId } = await sendRequest(publicBody));
  browseAs(admin.ana.cookies);
});

const send = (changes: object = {}, to: number | string = id) =>
  sendConditions(admin.ana.cookies, to, changes);
const leadPage = async () => renderPage(LeadPage, { id: `${id}` });
const token = () => shownLinkToken('receipt', submissionId);
const mails = async () => {
  await admin.deliver();
  return admin.toApplicant().filter(({ subject }) => subject.includes('Condiciones'));
};

describe('conditions that an advisor sends', () => {
  test('reach the applicant by mail with a link, are audited, and are on the pages of team and applicant', async () => {
    const account = await makeAccount({ email: publicBody.email });
    expect(await send({ validUntil: '2026-12-15', issuer: 'Andes <b>&</b>' })).toBe(200);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: `Condiciones para tu garantía: solicitud N.º ${submissionId}`,
      reply_to: admin.ana.email,
    });
    expect(mail?.text).toMatch(
      /Precio: \$ 45\.000\n\nSeriedad de la oferta: .*\nEmisor: .*\nVálidas hasta: 15-12-2026/,
    );
    expect(mail?.text).toContain(conditionTerms.terms);
    expect(mail?.text).toMatch(/http\S+\/comprobante\/\S+#condiciones/);
    expect(mail?.html).toContain('Andes &lt;b&gt;&amp;&lt;/b&gt;');
    expect(mail?.html).toContain('Póliza a la vista.<br/>Sale en 24 horas.');
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'conditions', version: 1, price: 45_000, actor: admin.ana.id },
      { kind: 'assigned', to: admin.ana.email },
    ]);
    expect(await auditTrailOf(account.id)).toContain('conditions.sent');
    const page = textOf(await leadPage());
    expect(page).toMatch(/Condiciones Por aceptar Enviadas el \S+ \S+, versión 1 Precio/);
    expect(page).toMatch(/Historia .*Condiciones, versión 1: \$ 45\.000 .*Emisor: Andes/);
    expect(textOf(await renderPage(ReceiptPage, { token: await token() }))).toMatch(
      /Precio \$ 45\.000 en total, con impuestos Emisor .* Válidas hasta 15-12-2026 .* Acepto estas condiciones/,
    );
    expect(await leadPage()).toMatch(/name="monto"[^>]*value="45.000"/);
  });

  test('several times unchanged, also at once, are one version with one mail', async () => {
    expect(await Promise.all([send(), send(), send()])).toEqual([200, 200, 200]);
    expect(await send()).toBe(200);
    expect(await eventKindsOf(id)).toEqual(['conditions', 'assigned']);
    expect(await mails()).toHaveLength(1);
  });

  test('again with changes are a new version, and only that one is mailed and can be accepted', async () => {
    await send();
    expect(await send({ price: 50_000 })).toBe(200);
    const sentMails = await mails();
    expect(sentMails.map((mail) => /Precio: (.*)/.exec(mail.text ?? '')?.[1])).toEqual([
      '$ 50.000',
    ]);
    expect(textOf(await leadPage())).toContain('versión 2');
    expect(await acceptConditions(await token(), 1)).toContain('error=conflict');
    expect(await acceptConditions(await token(), 2)).not.toContain('error');
  });

  test('again unchanged after their last day are refused', async () => {
    const validUntil = isoDay(admin.world.now());
    expect(await send({ validUntil })).toBe(200);
    admin.world.advance(86_400_000);
    expect(await send({ validUntil })).toBe(403);
    await markSessionsProved();
    expect(await send({ validUntil })).toBe(400);
  });

  test('three times at once with different prices are three versions', async () => {
    await Promise.all([50_000, 60_000, 70_000].map((price) => send({ price })));
    const events = await eventsOf(id);
    expect(events.flatMap((event) => (event.kind === 'conditions' ? event.version : []))).toEqual([
      1, 2, 3,
    ]);
  });

  test.each([
    { price: 499 },
    { price: 1_000_000_000 },
    { price: 4500.5 },
    { issuer: ' ' },
    { issuer: 'a'.repeat(121) },
    { terms: '' },
    { terms: 'a'.repeat(1001) },
    { validUntil: '2026-02-30' },
    { validUntil: '2000-01-01' },
  ])('are refused with %j, and nothing is sent', async (wrong) => {
    expect(await send(wrong)).toBe(400);
    expect(await eventsOf(id)).toEqual([]);
    expect((await queuedDeliveries()).map(({ kind }) => kind)).not.toContain(
      'lead.conditions-mail',
    );
  });

  test.each(['rechazada', 'emitida'] as const)(
    'are refused once the request is %s, and a mail that waits is not sent',
    async (state) => {
      await send();
      await moveLeadByCrm(id, state, admin.world.now() - 60_000);
      expect(await send({ price: 50_000 })).toBe(409);
      // The waiting mail is not sent any more either.
      expect(await mails()).toEqual([]);
      expect(textOf(await leadPage())).toContain('Cerradas');
      expect(await leadPage()).not.toContain('/condiciones"');
      const page = await renderPage(ReceiptPage, { token: await token() });
      expect(page).not.toContain('Acepto estas condiciones');
    },
  );

  test('are refused with 404 for a contact message or a lead that does not exist', async () => {
    const form = await insertLead();
    for (const other of [form, 999, 'x']) expect(await send({}, other)).toBe(404);
    expect(await renderPage(LeadPage, { id: `${form}` })).not.toContain('condiciones"');
  });
});

describe('the conditions form of the team’s page', () => {
  const typed = { price: '$ 45.000', issuer: 'Andes', terms: 'A la vista', validUntil: '' };

  test('sends them, returns to the page, and begins with the last terms the next time', async () => {
    const done = await admin.post('condiciones', id, typed);
    expect(done.headers.get('location')).toBe(`/admin/leads/${id}?aviso=condiciones#condiciones`);
    const page = await leadPage();
    expect(page).toContain('value="45.000"');
    expect(page).toContain('Enviar otra versión');
    expect((await leadOf(id)).assignedTo).toBe(admin.ana.id);
  });

  test('says which field is wrong, and the typed values come back', async () => {
    const refused = await admin.post('condiciones', id, {
      ...typed,
      price: '45 UF',
      validUntil: '2000-01-01',
    });
    const flash = parseFlash(cookiesOf(refused).formulario);
    expect(flash?.fields.price).toContain('pesos');
    expect(flash?.values).toMatchObject({ issuer: 'Andes', terms: 'A la vista' });
    const past = await admin.post('condiciones', id, { ...typed, validUntil: '2000-01-01' });
    expect(parseFlash(cookiesOf(past).formulario)?.fields).toEqual({
      validUntil: 'Elige una fecha desde hoy.',
    });
    expect(await eventsOf(id)).toEqual([]);
  });
});

test('the form offers the issuers of before, and the terms that were sent last for such a guarantee', async () => {
  const [previous, other, next] = [
    await sendRequest({ ...publicBody, email: 'uno@x.cl' }),
    await sendRequest({ ...publicBody, email: 'dos@x.cl' }),
    await sendRequest({ ...publicBody, email: 'tres@x.cl' }),
  ];
  await send({ issuer: 'Aseguradora Norte', terms: 'Las primeras.' }, previous.id);
  admin.world.advance(1000);
  await send({ issuer: 'Banco del Sur', terms: 'Las últimas.' }, other.id);
  const page = await renderPage(LeadPage, { id: `${next.id}` });
  expect(page).toMatch(
    /<option value="Banco del Sur"><\/option><option value="Aseguradora Norte">/,
  );
  expect(page).toContain('Usar las de la última');
  expect(page).not.toContain('>Las últimas.</textarea>');
  const used = await renderPage(LeadPage, { id: `${next.id}` }, { usar: 'ultimas' });
  expect(used).toContain('>Las últimas.</textarea>');
  expect(used).toMatch(
    /name="issuer"[^>]*value="Banco del Sur"|value="Banco del Sur"[^>]*name="issuer"/,
  );
});
