import { expect, test } from 'vitest';
import type { ContactFormBody } from '#lib/domain/requests/leads/contact-schema.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { adminAreaForTest } from '#tests/support/admin-area.ts';
import { contactBody, sendContact, storedLeads } from '#tests/support/contact.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { textOf } from '#tests/support/page-request.ts';
import { postForm } from '#tests/support/post-form.ts';

// The tests begin on Friday 20-11-2026, at 12:00 in Chile.
const { lead, listed, pass, post, rows } = adminAreaForTest();

const send = async (respuesta_preferida: string, more: Partial<ContactFormBody> = {}) => {
  const body = { ...contactBody, respuesta_preferida, ...more };
  await sendContact(body, { path: '/api/contact-advisor' });
  return (await storedLeads()).at(-1)?.id ?? 0;
};
const changeCall = async (id: number, form: Record<string, string>) => {
  const token = await shownLinkToken('lead-receipt', id);
  return postForm(`/recibido/${token}/llamada`, { form: { envio: randomId(), ...form } });
};
const rowOf = async (id: number) => {
  const row = (await rows({ sort: 'newest' })).find(([, number]) => number?.endsWith(`${id}`));
  return row?.join(' ') ?? '';
};

test.each([
  ['Con una llamada a las 15:00', 'Llamar hoy 15:00'],
  ['Con una llamada en la tarde', 'Llamar hoy 14–18'],
  ['Con una llamada el 21-11-2026 a las 11:00', 'Llamar mañana 11:00'],
  ['Con una llamada el 24-11-2026', 'Llamar mar 24-11'],
  ['Con una llamada en la mañana', 'Llamar lun 23-11 9–12'],
])(
  'a lead that prefers «%s» shows “%s” in its row and on its main button',
  async (preferred, text) => {
    const id = await send(preferred);
    expect(await rowOf(id)).toContain(text);
    const page = await lead(id);
    expect(textOf(page)).toMatch(/Llamar el \S+ \d\d-11-2026/);
    const [button = ''] = page.match(/<a[^>]*href="tel:[^>]*>.*?<\/a>/s) ?? [];
    expect(button).toContain(text);
    expect(button).toContain('btn-primary');
    expect(page.match(/btn-primary[^>]*>\s*Responder/)).toBeNull();
  },
);

test('the row of a lead names a changed call beside the message, and no cancelled call', async () => {
  const id = await send('Con una llamada a las 15:00');
  await changeCall(id, { dia: '2026-11-23', hora: 'a las 11:00' });
  expect(await rowOf(id)).toMatch(/Llamar lun 23-11 11:00.*Escribió/);
  await changeCall(id, { cancelar: 'si' });
  expect(await rowOf(id)).not.toContain('Llamar');
  expect(await lead(id)).toMatch(/Llamar<span/);
});

test('a promised call sorts its lead like a closing, until the end of its day', async () => {
  const none = await send('Por escrito');
  const tomorrow = await send('Por escrito', { cuando_cierra: 'Mañana' });
  const today = await send('Con una llamada a las 15:00');
  const monday = await send('Con una llamada el 23-11-2026 a las 11:00');
  const closing = await send('Con una llamada el 24-11-2026 a las 11:00', {
    cuando_cierra: 'Hoy',
  });
  expect(await listed({})).toEqual([today, closing, tomorrow, monday, none]);
  await pass(4 * HOUR);
  expect(await listed({})).toEqual([today, closing, tomorrow, monday, none]);
  await pass(8 * HOUR + 1);
  expect(await listed({})).toEqual([tomorrow, monday, closing, none, today]);
  const dueOf = async (id: number) => (await storedLeads()).find((row) => row.id === id)?.dueAt;
  expect(await dueOf(closing)).toBe(Date.UTC(2026, 10, 24, 14));
  expect(await dueOf(today)).toBeNull();
});

test('the closing is the deadline again once the call is cancelled or the lead is handled', async () => {
  const id = await send('Con una llamada a las 15:00', { cuando_cierra: 'Mañana' });
  const due = async () => (await storedLeads())[0]?.dueAt;
  const closing = Date.UTC(2026, 10, 22, 3) - 1;
  expect(await due()).toBe(Date.UTC(2026, 10, 20, 18));
  await post(`leads/${id}/atendida`, { handled: 'yes' });
  expect(await due()).toBe(closing);
  expect(await rowOf(id)).not.toContain('Llamar');
  await changeCall(id, { cancelar: 'si' });
  expect(await due()).toBe(closing);
});
