import { beforeEach, describe, expect, test } from 'vitest';
import TrailPage from '#app/admin/auditoria/page.tsx';
import DeliveryPage from '#app/admin/entregas/[id]/page.tsx';
import DeliveriesPage from '#app/admin/entregas/page.tsx';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { codeFor, type Member, makeUser } from '#tests/support/accounts.ts';
import { type Advisor, makeAdvisor } from '#tests/support/advisors.ts';
import {
  auditTrailOf,
  register,
  requestPasswordReset,
  verifyEmail,
} from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { enqueue } from '#tests/support/enqueue.ts';
import { insertLead, sendRequest } from '#tests/support/leads.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { listMails } from '#tests/support/sent-mails.ts';
import { addDocument } from '#tests/support/shares.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

let advisor: Advisor;
let ana: Member;
beforeEach(async () => {
  advisor = await makeAdvisor();
  ana = await makeUser();
  await deliverDue();
});

async function textOfPage(page: typeof DeliveriesPage | typeof TrailPage, query = {}) {
  browseAs(advisor.cookies);
  const text = textOf(await renderPage(page as typeof TrailPage, {}, query));
  return text.slice(text.search(/Los? más recientes? primero/));
}

async function detail(id: number | string): Promise<string> {
  browseAs(advisor.cookies);
  return renderPage(DeliveryPage, { id: `${id}` });
}

async function lastDelivery(kind: string): Promise<number> {
  const { rows } = await getDb().client.execute(
    `select max(id) as id from deliveries where kind = '${kind}'`,
  );
  return Number(rows[0]?.id);
}

async function act(id: number, options = 'reenviar', form = {}): Promise<string> {
  const path = `/admin/entregas/${id}/${options}`;
  const response = await postForm(path, { form, cookies: advisor.cookies });
  return response.headers.get('location') ?? '';
}

describe('the page of a delivery', () => {
  test('shows its kind, its recipient, each failed attempt with its time, and the next attempt', async () => {
    const lead = await insertLead();
    await enqueue(`lead:${lead}/mail`, 1, 'lead.reply-mail');
    const id = await lastDelivery('lead.reply-mail');
    const failing = async () => {
      throw Object.assign(new Error(), { reason: 'timeout' });
    };
    const worker = createWorker({ handlers: { 'lead.reply-mail': failing }, random: () => 0.5 });
    await worker.step();
    world.advance(MINUTE);
    await worker.step();
    const html = await detail(id);
    const text = textOf(html);
    expect(text).toContain('Respuesta a la persona');
    expect(text).toContain('A quién ana@constructora.cl');
    expect(text).toMatch(/12:00, intento 1: El proveedor no respondió a tiempo/);
    expect(text).toMatch(/12:01, intento 2: El proveedor no respondió a tiempo/);
    expect(text).toMatch(/Próximo intento 20-11-2026, 12:01/);
    expect(html).toContain(`href="/admin/leads/${lead}"`);
    expect(html).toContain(`href="/admin/cuentas/${ana.id}"`);
    expect(html).toContain(`action="/admin/entregas/${id}/reintentar"`);
    expect(await act(id, 'reintentar', { detalle: `${id}` })).toBe(
      `/admin/entregas/${id}?aviso=envio`,
    );
    for (const unknown of ['999', 'x', '1 or 1']) await expect(detail(unknown)).rejects.toThrow();
  });

  test('is linked from the list, which finds it by part of its e-mail, and can send it again', async () => {
    await requestPasswordReset(ana.email);
    await deliverDue();
    browseAs(advisor.cookies);
    const id = await lastDelivery('account.reset-mail');
    const html = await renderPage(DeliveriesPage, {}, {});
    expect(html).toContain(`href="/admin/entregas/${id}"`);
    expect(html).not.toContain(`action="/admin/entregas/${id}/reenviar"`);
    expect(await detail(`${id}`)).toContain(`action="/admin/entregas/${id}/reenviar"`);
    for (const q of ['constructora', 'ANA@', 'ana@constr']) {
      expect(await textOfPage(DeliveriesPage, { q }), q).toContain('ana@constructora.cl');
    }
    for (const q of ['%', 'a_a@', 'nadie']) {
      expect(await textOfPage(DeliveriesPage, { q }), q).toContain('Nada coincide');
    }
  });
});

describe('sending a delivery again', () => {
  test('is in the audit trail, where the request’s number finds it', async () => {
    const { submissionId: n } = await sendRequest(publicBody);
    await deliverDue();
    world.advance(MINUTE);
    const id = await lastDelivery('guarantee.acknowledgement');
    expect(await act(id)).toContain('aviso=envio');
    expect(await textOfPage(TrailPage)).toContain(
      `pidió enviar otra vez un correo Comprobante a quien pidió, a ${publicBody.email.toLowerCase()} Envío ${id}`,
    );
    for (const person of [`${n}`, `#${n}`, `N.º ${n}`, `Solicitud N.º ${n}`, `solicitud ${n}`]) {
      expect(await textOfPage(TrailPage, { person }), person).toContain(
        'pidió enviar otra vez un correo',
      );
    }
    expect(await textOfPage(TrailPage, { object: `Solicitud N.º ${n}` })).toContain('otra vez');
    expect(await textOfPage(TrailPage, { person: '9916' })).toContain('Nada coincide');
  });

  test('is refused for a code whose e-mail is verified, and a code that was used before it left is shown as skipped', async () => {
    const used = await lastDelivery('account.code-mail');
    const before = (await listMails()).length;
    expect(await act(used, 'reenviar', { detalle: `${used}` })).toContain('error=conflict');
    expect(await auditTrailOf(ana.id)).not.toContain('delivery.resent');
    // A code that was used while its mail waited is not said to be sent.
    const email = 'nueva@constructora.cl';
    await register({ email });
    await verifyEmail(email, await codeFor(email));
    await deliverDue();
    expect((await listMails()).length).toBe(before);
    const text = textOf(await detail(await lastDelivery('account.code-mail')));
    expect(text).toContain('Omitido');
    expect(text).toContain('No se envió: su correo ya estaba verificado');
    expect(text).not.toContain('Enviado');
    expect(await textOfPage(DeliveriesPage, { q: email })).toContain('Omitido');
  });

  test('works for a valid link to choose a password, and says for an expired one that nothing was sent', async () => {
    await requestPasswordReset(ana.email);
    await deliverDue();
    const id = await lastDelivery('account.reset-mail');
    world.advance(MINUTE);
    expect(await act(id)).toContain('aviso=envio');
    expect(await auditTrailOf(ana.id)).toContain('delivery.resent');
    await deliverDue();
    world.advance(61 * MINUTE);
    const { message } = await (
      await api(`/api/admin/deliveries/${id}/resend`, {
        method: 'POST',
        cookies: (await makeAdvisor('otra@resguardo.cl')).cookies,
      })
    ).json();
    expect(message).toBe('No se envió: el enlace ya venció o se usó.');
  });
});

test('the audit trail finds a shared link by the e-mail of its recipient', async () => {
  const { fileId } = await addDocument(ana.id);
  const form = { [`doc-${fileId}`]: 'si', expiresInHours: '168', recipients: 'Luz <luz@sur.cl>' };
  await postForm('/panel/documentos/compartir/crear', { form, cookies: ana.cookies });
  expect(await textOfPage(TrailPage, { person: 'LUZ@sur.cl' })).toContain('compartió documentos');
  expect(await textOfPage(TrailPage, { person: 'otra@sur.cl' })).toContain('Nada coincide');
});
