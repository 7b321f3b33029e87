import { beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { createAccount, signIn } from '#tests/support/accounts.ts';
import { keepDocument } from '#tests/support/kept-documents.ts';
import { samples } from '#tests/support/sample-files.ts';
import { leftovers } from '#tests/support/upload-client.ts';
import {
  type Cookies,
  company,
  refused,
  remove,
  restore,
  sendForm,
  upload,
  uploadForm,
} from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

let cookies: Cookies;

const world = worldForTest();

beforeEach(async () => {
  cookies = await company();
});

const file = (name: string, bytes: Buffer = samples.pdf) => ({ bytes, name });

const send = (...form: Parameters<typeof uploadForm>) => sendForm(cookies, uploadForm(...form));

describe('the quota', () => {
  beforeEach(async () => {
    await world.reopen({ VAULT_QUOTA_MB: '1', VAULT_MAX_FILES: '3' });
    cookies = await signIn(await createAccount());
  });
  const sized = (bytes: number) =>
    file('a.pdf', Buffer.concat([samples.pdf, Buffer.alloc(bytes - samples.pdf.length)]));

  test('of bytes holds, says how full it is, and frees what is replaced', async () => {
    await upload(cookies, 'cedula_identidad', sized(700_000));
    const full = await refused(send({ category: 'contrato' }, sized(400_000)));
    expect(full).toMatchObject({ status: 409, error: 'conflict' });
    expect(full.reply.message).toContain('usas 700 kB de 1,0 MB');
    await upload(cookies, 'cedula_identidad', sized(900_000));
    await upload(cookies, 'contrato', sized(100_000));
    expect(leftovers(world.dataDir)).toEqual({ files: 2, temp: 0 });
  });

  test('gets no room from an infected document, which holds none', async () => {
    const [account] = await getDb().read.select().from(accounts);
    const waits = { state: 'infected', objectKey: '', size: 900_000 } as const;
    await keepDocument(account?.id ?? '', { ...waits, category: 'cedula_identidad' });
    await upload(cookies, 'contrato', sized(700_000));
    const full = await refused(send({ category: 'cedula_identidad' }, sized(400_000)));
    expect(full).toMatchObject({ status: 409, error: 'conflict' });
    expect((await upload(cookies, 'cedula_identidad', sized(300_000))).state).toBe('kept');
  });

  test('of files holds, also for what comes back', async () => {
    const first = await upload(cookies, 'contrato');
    await upload(cookies, 'contrato');
    const third = await upload(cookies, 'contrato');
    const full = await refused(send({ category: 'contrato' }));
    expect(full).toMatchObject({ status: 409 });
    expect(full.reply.message).toContain('Tienes 3 documentos');
    await upload(cookies, 'contrato', undefined, { replaces: third.id });
    await remove(cookies, 'contrato', first.id);
    await upload(cookies, 'otros', undefined, { customTitle: 'x' });
    expect((await restore(cookies, first.id)).status).toBe(409);
  });

  test('holds when everything comes at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => send({ category: 'contrato' })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(leftovers(world.dataDir)).toEqual({ files: 3, temp: 0 });
  });
});
