import { beforeEach, describe, expect, test } from 'vitest';
import { GET as getAttachment } from '#app/dev/correo/[id]/adjuntos/[position]/route.ts';
import { GET as getHtml } from '#app/dev/correo/[id]/html/route.ts';
import { HERE_HEADER } from '#lib/http/server/client-ip.ts';
import { isOnThisMachine } from '#lib/http/site/mailbox.ts';
import { findMailbox, getMail } from '#lib/platform/mail/client.ts';
import { createWorld, worldForTest } from '#tests/support/world.ts';

let id: string;

const world = worldForTest();
beforeEach(async () => {
  await getMail().send({
    to: 'ana@ejemplo.cl',
    subject: 'Hola',
    html: '<p>Ñandú <a href="https://resguardo.cl">enlace</a></p><script>alert(1)</script>',
    text: 'Ñandú',
    attachments: [
      { fileName: 'Ñ "1".pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') },
    ],
    idempotencyKey: 'key',
  });
  id = (await findMailbox()?.listMessages({ limit: 1 }))?.[0]?.id ?? '';
});

const open = (handler: typeof getHtml, params: Record<string, string>, here = '1') =>
  handler(new Request('http://localhost:3000/dev/correo', { headers: { [HERE_HEADER]: here } }), {
    params: Promise.resolve(params),
  });

describe('the local mailbox', () => {
  test('shows a mail where no script can run and nothing is loaded', async () => {
    const response = await open(getHtml, { id });
    expect(await response.text()).toContain('<p>Ñandú');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^sandbox allow-popups[a-z -]*; default-src 'none';/);
    expect(policy).not.toContain('script');
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  test('gives attachments as downloads, unchanged', async () => {
    const response = await open(getAttachment, { id, position: '0' });
    expect(await response.text()).toBe('%PDF-');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect((await open(getAttachment, { id, position: '1' })).status).toBe(404);
  });

  test.each(['../../app-secret', 'nothing', '0'.repeat(32)])(
    'answers 404 for the unknown mail %s',
    async (unknown) => {
      expect((await open(getHtml, { id: unknown })).status).toBe(404);
    },
  );

  test('does not exist for requests from another machine', async () => {
    expect((await open(getHtml, { id }, '0')).status).toBe(404);
    expect((await open(getAttachment, { id, position: '0' }, '')).status).toBe(404);
  });

  test('does not exist in production, nor when a provider sends the mails', async () => {
    const elsewhere: Record<string, string>[] = [
      { APP_ENV: 'production', APP_URL: 'https://resguardo.cl' },
      { RESEND_API_KEY: 're_x' },
    ];
    for (const variables of elsewhere) {
      const other = createWorld({ ...variables, DATA_DIR: world.dataDir });
      expect((await open(getHtml, { id })).status).toBe(404);
      // The page of the components depends on no provider.
      const here = new Headers({ [HERE_HEADER]: '1' });
      expect(isOnThisMachine(here)).toBe(variables.APP_ENV !== 'production');
      await other.close();
    }
  });
});
