import { describe, expect, test } from 'vitest';
import { leadIdOfRef } from '#lib/domain/requests/leads/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import {
  type ContactPath,
  contactBody,
  contactPaths,
  csrfToken,
  leadCounts,
  noLeadCounts,
  sendContact,
  storedLeads,
} from '#tests/support/contact.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });

const kinds: Record<ContactPath, string> = {
  '/api/contact': 'contacto',
  '/api/contact-advisor': 'asesor',
  '/api/contact-expert': 'experto',
};

describe.each(contactPaths)('POST %s', (path) => {
  test('accepts every field and stores the lead and its two mails', async () => {
    const response = await sendContact(contactBody, {
      path,
      ip: '198.51.100.9',
      headers: { 'x-request-id': 'my-request-0001' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const reply = await response.json();
    expect(reply).toEqual({
      success: true,
      message: expect.stringMatching(/^Recibimos .*\.$/),
      ...(path === '/api/contact-advisor' && { data: { bookingUrl: null } }),
    });
    const [lead, ...others] = await storedLeads();
    expect(others).toEqual([]);
    expect(lead).toMatchObject({
      kind: kinds[path],
      submissionId: null,
      name: 'Ana Muñoz',
      email: 'ana@constructora.cl',
      phone: '+56 9 1234 5678',
      rut: '12345678-5',
      consentIp: '198.51.100.9',
      consentVersion: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      httpRequestId: 'my-request-0001',
      idempotencyKey: null,
      createdAt: START,
    });
    expect(lead?.answers).toEqual({ ...contactBody, rut: '12345678-5' });
    const queued = await getDb().read.select().from(deliveries).orderBy(deliveries.id);
    const mails = queued.filter((delivery) => delivery.partition.endsWith('/mail'));
    expect(mails).toMatchObject([
      {
        partition: `lead:${lead?.id}/team/mail`,
        kind: 'lead.internal-mail',
        state: 'waiting',
        attempts: 0,
      },
      {
        partition: `lead:${lead?.id}/mail`,
        kind: 'lead.acknowledgement',
        state: 'waiting',
        attempts: 0,
      },
    ]);
    for (const { payload } of mails) {
      expect(payload).toMatchObject({ leadId: lead?.id });
    }
  });

  test('accepts the required fields alone, with or without consent', async () => {
    const body = { primer_nombre: 'Ana', correo: 'ana@constructora.cl' };
    expect((await sendContact(body, { path })).status).toBe(200);
    expect((await sendContact({ ...body, acepta_politicas: false }, { path })).status).toBe(200);
    const [first, second] = await storedLeads();
    expect(first).toMatchObject({ name: 'Ana', phone: null, rut: null });
    expect(first?.answers).toEqual(body);
    expect(second?.answers).toEqual({ ...body, acepta_politicas: false });
  });

  test.each(refusals())('refuses %s', async (_, change, field) => {
    const response = await sendContact({ ...contactBody, ...change }, { path });
    expect(response.status).toBe(400);
    const { error, fields } = await response.json();
    expect(error).toBe('validation_failed');
    expect(Object.keys(fields)).toEqual([field]);
    expect(fields[field]).toMatch(/\.$/);
    expect(await leadCounts()).toEqual(noLeadCounts);
  });

  test('names all missing fields at once', async () => {
    const { fields } = await (await sendContact({}, { path })).json();
    expect(Object.keys(fields).sort()).toEqual(['correo', 'primer_nombre']);
  });

  test('refuses a body whose CSRF token does not match the cookie', async () => {
    for (const token of [undefined, 'a.9999999999.c', await csrfToken()]) {
      const json = { ...contactBody, csrfToken: token };
      const response = await sendContact({}, { path, json });
      expect([response.status, (await response.json()).error]).toEqual([403, 'csrf_invalid']);
    }
    expect(await leadCounts()).toEqual(noLeadCounts);
  });
});

describe('a contact form', () => {
  test('stores texts trimmed and normalized up to the longest allowed, and drops unknown fields', async () => {
    const body = {
      primer_nombre: `  Mun\u0303oz${'x'.repeat(114)}  `,
      correo: 'ana@constructora.cl',
      rut: '',
      tipo_inversionista: 'ñ'.repeat(2000),
      mensaje: 'ñ'.repeat(5000),
      isAdmin: true,
      kind: 'garantia',
    };
    expect((await sendContact(body)).status).toBe(200);
    const [lead] = await storedLeads();
    const { answers = {} } = lead ?? {};
    expect(answers.primer_nombre).toBe(`Mu\u00f1oz${'x'.repeat(114)}`);
    expect(answers.mensaje).toBe('ñ'.repeat(5000));
    expect(Object.keys(answers).sort()).toEqual(
      ['primer_nombre', 'correo', 'tipo_inversionista', 'mensaje'].sort(),
    );
    expect(lead?.kind).toBe('contacto');
  });

  test('stores the lead and its mails together or not at all', async () => {
    await getDb().client.execute(`create trigger refuse before insert on deliveries
      when new.kind = 'lead.acknowledgement' begin select raise(abort, 'no'); end`);
    expect((await sendContact(contactBody)).status).toBe(500);
    expect(await leadCounts()).toEqual(noLeadCounts);
  });

  test('is one lead per Idempotency-Key, and other answers under the same key are a conflict', async () => {
    const headers = { 'idempotency-key': 'abc' };
    const together = [1, 2, 3].map(() => sendContact(contactBody, { headers }));
    const statuses = (await Promise.all(together)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
    const other = await sendContact({ ...contactBody, mensaje: 'Otra cosa.' }, { headers });
    expect([other.status, (await other.json()).error]).toEqual([409, 'conflict']);
    expect(await leadCounts()).toEqual({ leads: 1, mails: 2 });
    const elsewhere = await sendContact(contactBody, { headers, path: '/api/contact-expert' });
    expect(elsewhere.status).toBe(200);
    expect(await leadCounts()).toEqual({ leads: 2, mails: 4 });
    const long = await sendContact(contactBody, {
      headers: { 'idempotency-key': 'x'.repeat(201) },
    });
    expect(long.status).toBe(400);
    const twice = await sendContact(contactBody, { headers: { 'idempotency-key': 'abc, abc' } });
    expect(twice.status).toBe(400);
  });

  test('to an advisor is answered with a booking link that names the lead', async () => {
    await world.reopen({ SCHEDULING_URL: 'https://cal.com/resguardo/asesoria?theme=light' });
    const response = await sendContact(contactBody, { path: '/api/contact-advisor' });
    const { data } = await response.json();
    const booking = new URL(data.bookingUrl);
    expect(booking.origin + booking.pathname).toBe('https://cal.com/resguardo/asesoria');
    const { 'metadata[leadRef]': ref, ...query } = Object.fromEntries(booking.searchParams);
    const attendeePhoneNumber = '+56912345678';
    expect(query).toEqual({
      theme: 'light',
      attendeePhoneNumber,
      name: 'Ana Muñoz',
      email: contactBody.correo,
    });
    const [lead] = await storedLeads();
    expect(leadIdOfRef(ref)).toBe(lead?.id);
    for (const wrong of [undefined, '', '1', `${lead?.id}.x`, `9${ref}`]) {
      expect(leadIdOfRef(wrong)).toBeNull();
    }
  });
});

/** Returns the name of each fault, the change that makes it, and the field in the refusal. */
function refusals(): [string, Record<string, unknown>, string][] {
  const change = (field: string, value: unknown, action: string) =>
    [`${action} in ${field}`, { [field]: value }, field] satisfies [string, object, string];
  const texts = Object.entries(contactBody).filter(([, value]) => typeof value === 'string');
  return [
    ...texts.flatMap(([field]) =>
      [7, true, null, {}, ['a']].map((value) => change(field, value, JSON.stringify(value))),
    ),
    ...texts.map(([field, value]) => change(field, `${value}\u0000`, 'a control character')),
    ...['\r\nBcc: x@mal.example', '\n', '\u007f'].map((value) =>
      change('primer_nombre', `Ana${value}Muñoz`, 'a header'),
    ),
    ...['', '   '].flatMap((value) =>
      ['primer_nombre', 'correo'].map((field) => change(field, value, 'nothing')),
    ),
    change('primer_nombre', 'x'.repeat(121), '121 characters'),
    change('apellido', 'x'.repeat(121), '121 characters'),
    change('correo', `${'x'.repeat(250)}@a.cl`, '255 characters'),
    change('tipo_inversionista', 'x'.repeat(2001), '2,001 characters'),
    change('perfil_activo', 'x'.repeat(2001), '2,001 characters'),
    change('mensaje', 'x'.repeat(5001), '5,001 characters'),
    ...['ana', 'ana@', '@a.cl', 'a b@c.cl', 'a@b', 'a@b.cl,c@d.cl', 'Ana <a@b.cl> <c@d.cl>'].map(
      (value) => change('correo', value, value),
    ),
    ...['12.345.678-6', '1-9', 'abc', '12345678'].map((value) => change('rut', value, value)),
    ...['123', '12345678901234567', 'llámame'].map((value) => change('telefono', value, value)),
    ...['true', 1, null, 'on'].map((value) =>
      change('acepta_politicas', value, JSON.stringify(value)),
    ),
  ];
}
