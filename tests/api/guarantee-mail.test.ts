import { describe, expect, test } from 'vitest';
import { resumeMail } from '#lib/domain/drafts/mail.ts';
import {
  acknowledgementMail,
  guaranteeHandlers,
  internalMail,
} from '#lib/domain/requests/submissions/mail.ts';
import { formatPhone } from '#lib/platform/chile/format.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { appWorker, deliverDue } from '#tests/support/delivery-worker.ts';
import { sendRequest } from '#tests/support/leads.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { privateBody, publicBody } from '#tests/support/request-bodies.ts';
import { openRequest } from '#tests/support/requests.ts';
import { queuedDeliveries, submitRequest } from '#tests/support/submissions.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const resend = forEachTest(() => startResend());
const world = worldForTest(() => ({
  ...resend.variables,
  MAIL_INTERNAL_TO: 'Asesores <asesores@resguardo.cl>',
  APP_URL: 'https://resguardo.cl',
}));

const url = 'https://resguardo.cl/comprobante/abc.def';

describe('the mails of a request', () => {
  test('reach advisors and applicant once each, although the provider fails', async () => {
    const { cookies } = await makeUser({ email: publicBody.email });
    const { data } = await (await submitRequest(publicBody, { cookies })).json();
    const { submissionId } = data;
    resend.failNext({ how: 'status', status: 500 }, 2);
    resend.failNext({ how: 'cut' });
    for (const seconds of [0, 2, 10, 30]) {
      world.advance(seconds * 1000);
      await deliverDue();
    }
    expect(resend.received).toHaveLength(2);
    const mailTo = (address: string) =>
      resend.received.find(({ to }) => [to].flat()[0] === address);
    const internal = mailTo('Asesores <asesores@resguardo.cl>');
    const acknowledgement = mailTo('ana@constructora.cl');
    expect(internal).toMatchObject({
      to: 'Asesores <asesores@resguardo.cl>',
      reply_to: 'ana@constructora.cl',
      subject: `Solicitud N.º ${submissionId}: Seriedad de la oferta, $ 1.500.000,50 · Constructora Andes SpA`,
    });
    expect(acknowledgement).toMatchObject({
      to: 'ana@constructora.cl',
      reply_to: 'Asesores <asesores@resguardo.cl>',
      subject: `Recibimos tu solicitud N.º ${submissionId}`,
      attachments: [
        {
          filename: `comprobante-solicitud-${submissionId}.pdf`,
          content_type: 'application/pdf',
        },
      ],
    });
    const pdf = Buffer.from(acknowledgement?.attachments?.[0]?.content ?? '', 'base64');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(new Set(resend.requests.map((r) => r.key)).size).toBe(2);
  });

  test('are sent once each when the provider’s answer was lost and the mail is tried again', async () => {
    await sendRequest(privateBody);
    // The work is done but the answer is lost: only the idempotency key prevents a second mail.
    const lost = { how: 'late', ms: 60_000 } as const;
    resend.failNext(lost);
    await appWorker({ timeoutMs: 2000 }).drain();
    world.advance(2000);
    await deliverDue();
    const rows = await queuedDeliveries();
    const mails = rows.filter(({ kind }) => kind in guaranteeHandlers);
    expect(mails.map((r) => [r.state, r.lastError])).toEqual([
      ['sent', null],
      ['sent', null],
    ]);
    expect([resend.received.length, resend.requests.length]).toEqual([2, 3]);
  });
});

describe('the internal mail', () => {
  test.each([publicBody, privateBody])(
    'shows every answer of a request of the kind $sistemaLicitacion',
    async (body) => {
      const extra = { contrato: { uploadId: 'abc', fileName: 'Bases.pdf', size: 2_500_000 } };
      const { html, text } = await internalMail(openRequest(body, extra));
      for (const [name, value] of Object.entries(body)) {
        if (typeof value !== 'string' || name === 'sistemaLicitacion' || name.startsWith('fecha')) {
          continue;
        }
        const shown = name.startsWith('telefono') ? formatPhone(value) : value;
        expect(text).toContain(shown);
        expect(html).toContain(shown);
      }
      for (const part of ['Bases.pdf (2,5 MB)', '/admin/leads/77', '20-11-2026, 12:00', '1284']) {
        expect(text).toContain(part);
        expect(html.replace(/<\/?span[^>]*>/g, '')).toContain(part);
      }
      // The mail may be forwarded: nothing in it opens without an advisor's session.
      expect(text).not.toMatch(/guarantees\/files|comprobante\//);
    },
  );

  test('shows markup as text and does not link an address that the applicant typed', async () => {
    const request = openRequest(
      { ...publicBody, nombreSolicitante: '<img src=x onerror=alert(1)>' },
      { adicional: { externalUrl: 'https://mal.example/factura' } },
    );
    const { html } = await internalMail(request);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img');
    expect(html).not.toContain('href="https://mal.example');
    expect(html).toContain('Enlace externo, no revisado');
  });
});

describe('the acknowledgement of a request', () => {
  test('gives number, next steps and link, and loads nothing from elsewhere', async () => {
    const { html, text } = await acknowledgementMail(openRequest(publicBody), {
      url,
      isOwn: true,
    });
    expect(text.match(/Recibimos tu solicitud/g)).toHaveLength(1);
    for (const part of ['1284', 'Qué sigue', url, 'Hola, Ana.']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(html).not.toMatch(/<img|<script|src=|url\(|@import/);
  });

  test('names the tender only when what was typed is a tender id', async () => {
    const mailFor = async (idLicitacion: string) =>
      (
        await acknowledgementMail(openRequest({ ...publicBody, idLicitacion }), {
          url,
          isOwn: false,
        })
      ).text;
    expect(await mailFor('4809-45-LE26')).toMatch(/Licitación\s+ID: 4809-45-LE26/i);
    expect(await mailFor('Banco avisa: llama ya')).not.toMatch(/Licitación\s+ID|Banco avisa/i);
  });

  test('names received files only to a proved address, and links to where more documents can be sent', async () => {
    const adicional = { uploadId: 'abc', fileName: 'Balance 2025.pdf', size: 2_500_000 };
    const request = openRequest(publicBody, { adicional });
    const sentMails = async (isOwn: boolean) => acknowledgementMail(request, { url, isOwn });
    const mine = await sentMails(true);
    const anyone = await sentMails(false);
    for (const { html, text } of [mine, anyone]) {
      expect(html).toContain(`href="${url}#documentos"`);
      expect(text).toContain(
        `Puedes enviar desde ya las bases o el contrato. Hazlo en la página de tu solicitud: ${url}#documentos`,
      );
    }
    expect(mine.text).toContain('Otro documento: Balance 2025.pdf (2,5 MB)');
    expect(anyone.text).toContain('Recibimos: otro documento.');
    expect(anyone.text).not.toContain('Balance');
  });

  test('calls a typed link a link, without its address, never a received document', async () => {
    const contrato = { externalUrl: 'https://mal.example/contrato.pdf' };
    const facts = { url, isOwn: false };
    const { text } = await acknowledgementMail(openRequest(privateBody, { contrato }), facts);
    expect(text).not.toMatch(/Recibimos: |mal\.example/);
    expect(text).toContain('Nos diste un enlace, que no revisamos, para: contrato.');
  });

  test('does not repeat a name that contains an address', async () => {
    const name = 'GANASTE http://mal.example';
    const { html, text } = await acknowledgementMail(
      openRequest({ ...publicBody, nombreSolicitante: `http://mal.example ${name}` }),
      { url, isOwn: true },
    );
    expect(html + text).not.toContain('mal.example');
  });
});

describe('the mail with the link to continue a draft', () => {
  test('has the link and the day until which it works', async () => {
    const url = 'https://resguardo.cl/gestiona-tu-garantia/retomar/abc.def';
    const { html, text } = await resumeMail({ url, validUntil: world.now() + 30 * 86_400_000 });
    for (const part of [url, '20-12-2026', '30 días']) {
      expect(html).toContain(part);
      expect(text).toContain(part);
    }
  });
});
