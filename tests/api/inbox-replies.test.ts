import { describe, expect, test } from 'vitest';
import LeadPage from '#app/admin/leads/[id]/page.tsx';
import ReceiptPage from '#app/comprobante/[token]/page.tsx';
import { templates } from '#lib/domain/requests/team/template-copy.ts';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { getAccount, makeAccount, makeUser } from '#tests/support/accounts.ts';
import { eventKindsOf, openAdminArea } from '#tests/support/admin-area.ts';
import { advisorForTest } from '#tests/support/advisors.ts';
import { auditTrailOf, register } from '#tests/support/auth-calls.ts';
import { api, cookiesOf } from '#tests/support/call.ts';
import { rowsContaining } from '#tests/support/erasure.ts';
import { putIssued } from '#tests/support/issued.ts';
import { eventsOf, insertLead, leadOf, sendRequest } from '#tests/support/leads.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import { forEachTest } from '#tests/support/world.ts';

const admin = forEachTest(() => openAdminArea());
const luis = advisorForTest('luis@resguardo.cl');

const words = { subject: 'Tu solicitud', text: 'Hola, Ana.\n\nFalta:\n- <b>el contrato</b>' };
const send = async (id: number | string, json: object = words, headers = {}) =>
  (
    await api(`/api/admin/leads/${id}/replies`, {
      json,
      cookies: admin.ana.cookies,
      headers,
    })
  ).status;
describe('an advisor’s reply', () => {
  test('is mailed with every text escaped, and answers to it go to the advisor', async () => {
    const { id, submissionId } = await sendRequest(publicBody);
    expect(await send(id)).toBe(200);
    await admin.deliver();
    const mail = admin.toApplicant().at(-1);
    expect(mail).toMatchObject({ subject: 'Tu solicitud', reply_to: admin.ana.email });
    expect(mail?.html).toContain('Falta:<br/>- &lt;b&gt;el contrato&lt;/b&gt;');
    expect(mail?.text).toContain('Hola, Ana.\n\nFalta:\n- <b>el contrato</b>');
    expect(mail?.text).toContain('Equipo de Resguardo');
    expect(mail?.text).toMatch(/http\S+\/comprobante\/\S+\n\n(.*\n)?Equipo de Resguardo/);
    expect(mail?.html).toMatch(/class="button"[^>]*><a [^>]*>Ver mi solicitud</);
    expect(await eventsOf(id)).toEqual([
      { actor: admin.ana.id, kind: 'reply', ...words },
      { actor: admin.ana.id, kind: 'assigned', to: admin.ana.email },
    ]);
    expect((await leadOf(id)).handledAt).toBeNull();
    expect(submissionId).toBe(1);
  });

  test('is recorded in the audit trail of the account that proved the address, not of an unverified one', async () => {
    const account = await makeAccount();
    const { id } = await sendRequest({ ...publicBody, email: account.email });
    await send(id);
    expect(await auditTrailOf(account.id)).toContain('lead.answered');
    const email = 'carla@obras.cl';
    await register({ email });
    await send((await sendRequest({ ...publicBody, email })).id);
    expect(await auditTrailOf((await getAccount(email)).id)).toEqual(['account.registered']);
  });

  test('to a contact form has no link to a request, and the lead stays with its advisor', async () => {
    const id = await insertLead({ email: 'carla@obras.cl', assignedTo: luis.id });
    expect(await send(id, { ...words, handled: 'yes' })).toBe(200);
    await admin.deliver();
    expect(admin.resend.received.at(-1)?.text).not.toContain('/comprobante/');
    expect(await leadOf(id)).toMatchObject({ assignedTo: luis.id, handledAt: admin.world.now() });
  });

  test('is sent once under its key, and once more when its text differs', async () => {
    const id = await insertLead();
    const key = { 'idempotency-key': 'una' };
    await Promise.all([1, 2, 3].map(() => send(id, words, key)));
    expect(await send(id, { ...words, text: 'Otra cosa' }, key)).toBe(200);
    const mails = (await queuedDeliveries()).filter(({ kind }) => kind === 'lead.reply-mail');
    expect(mails).toHaveLength(2);
    expect(await eventKindsOf(id)).toEqual(['reply', 'assigned', 'reply']);
  });

  test.each([
    { subject: '' },
    { subject: 'a\nb' },
    { subject: 'a'.repeat(151) },
    { text: ' ' },
    { text: 'a'.repeat(5001) },
    { text: 'a\u0000b' },
    { handled: 'no' },
  ])('is refused with %j, and nothing is sent', async (wrong) => {
    const id = await insertLead();
    expect(await send(id, { ...words, ...wrong })).toBe(400);
    expect(await eventsOf(id)).toEqual([]);
    expect(await queuedDeliveries()).toEqual([]);
  });

  test('is not possible to an erased or unknown lead; erasing withdraws the mail and deletes its text', async () => {
    const { id } = await sendRequest(publicBody);
    await send(id, { ...words, text: 'Palabra zafiro' });
    await admin.post('estado', id, { state: 'rechazada', reason: 'Motivo zafiro' });
    expect(await rowsContaining(['zafiro'])).not.toEqual([]);
    await api(`/api/admin/leads/${id}/erase`, {
      json: {},
      cookies: admin.ana.cookies,
    });
    expect(await rowsContaining(['zafiro'])).toEqual([]);
    await admin.deliver();
    expect(admin.toApplicant()).toEqual([]);
    for (const gone of [id, 999, 'x']) expect(await send(gone)).toBe(404);
  });

  test('waits while the mail provider fails, and the lead’s page says so', async () => {
    const { id } = await sendRequest(publicBody);
    await admin.deliver();
    await send(id);
    admin.resend.failNext({ how: 'status', status: 500 });
    await admin.deliver();
    browseAs(admin.ana.cookies);
    const page = textOf(await renderPage(LeadPage, { id: `${id}` }));
    expect(page).toMatch(/Envíos Respuesta a la persona En espera/);
    admin.world.advance(3_600_000);
    await admin.deliver();
    expect(admin.toApplicant().at(-1)?.subject).toBe('Tu solicitud');
  });

  test('is shown on the request page and in the API of the account; notes are not', async () => {
    const { id, submissionId } = await sendRequest(publicBody);
    await send(id);
    await admin.post('nota', id, { text: 'Nota secreta' });
    const token = await shownLinkToken('receipt', submissionId);
    const page = await renderPage(ReceiptPage, { token });
    expect(textOf(page)).toContain('Te escribimos: Tu solicitud 20-11-2026, 12:00 Hola, Ana.');
    expect(page).toContain('&lt;b&gt;el contrato&lt;/b&gt;');
    expect(page).not.toContain('secreta');
    const { cookies } = await makeUser();
    const { data } = await (await api('/api/guarantees/mine', { cookies })).json();
    expect(data.requests[0].events).toEqual([
      {
        at: new Date(admin.world.now()).toISOString(),
        title: 'Te escribimos: Tu solicitud',
        text: words.text,
      },
    ]);
  });
});

describe('the reply form of a lead’s page', () => {
  const typed = { asunto: 'Tu solicitud', respuesta: 'Hola', clave: 'una' };

  test('sends one reply for two clicks, and leads back to the lead', async () => {
    const id = await insertLead();
    const ways = [];
    for (let clicks = 0; clicks < 2; clicks++) {
      ways.push((await admin.post('responder', id, typed)).headers.get('location'));
    }
    expect(new Set(ways)).toEqual(new Set([`/admin/leads/${id}?aviso=respuesta#responder`]));
    expect(await eventKindsOf(id)).toEqual(['reply', 'assigned']);
    await admin.post('responder', id, { ...typed, clave: 'dos', handled: 'yes' });
    expect((await leadOf(id)).handledAt).toBe(admin.world.now());
  });

  test('records an offered extension only for a guarantee of the person who is answered', async () => {
    const { id } = await sendRequest(publicBody);
    const emails = ['otra@obras.cl', publicBody.email];
    await putIssued(emails.map((email) => ({ email })));
    for (const garantia of ['1', '2']) {
      await admin.post('responder', id, { ...typed, clave: garantia, garantia });
    }
    const offered = "select guarantee from guarantee_events where kind = 'ofrecida'";
    const { rows } = await getDb().client.execute(offered);
    expect(rows.map(({ guarantee }) => guarantee)).toEqual([2]);
  });

  test('brings back what was typed after a refusal, also when the session had ended', async () => {
    const id = await insertLead();
    const refused = await admin.post('responder', id, { ...typed, asunto: '' });
    const ended = await postForm(`/admin/leads/${id}/responder`, { form: typed });
    for (const response of [refused, ended]) {
      const flash = parseFlash(cookiesOf(response).formulario);
      expect(flash?.values).toMatchObject({ respuesta: 'Hola' });
    }
    expect(await eventsOf(id)).toEqual([]);
  });

  test('refuses a template while a bracket of it is not filled in', async () => {
    const { id } = await sendRequest(publicBody);
    for (const { text, state } of templates) {
      const isOpen = text.includes('[');
      expect(await send(id, { subject: 'Hola', text })).toBe(isOpen ? 400 : 200);
      const filled = text.replace(/\[[^\]]+\]/g, 'la [carta] de 2026');
      if (isOpen && !state) expect(await send(id, { subject: 'Hola', text: filled })).toBe(200);
    }
  });

  test('is filled in by the template that its link names, with the first name or the new state', async () => {
    const { id } = await sendRequest(publicBody);
    browseAs(admin.ana.cookies);
    for (const { id: plantilla, text: begins, state } of templates) {
      const page = await renderPage(LeadPage, { id: `${id}` }, { plantilla });
      expect(page).toContain(begins.split(/\n|\[teléfono/)[0]);
      expect(page.includes('Hola, Ana.')).toBe(!state);
      if (state) expect(page).toMatch(new RegExp(`<option value="${state}" selected`));
    }
    expect(await renderPage(LeadPage, { id: `${id}` }, { plantilla: 'otra' })).not.toContain(
      'Hola, Ana.',
    );
  });
});
