import { beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { makeUser } from '#tests/support/accounts.ts';
import { makeAdvisor } from '#tests/support/advisors.ts';
import { api } from '#tests/support/call.ts';
import { insertDocument } from '#tests/support/document-rows.ts';
import { disguisedFiles, samples } from '#tests/support/sample-files.ts';
import { countedBody, countStoredFiles } from '#tests/support/upload-client.ts';
import {
  type Cookies,
  documentRows,
  makeCompany,
  postUpload,
  readProfile,
  refusalStatusAndCode,
  removeDocument,
  restoreDocument,
  uploadForm,
  uploadToVault,
} from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

let cookies: Cookies;

const world = worldForTest();

beforeEach(async () => {
  cookies = await makeCompany();
});

const file = (name: string, bytes: Buffer = samples.pdf) => ({ bytes, name });

const send = (...form: Parameters<typeof uploadForm>) => postUpload(cookies, uploadForm(...form));

async function expectNothing() {
  expect(await documentRows()).toEqual([]);
  expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
}

describe('a file that is uploaded to the vault', () => {
  test.each(Object.entries(disguisedFiles))('%s is refused and not stored', async (_, intruder) => {
    const reply = await refusalStatusAndCode(send({ category: 'e_rut' }, intruder));
    expect(reply).toMatchObject({ status: 400, error: 'invalid_file' });
    expect(reply.fields.file).toMatch(/PDF|Adjunta|vacío/);
    await expectNothing();
  });

  test.each(Object.entries(samples))('of the kind %s is stored', async (extension, bytes) => {
    const data = await uploadToVault(cookies, 'e_rut', file(`Papel.${extension}`, bytes));
    expect(data).toMatchObject({ size: bytes.length, fileName: `Papel.${extension}` });
  });

  test('over the size limit is refused with 400 before it was read to its end, and nothing is stored', async () => {
    await world.reopen({ MAX_UPLOAD_MB: '1' });
    cookies = await makeCompany();
    const large = file('a.pdf', Buffer.concat([samples.pdf, Buffer.alloc(1024 * 1024)]));
    const reply = await refusalStatusAndCode(send({ category: 'e_rut' }, large));
    expect(reply).toMatchObject({ status: 400, error: 'invalid_file' });
    expect(reply.fields.file).toBe('El archivo supera el máximo de 1 MB.');
    const { body, sent } = countedBody(Buffer.alloc(64 * 1024, 'x'), 1000);
    const endless = await api('/api/documents/upload', {
      cookies,
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(endless.status).toBe(400);
    expect(sent()).toBeLessThan(40);
    await expectNothing();
  });

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['factura\u202Egpj.pdf', 'facturagpj.pdf'],
    ['programa.exe.pdf', 'programa.exe.pdf'],
    ['e-RUT.PDF', 'e-RUT.PDF'],
  ])('with the name %j is stored as %j', async (name, called) => {
    expect((await uploadToVault(cookies, 'e_rut', file(name))).fileName).toBe(called);
  });

  const pageInside = Buffer.concat([samples.pdf, Buffer.alloc(2_000, ' '), Buffer.from('<html>')]);
  test.each([
    ['a PDF with a page far inside', pageInside, 'pdf'],
    ['an image with a page inside', Buffer.concat([samples.png, Buffer.from('<html>')]), 'png'],
  ])('that is %s gets the content type of its start', async (_, bytes, extension) => {
    const { contentType } = await uploadToVault(cookies, 'e_rut', file(`a.${extension}`, bytes));
    expect(contentType).toBe(extension === 'pdf' ? 'application/pdf' : 'image/png');
  });

  test('is accepted although it comes before its fields', async () => {
    const form = uploadForm({ category: 'otros', customTitle: 'Patente' }, file('a.pdf'), {
      fileFirst: true,
    });
    expect(await (await postUpload(cookies, form)).json()).toMatchObject({
      data: { category: 'otros', customTitle: 'Patente' },
    });
  });

  test.each([
    ['no body', {}],
    ['JSON', { json: { category: 'e_rut' } }],
  ])('is refused with 415 when the body is: %s', async (_, options) => {
    const response = api('/api/documents/upload', {
      cookies,
      method: 'POST',
      ...options,
    });
    expect(await refusalStatusAndCode(response)).toMatchObject({
      status: 415,
      error: 'unsupported_media_type',
    });
    await expectNothing();
  });
});

test('a HEIC photo is refused with the advice to save it as JPG', async () => {
  const heic = file('Foto.HEIC', Buffer.from('....ftypheic'));
  const reply = await refusalStatusAndCode(send({ category: 'e_rut' }, heic));
  expect(reply).toMatchObject({ status: 400, error: 'invalid_file' });
  expect(reply.fields.file).toMatch(/^Tu teléfono guardó la foto como HEIC\. Guárdala como JPG/);
});

describe('the fields of an upload to the vault', () => {
  const otros = { category: 'otros', customTitle: 'Patente' };
  const bad: [string, Record<string, string>, string, string][] = [
    ['no category', {}, 'invalid_file', 'category'],
    ['an empty category', { category: '' }, 'invalid_file', 'category'],
    ['an unknown category', { category: 'pasaporte' }, 'invalid_file', 'category'],
    ['an inherited name', { category: 'constructor' }, 'invalid_file', 'category'],
    ['a category of people', { category: 'certificado_antecedentes' }, 'invalid_file', 'category'],
    ['no title', { category: 'otros' }, 'validation_failed', 'customTitle'],
    ['an empty title', { ...otros, customTitle: '  ' }, 'validation_failed', 'customTitle'],
    ['marks alone', { ...otros, customTitle: '\u202E\u200F' }, 'validation_failed', 'customTitle'],
    [
      'a long title',
      { ...otros, customTitle: 'x'.repeat(121) },
      'validation_failed',
      'customTitle',
    ],
    ['control characters', { ...otros, customTitle: 'a\0b' }, 'validation_failed', 'customTitle'],
    ['words as date', { ...otros, expiresAt: 'mañana' }, 'validation_failed', 'expiresAt'],
    ['no such day', { ...otros, expiresAt: '2026-02-30' }, 'validation_failed', 'expiresAt'],
    ['a date our way', { ...otros, expiresAt: '31-12-2026' }, 'validation_failed', 'expiresAt'],
    ['a time', { ...otros, expiresAt: '2026-12-31T10:00' }, 'validation_failed', 'expiresAt'],
    ['the year 206', { ...otros, expiresAt: '0206-12-31' }, 'validation_failed', 'expiresAt'],
    ['the year 2206', { ...otros, expiresAt: '2206-12-31' }, 'validation_failed', 'expiresAt'],
    ['a long id', { ...otros, replaces: 'x'.repeat(65) }, 'validation_failed', 'replaces'],
    [
      'a field too long',
      { ...otros, customTitle: 'x'.repeat(5000) },
      'validation_failed',
      'customTitle',
    ],
  ];
  test.each(bad)('%s: is refused, and nothing is stored', async (_, fields, error, field) => {
    const reply = await refusalStatusAndCode(send(fields));
    expect(reply).toMatchObject({ status: 400, error, fields: { [field]: expect.any(String) } });
    await expectNothing();
  });

  test('with several errors are all named at once', async () => {
    const reply = await refusalStatusAndCode(send({ category: 'x', expiresAt: 'x' }, null));
    expect(reply.error).toBe('invalid_file');
    expect(Object.keys(reply.fields).sort()).toEqual(['category', 'expiresAt', 'file']);
    const missing = await refusalStatusAndCode(send({ category: 'e_rut' }, null));
    expect(missing).toMatchObject({
      error: 'invalid_file',
      fields: { file: 'Adjunta un archivo.' },
    });
  });

  test('have a title for category “otros” only, cleaned of direction marks, and ignore it elsewhere', async () => {
    const fields = { customTitle: 'x'.repeat(500) };
    expect((await uploadToVault(cookies, 'e_rut', undefined, fields)).customTitle).toBeNull();
    const bidi = { customTitle: ' Patente\u202E <b>2026</b> ' };
    expect((await uploadToVault(cookies, 'otros', undefined, bidi)).customTitle).toBe(
      'Patente <b>2026</b>',
    );
  });

  test('can have every category for an admin, who may read each profile; others may read only their own', async () => {
    const { cookies: admin } = await makeAdvisor('jefa@andes.cl');
    await uploadToVault(admin, 'certificado_antecedentes');
    await uploadToVault(admin, 'e_rut');
    expect(Object.keys(await readProfile(admin)).sort()).toEqual([
      'certificado_antecedentes',
      'e_rut',
    ]);
    expect(Object.keys(await readProfile(admin, '?profile=natural'))).toEqual([
      'certificado_antecedentes',
    ]);
    expect(Object.keys(await readProfile(admin, '?profile=juridica'))).toEqual(['e_rut']);
    expect(await readProfile(cookies, '?profile=juridica')).toMatchObject({
      error: 'profile_not_permitted',
    });
    for (const query of ['?type=nada', '?type=', '?profile=admin']) {
      expect(await readProfile(admin, query)).toMatchObject({ error: 'validation_failed' });
    }
  });
});

describe('the quota of the vault', () => {
  beforeEach(async () => {
    await world.reopen({ VAULT_QUOTA_MB: '1', VAULT_MAX_FILES: '3' });
    cookies = (await makeUser()).cookies;
  });
  const sized = (bytes: number) =>
    file('a.pdf', Buffer.concat([samples.pdf, Buffer.alloc(bytes - samples.pdf.length)]));

  test('limits the bytes of each account, says how much is used, and a replacement frees room', async () => {
    await uploadToVault(await makeCompany('otra'), 'contrato', sized(900_000));
    await uploadToVault(cookies, 'cedula_identidad', sized(700_000));
    const full = await refusalStatusAndCode(send({ category: 'contrato' }, sized(400_000)));
    expect(full).toMatchObject({ status: 409, error: 'conflict' });
    expect(full.reply.message).toContain('usas 700 kB de 1,0 MB');
    await uploadToVault(cookies, 'cedula_identidad', sized(900_000));
    await uploadToVault(cookies, 'contrato', sized(100_000));
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 3, temp: 0 });
  });

  test('does not count the size of an infected document, neither as used nor as freed', async () => {
    const [account] = await getDb().read.select().from(accounts);
    const waiting = { state: 'infected', objectKey: '', size: 900_000 } as const;
    await insertDocument(account?.id ?? '', { ...waiting, category: 'cedula_identidad' });
    await uploadToVault(cookies, 'contrato', sized(700_000));
    const full = await refusalStatusAndCode(send({ category: 'cedula_identidad' }, sized(400_000)));
    expect(full).toMatchObject({ status: 409, error: 'conflict' });
    expect((await uploadToVault(cookies, 'cedula_identidad', sized(300_000))).state).toBe('kept');
  });

  test('limits the number of documents, also for one that is restored', async () => {
    const first = await uploadToVault(cookies, 'contrato');
    await uploadToVault(cookies, 'contrato');
    const third = await uploadToVault(cookies, 'contrato');
    const full = await refusalStatusAndCode(send({ category: 'contrato' }));
    expect(full).toMatchObject({ status: 409 });
    expect(full.reply.message).toContain('Tienes 3 documentos');
    await uploadToVault(cookies, 'contrato', undefined, { replaces: third.id });
    await removeDocument(cookies, 'contrato', first.id);
    await uploadToVault(cookies, 'otros', undefined, { customTitle: 'x' });
    expect((await restoreDocument(cookies, first.id)).status).toBe(409);
  });

  test('holds when twelve uploads come at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => send({ category: 'contrato' })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 3, temp: 0 });
  });
});
