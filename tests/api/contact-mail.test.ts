import { describe, expect, test } from 'vitest';
import { deliveryHandlers } from '#lib/background/delivery-handlers.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { leadAcknowledgementMail, leadInternalMail } from '#lib/domain/requests/leads/mail.ts';
import { getFormLead } from '#lib/domain/requests/leads/reads/leads.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  type ContactPath,
  contactBody,
  contactPaths,
  sendContact,
} from '#tests/support/contact.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const booking = 'https://cal.com/resguardo/asesoria';
const resend = forEachTest(() => startResend());
const world = worldForTest(() => ({
  ...resend.variables,
  MAIL_INTERNAL_TO: 'Asesores <asesores@resguardo.cl>',
  SCHEDULING_URL: booking,
}));

const subjects: Record<ContactPath, [string, string]> = {
  '/api/contact': ['Contacto: Ana Muñoz', 'Recibimos tu mensaje'],
  '/api/contact-advisor': [
    'Quiere hablar con un asesor: Ana Muñoz',
    'Te llamamos el viernes 20-11-2026 en la tarde',
  ],
  '/api/contact-expert': ['Consulta a un experto: Ana Muñoz', 'Recibimos tu consulta'],
};

const mailed = { url: 'http://localhost:3000/recibido/abc.def', isOwn: true };
const mailTo = (address: string) => resend.received.find(({ to }) => [to].flat()[0] === address);

const deliver = async () => {
  const worker = createWorker({ handlers: deliveryHandlers, random: () => 0.5 });
  await worker.drain();
  return worker;
};

/** Returns the mails that a form with these answers causes. */
async function mailsFor(answers: Record<string, unknown>, path: ContactPath = '/api/contact') {
  const response = await sendContact({ ...contactBody, ...answers }, { path });
  expect(response.status).toBe(200);
  const lead = await getFormLead(1);
  return {
    internal: await leadInternalMail(lead),
    acknowledgement: await leadAcknowledgementMail(lead, mailed),
  };
}

describe.each(contactPaths)('the mails of %s', (path) => {
  test('reach advisors and applicant once each although the mail provider fails several times', async () => {
    resend.failNext({ how: 'status', status: 500 }, 2);
    resend.failNext({ how: 'cut' });
    await sendContact(contactBody, { path });
    const worker = await deliver();
    for (const seconds of [2, 10, 30]) {
      world.advance(seconds * 1000);
      await worker.drain();
    }
    const [forAdvisors, forPerson] = subjects[path];
    expect(resend.received).toHaveLength(2);
    expect(mailTo('Asesores <asesores@resguardo.cl>')).toMatchObject({
      reply_to: contactBody.correo,
      subject: forAdvisors,
    });
    expect(mailTo(contactBody.correo)).toMatchObject({
      reply_to: 'Asesores <asesores@resguardo.cl>',
      subject: forPerson,
    });
    expect(new Set(resend.requests.map(({ key }) => key)).size).toBe(2);
  });
});

describe('the mail to the team about a contact form', () => {
  test('has every answer, and which privacy text was accepted', async () => {
    const { internal } = await mailsFor({});
    for (const [field, value] of Object.entries(contactBody)) {
      if (typeof value !== 'string') continue;
      for (const line of value.split('\n')) {
        expect(internal.text, field).toContain(line);
        expect(internal.html, field).toContain(line);
      }
    }
    expect(internal.text).toContain('Aceptó la versión');
    expect(internal.text).toContain('20-11-2026, 12:00');
  });

  test('says when the privacy text was not accepted', async () => {
    const { internal } = await mailsFor({ acepta_politicas: false });
    expect(internal.text).toContain('No marcó que la acepta');
  });

  test('shows markup of every field as text', async () => {
    const markup = '<img src=x onerror=alert(1)><a href="https://mal.example">x</a>';
    const texts = ['primer_nombre', 'apellido', 'tipo_inversionista', 'perfil_activo', 'mensaje'];
    const { internal } = await mailsFor(Object.fromEntries(texts.map((name) => [name, markup])));
    expect(internal.html).not.toContain('<img');
    expect(internal.html).not.toContain('href="https://mal.example');
    expect(internal.html.split('&lt;img').length).toBeGreaterThan(5);
  });

  test('has its subject in one line, although the name contains line separators', async () => {
    const name = 'Ana\u2028Bcc: mal.example\u2029';
    expect((await sendContact({ ...contactBody, primer_nombre: name })).status).toBe(200);
    await deliver();
    const internal = mailTo('Asesores <asesores@resguardo.cl>');
    expect(internal?.subject).toBe('Contacto: Ana Bcc: mal.example Muñoz');
  });
});

describe('the acknowledgement of a contact form', () => {
  test('is sent although no address of the team is configured', async () => {
    getEnv().mail.internalTo = undefined;
    expect((await sendContact(contactBody)).status).toBe(200);
    await deliver();
    expect(resend.received.map(({ to }) => to)).toEqual([contactBody.correo]);
  });

  test('repeats nothing that was typed but a plain first name', async () => {
    const { acknowledgement } = await mailsFor({
      primer_nombre: 'http://mal.example GANASTE',
      apellido: 'mal.example',
      mensaje: 'mal.example',
    });
    expect(acknowledgement.html + acknowledgement.text).not.toContain('mal.example');
    expect(acknowledgement.html).not.toMatch(/<img|<script|src=|url\(|@import/);
  });

  test('links the booking of an hour only for a request to an advisor', async () => {
    const silent = { telefono: undefined, respuesta_preferida: undefined };
    const { acknowledgement } = await mailsFor(silent, '/api/contact-advisor');
    expect(acknowledgement.text).toContain('https://cal.com/resguardo/asesoria?name=Ana');
    expect(acknowledgement.html).toContain('https://cal.com/resguardo/asesoria?name=Ana');
    expect(acknowledgement.html.match(/class="button"[^>]*><a [^>]*>[^<]*/g)).toHaveLength(1);
    expect(acknowledgement.html).toMatch(/class="button"[^>]*><a [^>]*>Ver mi asesoría</);
    expect(acknowledgement.text).toContain('Hola, Ana.');
    const lead = await getFormLead(1);
    const other = await leadAcknowledgementMail({ ...lead, kind: 'experto' }, mailed);
    expect(other.text).not.toContain('cal.com');
  });

  test('to an unverified e-mail has number and promised time, but not the typed name, phone or message', async () => {
    await world.reopen({ ...resend.variables, SCHEDULING_URL: booking, ABOUT_ANSWER_HOURS: '4' });
    const call = { ...contactBody, respuesta_preferida: 'Con una llamada' };
    await sendContact(call, { path: '/api/contact-advisor' });
    const mail = await leadAcknowledgementMail(await getFormLead(1), { ...mailed, isOwn: false });
    expect(mail.text).toMatch(/Número de tu asesoría: N\.º\s1/);
    expect(mail.text).toContain('en 4 horas hábiles o menos');
    expect(mail.text).toContain('te llamamos dentro de ese plazo al teléfono que termina en 678.');
    for (const typed of ['Ana Muñoz', '1234 5678', 'obra']) expect(mail.text).not.toContain(typed);
  });

  test.each(['Con una llamada a las 10:00', 'Con una llamada', 'Por escrito'])(
    'does not offer an hour to a sender with a telephone who prefers: %s',
    async (respuesta_preferida) => {
      const { acknowledgement } = await mailsFor({ respuesta_preferida }, '/api/contact-advisor');
      expect(acknowledgement.text).not.toContain('cal.com');
    },
  );

  test.each([
    [
      'Con una llamada en la mañana',
      /te llamamos el lunes 23-11-2026 en la mañana al \+56 9 1234 5678/,
    ],
    [
      'Con una llamada a las 15:00',
      /te llamamos el viernes 20-11-2026 a las 15:00 al \+56 9 1234 5678/,
    ],
    ['Con una llamada', /te llamamos al \+56 9 1234 5678\./],
    ['Por escrito', /te responde por correo\./],
    ['', /te responde por correo o por teléfono al \+56 9 1234 5678/],
  ])(
    'says how the team will answer for the preference «%s»',
    async (respuesta_preferida, words) => {
      const { acknowledgement } = await mailsFor({ respuesta_preferida });
      expect(acknowledgement.text.replaceAll('\u00a0', ' ')).toMatch(words);
    },
  );
});
