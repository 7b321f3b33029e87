import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findMailbox, getMail } from '#lib/platform/mail/client.ts';
import type { Mail, MailPort } from '#lib/platform/mail/mail.ts';
import { localMailbox } from '#lib/platform/mail/mailbox.ts';
import { resendMail } from '#lib/platform/mail/resend.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { ProviderError } from '#lib/platform/operations/provider-error.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const mail: Mail = {
  to: 'ana@ejemplo.cl',
  replyTo: 'Equipo <equipo@ejemplo.cl>',
  subject: 'Recibimos tu solicitud N.º 12: piñón',
  html: '<p>Hola, Ñandú</p>',
  text: 'Hola, Ñandú',
  attachments: [
    { fileName: 'recibo.pdf', contentType: 'application/pdf', content: Buffer.from([0, 255, 7]) },
  ],
  idempotencyKey: 'key-1',
};

type Seen = { from: string; to: string; replyTo?: string; subject: string; files: string[] };
type Adapter = { port: MailPort; seen: () => Promise<Seen[]> };

const from = 'Resguardo <hola@resguardo.cl>';
const resend = forEachTest(() => startResend());
const world = worldForTest();

const viaResend = (timeoutMs?: number) =>
  resendMail({ key: resend.key, from, baseUrl: resend.url, timeoutMs });

const adapters: Record<string, () => Adapter> = {
  resend: () => ({
    port: viaResend(),
    seen: async () =>
      resend.received.map((m) => ({
        from: m.from,
        to: [m.to].flat().join(),
        replyTo: m.reply_to && [m.reply_to].flat().join(),
        subject: m.subject,
        files: (m.attachments ?? []).map((a) => `${a.filename}|${a.content_type}|${a.content}`),
      })),
  }),
  mailbox: () => {
    const mailbox = localMailbox(join(world.dataDir, 'mailbox'), from);
    return {
      port: mailbox,
      seen: async () => {
        const heads = await mailbox.listMessages({ limit: 50 });
        const found = await Promise.all(heads.map((h) => mailbox.findMessage(h.id)));
        return found
          .flatMap((m) => m ?? [])
          .map((m) => ({
            from: m.from,
            to: m.to,
            replyTo: m.replyTo,
            subject: m.subject,
            files: m.attachments.map((a) => `${a.fileName}|${a.contentType}|${a.content}`),
          }));
      },
    };
  },
};

describe.each(Object.entries(adapters))('mail port: %s', (_, make) => {
  test('delivers every part of a mail with bytes and accents unchanged', async () => {
    const { port, seen } = make();
    await port.send(mail);
    expect(await seen()).toEqual([
      {
        from,
        to: mail.to,
        replyTo: mail.replyTo,
        subject: mail.subject,
        files: ['recibo.pdf|application/pdf|AP8H'],
      },
    ]);
  });

  test('delivers a mail once for one idempotency key, even when sent at the same time', async () => {
    const { port, seen } = make();
    await port.send(mail);
    await Promise.all([port.send(mail), port.send(mail)]);
    const { replyTo: _, ...bare } = mail;
    await port.send({ ...bare, idempotencyKey: 'key-2' });
    await port.send({ ...bare, idempotencyKey: 'key-2' });
    expect(await seen()).toHaveLength(2);
  });

  test('refuses another mail under a used key for good', async () => {
    const { port } = make();
    await port.send(mail);
    await expect(port.send({ ...mail, subject: 'Otro' })).rejects.toMatchObject({
      isRetryable: false,
      reason: expect.stringContaining('invalid_idempotent_request'),
    });
  });

  test('lets no typed text add a header or a recipient', async () => {
    const { port, seen } = make();
    await port.send({
      ...mail,
      subject: 'Hola\r\nBcc: otro@mal.cl\u2028x',
      attachments: [
        { fileName: 'a"\r\nX: 1/b.pdf', contentType: 'x\r\nY: 1', content: Buffer.from('') },
      ],
    });
    expect(await seen()).toMatchObject([
      { subject: 'Hola Bcc: otro@mal.cl x', files: ['a_ X: 1_b.pdf|application/octet-stream|'] },
    ]);
    for (const to of ['a@b.cl\r\nBcc: c@d.cl', 'a@b.cl, c@d.cl', 'X <a@b.cl>, <c@d.cl>', 'nadie']) {
      await expect(port.send({ ...mail, to, idempotencyKey: to })).rejects.toMatchObject({
        isRetryable: false,
        reason: 'invalid_address',
      });
      await expect(port.send({ ...mail, replyTo: to, idempotencyKey: to })).rejects.toBeInstanceOf(
        ProviderError,
      );
    }
    expect(await seen()).toHaveLength(1);
    await port.send({ ...mail, to: '"Equipo, SpA" <a@b.cl>', idempotencyKey: 'quoted' });
    expect(await seen()).toHaveLength(2);
  });
});

describe('a mail with an address to unsubscribe', () => {
  const unsubscribeUrl = 'https://resguardo.cl/fin/x';

  test('has the headers of RFC 8058 when Resend sends it', async () => {
    await viaResend().send({ ...mail, unsubscribeUrl });
    await viaResend().send({
      ...mail,
      idempotencyKey: 'odd',
      unsubscribeUrl: 'https://a.cl/>\r\nBcc: b@c.cl, <x',
    });
    await viaResend().send({ ...mail, idempotencyKey: 'without' });
    expect(resend.received.map(({ headers }) => headers)).toEqual([
      {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      {
        'List-Unsubscribe': '<https://a.cl/%3EBcc:%20b@c.cl%2C%20%3Cx>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      undefined,
    ]);
  });

  test('keeps its address in the local mailbox', async () => {
    await getMail().send({ ...mail, unsubscribeUrl });
    const [head] = (await findMailbox()?.listMessages({ limit: 1 })) ?? [];
    expect(await findMailbox()?.findMessage(head?.id ?? '')).toMatchObject({ unsubscribeUrl });
  });
});

describe('a failure of Resend', () => {
  test.each([
    [{ how: 'status', status: 500 } as const, 'internal_server_error 500'],
    [{ how: 'status', status: 429, retryAfter: 7 } as const, 'rate_limit_exceeded 429'],
    [{ how: 'status', status: 409, name: 'concurrent_idempotent_requests' } as const, 'concurrent'],
    [{ how: 'page', status: 502 } as const, 'application_error 502'],
    [{ how: 'cut' } as const, 'network'],
  ])('%o is tried again', async (failure, reason) => {
    resend.failNext(failure);
    await expect(viaResend().send(mail)).rejects.toMatchObject({
      name: 'ProviderError',
      isRetryable: true,
      reason: expect.stringContaining(reason),
      retryAfter: 'retryAfter' in failure ? 7000 : undefined,
    });
    await viaResend().send(mail);
    expect(resend.received).toHaveLength(1);
  });

  test('by hanging or being unreachable is tried again after a time limit', async () => {
    resend.failNext({ how: 'hang' });
    await expect(viaResend(100).send(mail)).rejects.toMatchObject({
      isRetryable: true,
      reason: 'timeout',
    });
    const gone = resendMail({ key: 'k', from, baseUrl: 'http://127.0.0.1:9' });
    await expect(gone.send(mail)).rejects.toMatchObject({ isRetryable: true, reason: 'network' });
  });

  test('by answering too late does not deliver the mail twice', async () => {
    resend.failNext({ how: 'late', ms: 400 });
    await expect(viaResend(100).send(mail)).rejects.toMatchObject({ isRetryable: true });
    await viaResend().send(mail);
    expect([resend.received.length, resend.requests.length]).toEqual([1, 2]);
  });

  test('by a validation error is final, and only its code is kept', async () => {
    resend.failNext({ how: 'status', status: 422, message: 'ana@ejemplo.cl is not valid' });
    await expect(viaResend().send(mail)).rejects.toMatchObject({
      isRetryable: false,
      reason: 'validation_error 422',
    });
  });

  test('by a refused key is reported as missing configuration', async () => {
    const port = resendMail({ key: 'wrong', from, baseUrl: resend.url });
    await expect(port.send(mail)).rejects.toMatchObject({ code: 'not_configured' });
  });
});

describe('getMail', () => {
  test('is the local mailbox without a key, which lists the newest mail first', async () => {
    await getMail().send(mail);
    await getMail().send({ ...mail, subject: 'Segundo', idempotencyKey: 'key-2' });
    const heads = await findMailbox()?.listMessages({ limit: 1 });
    expect(heads).toMatchObject([{ subject: 'Segundo', to: mail.to, sentAt: world.now() }]);
    expect(await findMailbox()?.findMessage('../../etc/passwd')).toBeNull();
    expect(await findMailbox()?.findMessage('0'.repeat(32))).toBeNull();
  });

  test('is Resend with a key, and then there is no local mailbox', async () => {
    await world.reopen(resend.variables);
    await getMail().send(mail);
    expect([resend.received.length, findMailbox()]).toEqual([1, null]);
  });

  test('throws in production without a key, and there is no local mailbox', async () => {
    await world.reopen({ APP_ENV: 'production', APP_URL: 'https://resguardo.cl' });
    forget('mail');
    expect(() => getMail()).toThrow(AppError);
    expect(findMailbox()).toBeNull();
  });
});
