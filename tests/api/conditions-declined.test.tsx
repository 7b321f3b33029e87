import { describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import OwnRequestPage from '#app/panel/solicitudes/[id]/page.tsx';
import OwnRequestsPage from '#app/panel/solicitudes/page.tsx';
import { getDb } from '#lib/platform/db/client.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { api } from '#tests/support/call.ts';
import { acceptConditions, sendConditions } from '#tests/support/conditions.ts';
import { eventsOf, leadOf } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { payAsGuest, requestPayment } from '#tests/support/payment-links.ts';
import { moveLeadByCrm, payLinkOf, requestForTest } from '#tests/support/payments-for-test.ts';
import { postForm, redirectOf, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { deliverMails } from '#tests/support/sent-mails.ts';

const { webpay, world, cookies, request, page } = await requestForTest();

const send = (changes?: object) => sendConditions(cookies.admin, request.id, changes);
const press = (form: string, fields: Record<string, string> = {}) =>
  postForm(`/comprobante/${request.token}/${form}`, { form: fields });
const decline = (version = 1, reason = '') => press('no-acepto', { version: `${version}`, reason });
const cancel = () => press('anular');
const read = async () => {
  browseAs({});
  return textOf(await page());
};
const kinds = async () => (await eventsOf(request.id)).map(({ kind }) => kind);
const leadPage = async () => {
  browseAs(cookies.admin);
  return textOf(await renderPage(LeadPage, { id: `${request.id}` }));
};
const mailsAbout = async (subject: RegExp) => {
  world.advance(2 * MINUTE);
  return (await deliverMails()).filter((mail) => subject.test(mail.subject));
};
/** Returns the message of a refused press. */
const refusal = (response: Response) => {
  expect(redirectOf(response)).toContain('error=conflict');
  return valuesKeptAfterRefusal(response)?.message;
};

describe('an error in a request that was sent', () => {
  test('can be reported by message until the issue, and the page says what happens then', async () => {
    const before = await read();
    expect(before).toContain('¿Hay un error? Dilo aquí');
    expect(before).toContain('Tu asesor lo corrige en las condiciones');
    await send();
    await acceptConditions(request.token, 1);
    expect(await read()).toContain('te envía condiciones nuevas, que aceptas otra vez');
    world.advance(2 * MINUTE);
    await moveLeadByCrm(request.id, 'emitida', world.now() - MINUTE);
    expect(await read()).not.toMatch(/¿Hay un error|condiciones nuevas/);
  });
});

describe('conditions that are declined', () => {
  test('leave the request open, and the team gets the reason by mail, in the history and in the inbox', async () => {
    await send();
    expect((await leadOf(request.id)).lastAct).toBe('offered');
    expect(await read()).toMatch(
      /Acepto estas condiciones .* No acepto ¿Por qué no\? \(opcional\)/,
    );
    expect(redirectOf(await decline(1, 'Es muy caro <b>'))).toBe(
      `/comprobante/${request.token}#condiciones`,
    );
    expect(await leadOf(request.id)).toMatchObject({ lastAct: 'wrote', state: 'recibida' });
    const [mail, ...others] = await mailsAbout(/^Mensaje: /);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'equipo@resguardo.cl' });
    expect(mail?.text).toContain('No acepto las condiciones, versión 1.\nEs muy caro <b>');
    const after = await read();
    expect(after).toContain('No aceptaste estas condiciones el');
    expect(after).toContain('Tu solicitud sigue abierta');
    expect(after).toContain('Tu asesor sabe que no aceptaste las condiciones.');
    expect(after).not.toContain('falta que un asesor termine');
    expect(after).not.toContain('Acepto estas condiciones');
    expect(await leadPage()).toMatch(
      /Condiciones No aceptadas Enviadas .* no aceptadas el .*Es muy caro/,
    );
  });

  test('several times at once are recorded once', async () => {
    await send();
    const ways = await Promise.all(
      Array.from({ length: 4 }, async () => redirectOf(await decline())),
    );
    expect(new Set(ways)).toEqual(new Set([`/comprobante/${request.token}#condiciones`]));
    expect((await kinds()).filter((kind) => kind === 'message')).toHaveLength(1);
  });

  test('and then answered by a reply make the request wait for the applicant after a reply', async () => {
    await send();
    await decline();
    world.advance(MINUTE);
    const json = { subject: 'Condiciones', text: 'Vemos otra aseguradora.' };
    await api(`/api/admin/leads/${request.id}/replies`, { json, cookies: cookies.admin });
    expect((await leadOf(request.id)).lastAct).toBe('replied');
  });

  test('can be sent again unchanged, as a new version that can be accepted', async () => {
    await send();
    await decline();
    expect(refusal(await press('condiciones', { version: '1' }))).toContain('no acepta');
    expect(await send()).toBe(200);
    expect((await leadOf(request.id)).lastAct).toBe('offered');
    expect(refusal(await decline(1))).toContain('otras condiciones');
    expect(await acceptConditions(request.token, 2)).not.toContain('error');
    expect(refusal(await decline(2))).toContain('ya se aceptaron');
  });

  test('cannot be declined after their last day, nor where none were sent', async () => {
    expect(refusal(await decline())).toContain('No hay condiciones');
    await send({ validUntil: '2026-11-25' });
    world.advance(30 * DAY);
    expect(refusal(await decline())).toContain('vencieron');
  });

  test('can be declined in the panel too', async () => {
    await send();
    const path = `/panel/solicitudes/${request.submissionId}`;
    const form = { version: '1', reason: 'Prefiero otro emisor.' };
    const done = await postForm(`${path}/no-acepto`, { form, cookies: cookies.payer });
    expect(redirectOf(done)).toBe(`${path}#condiciones`);
    browseAs(cookies.payer);
    const own = textOf(await renderPage(OwnRequestPage, { id: `${request.submissionId}` }));
    expect(own).toContain('No aceptaste estas condiciones');
    expect(own).toContain('Prefiero otro emisor.');
  });
});

describe('a request that its applicant cancels', () => {
  const own = () => `/panel/solicitudes/${request.submissionId}`;

  test('ends with its conditions, documents and payment requests, and team and applicant get a mail', async () => {
    await send();
    const link = await requestPayment(cookies.admin, {
      email: publicBody.email,
      leadId: request.id,
    });
    const form = { 'doc-contrato': 'si', hasta: '2026-12-20' };
    const documents = `/admin/leads/${request.id}/documentos`;
    await postForm(documents, { form, cookies: cookies.admin });
    expect(await read()).toContain('2 pendientes: aceptar las condiciones y enviar un documento');
    world.advance(1000);
    expect(redirectOf(await cancel())).toBe(`/comprobante/${request.token}#estado`);
    expect(await leadOf(request.id)).toMatchObject({ state: 'rechazada', lastAct: 'wrote' });
    const after = await read();
    expect(after).toContain('Anulaste tu solicitud');
    expect(after).toContain('Solicitud anulada');
    expect(after).not.toMatch(/pendiente|Falta|No pudimos|Acepto estas|Anular la solicitud|Pagar/);
    expect(payLinkOf(await page())).not.toBe(link);
    const [requested] = await getDb().read.select().from(paymentRequests);
    expect(requested?.expiresAt).toBe(world.now());
    const sentMails = (await mailsAbout(/anulada|mensaje/i)).map(({ to, subject }) => [
      to,
      subject,
    ]);
    const number = `solicitud N.º ${request.submissionId}`;
    expect(sentMails.sort()).toEqual([
      [publicBody.email, `Tu ${number} fue anulada`],
      ['equipo@resguardo.cl', `Mensaje: ${number}, Ana Muñoz`],
    ]);
    expect(await leadPage()).toMatch(/Historia .*El solicitante anuló la solicitud/);
    const later = (await mailsAbout(/./)).length;
    world.advance(20 * DAY);
    expect(await mailsAbout(/./)).toHaveLength(later);
  });

  test('is cancelled once although the button is pressed four times, and the team can reopen it', async () => {
    await Promise.all(Array.from({ length: 4 }, cancel));
    expect(await kinds()).toEqual(['state', 'message']);
    browseAs(cookies.payer);
    expect(textOf(await renderPage(OwnRequestsPage, {}))).toContain('Anulada');
    world.advance(1000);
    const json = { handled: 'no' };
    const path = `/api/admin/leads/${request.id}/handled`;
    const opened = await api(path, { json, cookies: cookies.admin });
    expect(await opened.json()).toMatchObject({ success: true });
    expect((await leadOf(request.id)).state).toBe('recibida');
  });

  test('can be cancelled in the panel', async () => {
    const done = await postForm(`${own()}/anular`, { form: {}, cookies: cookies.payer });
    expect(redirectOf(done)).toBe(`${own()}#estado`);
    expect((await leadOf(request.id)).state).toBe('rechazada');
  });

  test('cannot be cancelled once conditions are accepted, paid or issued, and the refusal says why', async () => {
    await send();
    expect(await read()).toContain('Anular la solicitud');
    await acceptConditions(request.token, 1);
    expect(await read()).not.toContain('Anular la solicitud');
    expect(refusal(await cancel())).toContain('Ya aceptaste las condiciones o hay un pago');
    await payAsGuest(webpay, payLinkOf(await page()));
    expect(refusal(await cancel())).toContain('hay un pago');
    await moveLeadByCrm(request.id, 'emitida', world.now() + 1000);
    expect(refusal(await cancel())).toContain('ya se emitió');
    expect(await kinds()).not.toContain('message');
  });

  test('cannot be cancelled once a payment without conditions was made', async () => {
    const ask = await requestPayment(cookies.admin, {
      email: publicBody.email,
      leadId: request.id,
    });
    await payAsGuest(webpay, ask);
    expect(await read()).not.toContain('Anular la solicitud');
    expect(refusal(await cancel())).toContain('hay un pago');
  });
});
