import { beforeEach, describe, expect, test } from 'vitest';
import { getShownPath } from '#lib/domain/links/reads.ts';
import type { PageForm } from '#lib/domain/requests/leads/schema.ts';
import { parseFlash } from '#lib/http/forms/flash.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { type CallOptions, cookiesOf } from '#tests/support/call.ts';
import {
  contactBody,
  leadCounts,
  noLeadCounts,
  sendContact,
  storedLeads,
} from '#tests/support/contact.ts';
import { insertLink, linkSubject } from '#tests/support/mailed-links.ts';
import { postForm } from '#tests/support/post-form.ts';
import { startTurnstile } from '#tests/support/providers/turnstile.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const envio = 'A'.repeat(22);
const filled = {
  ...contactBody,
  acepta_politicas: 'true',
  telefono: '',
  respuesta_preferida: 'Por escrito',
  envio,
};

async function post(kind: PageForm, form: Record<string, string>, options: CallOptions = {}) {
  const response = await postForm(`/${kind}/enviar`, { form, ...options });
  expect(response.status).toBe(303);
  const { formulario } = cookiesOf(response);
  return {
    location: response.headers.get('location') ?? '',
    flash: formulario ? parseFlash(formulario) : null,
  };
}

describe.each(['contacto', 'asesor'] as const)('the form of /%s', (kind) => {
  test('makes a lead and leads to its receipt', async () => {
    const { location } = await post(kind, filled);
    const [lead] = await storedLeads();
    expect(lead).toMatchObject({ kind, name: 'Ana Muñoz', phone: null });
    expect(lead?.answers).toMatchObject({ acepta_politicas: true });
    expect(lead?.answers).not.toHaveProperty('envio');
    expect(location).toBe(await getShownPath('lead-receipt', lead?.id ?? 0));
    expect(await leadCounts()).toEqual({ leads: 1, mails: 2 });
  });

  test('brings back the typed values, with the fields that are wrong', async () => {
    const mensaje = 'Línea\r\n'.repeat(250).trim();
    const { location, flash } = await post(kind, {
      ...filled,
      correo: 'ana@',
      acepta_politicas: '',
      mensaje,
    });
    expect(location).toBe(`/${kind}?error=validation_failed`);
    expect(Object.keys(flash?.fields ?? {}).sort()).toEqual(['acepta_politicas', 'correo']);
    expect(flash?.values).toMatchObject({ primer_nombre: 'Ana', correo: 'ana@', mensaje });
    expect(await leadCounts()).toEqual(noLeadCounts);
  });

  test.skipIf(kind === 'contacto')('requires a telephone when a call is preferred', async () => {
    const call = { ...filled, respuesta_preferida: 'Con una llamada' };
    const { flash } = await post(kind, call);
    expect(flash?.fields).toEqual({ telefono: 'Escribe tu teléfono para llamarte.' });
    const alsoWrong = await post(kind, { ...call, correo: 'ana@' });
    expect(Object.keys(alsoWrong.flash?.fields ?? {}).sort()).toEqual(['correo', 'telefono']);
    expect(await leadCounts()).toEqual(noLeadCounts);
    await post(kind, { ...call, telefono: '9 1234 5678' });
    const [lead] = await storedLeads();
    expect(lead?.answers).toMatchObject({
      respuesta_preferida: 'Con una llamada',
    });
    await post(kind, { ...call, telefono: '9 1234 5678', hora: 'a las 15:00' });
    const later = (await storedLeads()).at(-1);
    expect(later?.answers).toMatchObject({
      respuesta_preferida: 'Con una llamada a las 15:00',
    });
    expect(later?.answers).not.toHaveProperty('hora');
  });

  test('asks once about a probable typo in the e-mail, beside other errors', async () => {
    const slip = { ...filled, correo: 'ana@gmial.com' };
    const { flash } = await post(kind, { ...slip, acepta_politicas: '' });
    expect(Object.keys(flash?.fields ?? {}).sort()).toEqual(['acepta_politicas', 'correo']);
    expect(flash?.fields.correo).toContain('¿Quisiste decir ana@gmail.com?');
    await post(kind, { ...slip, visto: 'ana@hotmial.com' });
    expect(await leadCounts()).toEqual(noLeadCounts);
    expect((await post(kind, { ...slip, visto: slip.correo })).location).toMatch(/^\/recibido\//);
    const [lead] = await storedLeads();
    expect(lead?.answers).not.toHaveProperty('visto');
  });

  test('asks once about a telephone with a wrong number of digits', async () => {
    const short = { ...filled, telefono: '91234567' };
    const { flash } = await post(kind, short);
    expect(flash?.fields).toEqual({ telefono: expect.stringContaining('Falta un dígito.') });
    expect((await post(kind, { ...short, telefono: '99999999999999' })).flash?.fields).toEqual({
      telefono: expect.stringContaining('¿Es correcto 99999999999999?'),
    });
    await post(kind, { ...short, telefono_visto: '91234567' });
    expect((await storedLeads()).map(({ phone }) => phone)).toEqual(['91234567']);
  });

  test('makes one lead although one view of the page sends it three times', async () => {
    const sent = await Promise.all([1, 2, 3].map(() => post(kind, filled)));
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1);
    expect(await leadCounts()).toEqual({ leads: 1, mails: 2 });
  });

  test('makes another lead when it was changed or has another or invalid view id', async () => {
    await post(kind, filled);
    await post(kind, { ...filled, mensaje: 'Otra cosa.' });
    await post(kind, { ...filled, envio: 'B'.repeat(22) });
    for (const wrong of ['', 'x', 'Á'.repeat(22)]) await post(kind, { ...filled, envio: wrong });
    expect((await leadCounts()).leads).toBe(6);
  });
});

describe('the contact forms', () => {
  test('require a message on the contact page only', async () => {
    expect((await post('contacto', { ...filled, mensaje: '' })).flash?.fields).toEqual({
      mensaje: 'Escribe tu mensaje.',
    });
    expect((await post('asesor', { ...filled, mensaje: '' })).location).toMatch(/^\/recibido\//);
  });

  test('count toward one limit with the API of the same form, apart from the other form and other IPs', async () => {
    for (let n = 0; n < 5; n++) expect((await sendContact(contactBody)).status).toBe(200);
    for (let n = 0; n < 5; n++) await post('contacto', { ...filled, mensaje: `${n}` });
    const { location, flash } = await post('contacto', filled);
    expect(location).toBe('/contacto?error=rate_limited');
    // A limit must not lose a message.
    expect(flash?.values).toMatchObject({ mensaje: filled.mensaje, correo: filled.correo });
    expect((await sendContact(contactBody)).status).toBe(429);
    expect((await post('asesor', filled)).location).toMatch(/^\/recibido\//);
    expect((await post('contacto', filled, { ip: '192.0.2.1' })).location).toMatch(/^\/recibido\//);
  });

  test('have receipt links that cannot be guessed', async () => {
    const token = await insertLink('lead-receipt', 7, { id: '7' });
    expect(await linkSubject('lead-receipt', token)).toBe('7');
    const unusedToken = signedToken('lead-receipt', '8');
    for (const wrong of ['7', '7.x', `8${token.slice(1)}`, '', unusedToken]) {
      expect(await linkSubject('lead-receipt', wrong)).toBeNull();
    }
  });
});

describe('with captchas on', () => {
  const turnstile = forEachTest(() => startTurnstile());
  beforeEach(() => world.reopen(turnstile.variables));

  const name = 'cf-turnstile-response';

  test('the contact API accepts a token once, and does not store it', async () => {
    const token = turnstile.mint();
    const statuses = [];
    for (const givenToken of [undefined, token, token]) {
      statuses.push((await sendContact({ ...contactBody, [name]: givenToken })).status);
    }
    expect(statuses).toEqual([403, 200, 403]);
    const [lead, ...others] = await storedLeads();
    expect(others).toEqual([]);
    expect(JSON.stringify(lead?.answers)).not.toContain(token);
  });

  test('the same form of one view needs no second token, but a changed one does', async () => {
    const form = { ...filled, [name]: turnstile.mint() };
    const first = await post('contacto', form);
    const second = await post('contacto', form);
    expect(second.location).toBe(first.location);
    const changed = await post('contacto', { ...form, mensaje: 'Otra cosa.' });
    expect(changed.location).toBe('/contacto?error=captcha_invalid');
    expect(changed.flash?.values).toMatchObject({ mensaje: 'Otra cosa.' });
    expect((await leadCounts()).leads).toBe(1);
  });
});
