import { expect, test } from 'vitest';
import AdvisorPage from '#app/(sitio)/asesor/page.tsx';
import ReceivedPage from '#app/(sitio)/recibido/[token]/page.tsx';
import { leadAcknowledgementMail } from '#lib/domain/requests/leads/mail.ts';
import { getFormLead } from '#lib/domain/requests/leads/reads/leads.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { browseAs, renderPage, textOf } from '#tests/support/page-request.ts';
import { postForm, valuesKeptAfterRefusal } from '#tests/support/post-form.ts';

const { ana, lead, post, world } = adminAreaForTest({ ABOUT_ANSWER_HOURS: '4' });

/** Asks for a call in the afternoon of Friday 20-11-2026, and opens its page as the sender. */
const ask = async () => {
  await sendContact(contactBody, { path: '/api/contact-advisor' });
  const id = (await storedLeads()).at(-1)?.id ?? 0;
  const token = await shownLinkToken('lead-receipt', id);
  const html = async () => {
    browseAs({});
    const shown = await renderPage(ReceivedPage, { token });
    browseAs(ana.cookies);
    return shown;
  };
  const change = (form: Record<string, string>) =>
    postForm(`/recibido/${token}/llamada`, { form: { envio: randomId(), ...form } });
  return { id, html, text: async () => textOf(await html()), change };
};

test('a call on a certain day is the only promise, on the page of the message and in the first mail', async () => {
  const { id, text } = await ask();
  const url = 'http://localhost:3000/recibido/abc.def';
  const mail = await leadAcknowledgementMail(await getFormLead(id), { url, isOwn: false });
  for (const words of [await text(), mail.text]) {
    expect(words).toContain('te llamamos el viernes 20-11-2026 en la tarde');
    expect(words).toContain('Antes de llamarte, tu asesor lee lo que escribiste.');
    expect(words).not.toMatch(/te responde|a más tardar/);
    expect(words).toMatch(/asesoría:? N\.º\s1/i);
  }
  expect(mail.text).toContain(`Agrega la llamada a tu calendario: ${url}/calendario`);
  expect(mail.text).not.toContain('1234 5678');
  expect(await text()).toContain('más abajo en esta página');
});

test('after a reply, the head of the page of a message names both the reply and the call', async () => {
  const { id, text, html } = await ask();
  world.advance(MINUTE);
  await post(`leads/${id}/responder`, { asunto: 'Hola', respuesta: 'Te llamo.', clave: 'una' });
  expect(await text()).toContain(
    'Un asesor te respondió y te llama el viernes 20-11-2026 en la tarde',
  );
  expect(await text()).not.toContain('Antes de llamarte');
  expect(await html()).toMatch(/href="#llamada"[^>]*>Cambiar o cancelar la llamada/);
});

test('the telephone can be corrected in the form of the call, and page and history say so', async () => {
  const { id, text, change } = await ask();
  const call = { dia: '2026-11-20', hora: 'en la tarde' };
  const refused = valuesKeptAfterRefusal(await change({ ...call, telefono: '12' }));
  expect(refused?.fields?.telefono).toContain('Revisa el teléfono');
  await change({ ...call, telefono: '+56 9 8765 4321' });
  expect((await storedLeads())[0]).toMatchObject({
    phone: '+56 9 8765 4321',
    answers: { telefono: '+56 9 8765 4321' },
  });
  expect(await text()).toMatch(/Corregiste tu teléfono.*Teléfono: \+56 9 8765 4321/);
  const page = await lead(id);
  expect(textOf(page)).toContain('Corrigió su teléfono');
  expect(page).toContain('href="tel:+56987654321"');
});

test('a changed call is told in other words to its sender and to the team', async () => {
  const { id, text, change } = await ask();
  await change({ dia: '2026-11-24', hora: 'a las 10:00' });
  expect(await text()).toContain('Cambiaste la llamada al martes 24-11-2026 a las 10:00');
  expect(textOf(await lead(id))).toContain('Cambió la llamada al martes 24-11-2026 a las 10:00');
  await change({ cancelar: 'si' });
  await change({ dia: '2026-11-25', hora: 'a las 10:00' });
  expect(await text()).toContain('Pediste una llamada para el miércoles 25-11-2026 a las 10:00');
});

test('the form for advice asks for the doubt first, offers the calculator and names near days', async () => {
  browseAs({});
  const html = await renderPage(AdvisorPage, {});
  expect(html).toMatch(/href="\/experto#calculadora"[^>]*>Averígualo en un minuto/);
  expect(textOf(html)).toMatch(/¿Cuál es tu duda\?.*¿Cómo prefieres.*¿Qué garantía necesitas\?/);
  expect(html.indexOf('name="mensaje"')).toBeLessThan(html.indexOf('<details'));
  expect(textOf(html)).toContain('Hoy, viernes 20-11-2026');
});
