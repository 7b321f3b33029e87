import { describe, expect, test } from 'vitest';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { GET as getPdf } from '#app/comprobante/[token]/pdf/route.ts';
import { GET as ownReceipt } from '#app/panel/solicitudes/[id]/comprobante/route.ts';
import OwnRequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { findLastEnd, findLink } from '#lib/domain/links/reads.ts';
import { endLinks, sweepLinks } from '#lib/domain/links/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { links } from '#lib/platform/db/schema/links.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { getAccount, makeAccount, makeUser, signIn } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { auditTrailOf, companyBody } from '#tests/support/auth-calls.ts';
import { call } from '#tests/support/call.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { eraseLead } from '#tests/support/erasure.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { insertLink, linksOf, shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { samples } from '#tests/support/sample-files.ts';
import { lastMail } from '#tests/support/sent-mails.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { announceUpload, downloadUpload, putUpload } from '#tests/support/upload-client.ts';
import { newVisitor } from '#tests/support/wizard.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const pdf = async (token: string) =>
  (await call(getPdf, `/comprobante/${token}/pdf`, { params: { token } })).status;

const sent = async (extra: object = {}) =>
  (await sendRequest({ ...publicBody, ...extra })).submissionId;

/** Ends all links of a request. */
const close = (id: number) =>
  getDb().write((tx) => endLinks(tx, 'receipt', String(id), world.now()));

async function pressed(path: string, more = {}) {
  const response = await postForm(path, { form: {}, ...more });
  expect(response.status).toBe(303);
  return response.headers.get('location') ?? '';
}

const renewed = (token: string, ip = '203.0.113.7') =>
  pressed(`/comprobante/${token}/pedir`, { ip });

const linkMails = async () =>
  (await queuedDeliveries())
    .filter(({ kind }) => kind === 'link.mail')
    .map(({ payload: { linkId } }) => ({ linkId: String(linkId) }));

/** Returns only the requested mail, because mails of one moment have no order. */
async function delivered() {
  await createWorker({ handlers: { 'link.mail': deliveryHandlers['link.mail'] } }).drain();
  return lastMail();
}

describe('the link to a receipt', () => {
  test('opens for 180 days, to the millisecond, and then answers 410', async () => {
    const token = await shownLinkToken('receipt', await sent());
    world.advance(180 * DAY - 1);
    expect(await pdf(token)).toBe(200);
    world.advance(1);
    expect(await pdf(token)).toBe(410);
    expect((await findLink('receipt', token))?.subject).toBe('1');
  });

  test('to a number that is used again after a restore does not open the new request', async () => {
    const id = await sent();
    const [before] = await linksOf(id);
    await getDb().client.executeMultiple(
      'delete from links; delete from leads; delete from submissions; delete from sqlite_sequence',
    );
    expect(await sent()).toBe(id);
    expect(await pdf(signedToken('receipt', before?.id ?? ''))).toBe(404);
    expect(await pdf(signedToken('receipt', String(id)))).toBe(404);
  });

  test('that ended is mailed anew only to the address of its request, three times a day', async () => {
    const id = await sent();
    const token = await shownLinkToken('receipt', id);
    await close(id);
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await renewed(token, `192.0.2.${i}`));
    expect(new Set(answers)).toEqual(new Set([`/comprobante/${token}?aviso=enviado`]));
    for (const aviso of ['enviado', 'documentos']) {
      const isRequested = aviso === 'enviado';
      const page = textOf(await renderPage(ReceiptPage, { token }, { aviso }));
      expect(page.includes('Revisa tu correo')).toBe(isRequested);
      expect(page.includes('Enviar un enlace nuevo')).toBe(!isRequested);
    }
    const mails = await linkMails();
    expect(mails).toHaveLength(3);
    const mail = await delivered();
    expect(mail?.to).toBe('ana@constructora.cl');
    const fresh = /\/comprobante\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect([await pdf(token), await pdf(fresh)]).toEqual([410, 200]);
    world.advance(DAY + 1);
    await renewed(token);
    expect(await linkMails()).toHaveLength(4);
  });

  test('that still opens is not mailed anew, and requesting it uses up no renewals', async () => {
    const id = await sent();
    const token = await shownLinkToken('receipt', id);
    for (let i = 0; i < 5; i++) expect(await renewed(token)).toBe(`/comprobante/${token}`);
    expect(await linkMails()).toEqual([]);
    await close(id);
    await renewed(token);
    expect(await linkMails()).toHaveLength(1);
  });

  test.each([
    ['an address', () => '192.0.2.1', 3],
    ['a /48', (i: number) => `2001:db8:1:${i}::1`, 9],
  ])(
    'can be mailed to one mailbox a few times a day by %s, which leaves renewals for others',
    async (_, from, most) => {
      const email = 'ana@constructora.cl';
      await makeAccount();
      const own = await sent();
      const tokens = [];
      for (let i = 0; i < 12; i++) {
        const lead = await insertLead({ email });
        tokens.push(await insertLink('lead-receipt', lead, { endsAt: world.now() }));
      }
      for (const [i, token] of tokens.entries()) {
        await pressed(`/recibido/${token}/pedir`, { ip: from(i) });
      }
      expect(await linkMails()).toHaveLength(most);
      const token = await shownLinkToken('receipt', own);
      await close(own);
      await renewed(token);
      const more = { cookies: await signIn() };
      await pressed(`/panel/solicitudes/${own}/enviar-enlace`, more);
      expect(await linkMails()).toHaveLength(most + 2);
    },
  );

  test('can still be mailed by its owner from the panel after strangers used up the renewals', async () => {
    await makeAccount();
    const id = await sent();
    const token = await shownLinkToken('receipt', id);
    await close(id);
    for (let i = 0; i < 4; i++) await renewed(token, `192.0.2.${i}`);
    expect(await linkMails()).toHaveLength(3);
    const more = { cookies: await signIn() };
    const path = `/panel/solicitudes/${id}/enviar-enlace`;
    expect(await pressed(path, more)).toContain('aviso=enviado');
    expect(await linkMails()).toHaveLength(4);
  });

  test('is not mailed anew when its subject is gone or it was never given out', async () => {
    const lead = await insertLead({ email: '' });
    const token = await insertLink('lead-receipt', lead, { endsAt: world.now() });
    const path = `/recibido/${token}/pedir`;
    expect(await pressed(path)).toBe(`/recibido/${token}?aviso=enviado`);
    const gone = await insertLink('receipt', 999, { endsAt: world.now() });
    expect(await renewed(gone)).toBe(`/comprobante/${gone}?aviso=enviado`);
    const unusedToken = signedToken('receipt', '12');
    expect(await renewed(unusedToken)).toBe(`/comprobante/${unusedToken}?error=invalid_token`);
    expect(await linkMails()).toEqual([]);
  });

  test('is deleted 180 days after its end, not before', async () => {
    const token = await shownLinkToken('receipt', await sent());
    await sweepLinks(world.now() + 359 * DAY);
    expect(await findLink('receipt', token)).not.toBeNull();
    await sweepLinks(world.now() + 360 * DAY);
    expect(await getDb().read.$count(links)).toBe(0);
  });
});

describe('in the panel of an account', () => {
  const requestOptions = (action: string, id: number, cookies: Record<string, string>) =>
    pressed(`/panel/solicitudes/${id}/${action}`, { cookies });

  test('closing the links of a request ends them all at once, and its owner can still get the receipt', async () => {
    const { cookies } = await makeUser();
    const file = await announceUpload();
    await putUpload(file.presignedUrl, samples.pdf);
    const id = await sent({ contratoUrl: file.downloadUrl });
    await insertLink('receipt', id, { endsAt: world.now() + DAY });
    const tokens = (await linksOf(id)).map((link) => signedToken('receipt', link.id));
    expect(await Promise.all(tokens.map(pdf))).toEqual([200, 200, 200]);
    browseAs(cookies);
    const page = async () => textOf(await renderPage(OwnRequestPage, { id: `${id}` }));
    expect(await page()).toMatch(/sin ingresar a tu cuenta, hasta el 19-05-2027.*Cerrar enlaces/s);
    expect((await downloadUpload(file.downloadUrl, 'HEAD')).status).toBe(200);
    expect(await requestOptions('cerrar-enlaces', id, cookies)).toBe(
      `/panel/solicitudes/${id}?aviso=cerrados`,
    );
    expect(await Promise.all(tokens.map(pdf))).toEqual([410, 410, 410]);
    expect(await page()).toContain('No hay enlaces abiertos');
    expect(await page()).not.toContain('Cerrar enlaces');
    expect((await downloadUpload(file.downloadUrl, 'HEAD')).status).toBe(410);
    expect(await findLastEnd('receipt', id, world.now())).toBeNull();
    const own = await call(ownReceipt, `/panel/solicitudes/${id}/comprobante`, {
      params: { id: String(id) },
      cookies,
    });
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const { id: account } = await getAccount('ana@constructora.cl');
    expect(await auditTrailOf(account)).toContain('request.links-closed');

    expect(await requestOptions('enviar-enlace', id, cookies)).toBe(
      `/panel/solicitudes/${id}?aviso=enviado`,
    );
    const [mail] = await linkMails();
    expect(await pdf(signedToken('receipt', mail?.linkId ?? ''))).toBe(200);
    await requestOptions('enviar-enlace', id, cookies);
    await requestOptions('enviar-enlace', id, cookies);
    expect(await requestOptions('enviar-enlace', id, cookies)).toContain('error=rate_limited');
  });

  test('closing or mailing the links of another account’s request is refused', async () => {
    const { cookies } = await makeUser(companyBody);
    const id = await sent();
    for (const handler of ['cerrar-enlaces', 'enviar-enlace']) {
      expect(await requestOptions(handler, id, cookies)).toContain('error=not_found');
    }
    expect(await pdf(await shownLinkToken('receipt', id))).toBe(200);
    expect(await linkMails()).toEqual([]);
  });
});

describe('erased data', () => {
  test('leaves no link of its requests, messages and drafts', async () => {
    const email = 'ana@constructora.cl';
    const { id, submissionId } = await sendRequest(publicBody);
    await sendContact({ ...contactBody, correo: email });
    const who = newVisitor();
    await who.save('tipo', { sistemaLicitacion: 'privados' });
    const contact = { email, nombreSolicitante: 'Ana', telefonoSolicitante: '+56912345678' };
    await who.save('contacto', contact);
    await who.mailLink(email);
    await getDb().write((tx) => tx.update(links).set({ openedAt: world.now() }));
    const token = await shownLinkToken('receipt', submissionId);
    await eraseLead(id, await makeAdvisor());
    expect(await getDb().read.$count(links)).toBe(0);
    expect(await pdf(token)).toBe(404);
  });
});
