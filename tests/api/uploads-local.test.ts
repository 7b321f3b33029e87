import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { downloadUrlOf, uploadIdOfUrl } from '#lib/domain/uploads/view.ts';
import { storeUpload } from '#lib/domain/uploads/writes/add-upload.ts';
import { verifyUpload } from '#lib/domain/uploads/writes/open-upload.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { receiveFile } from '#lib/platform/storage/receive.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  announceUpload,
  countedBody,
  countStoredFiles,
  downloadUpload,
  idOf,
  markUploadKept,
  postUploadProxy,
  putUpload,
  requestUploadUrl,
  uploadProxyForm,
  uploadRows,
} from '#tests/support/upload-client.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const MB = 1024 * 1024;
let world: World;

describe('attachments with local storage', () => {
  beforeEach(() => {
    world = createWorld();
  });

  test.each([
    [{ fileName: 'a.pdf' }, 'type'],
    [{ type: 'otro', fileName: 'a.pdf' }, 'type'],
    [{ type: 'contrato' }, 'fileName'],
    [{ type: 'contrato', fileName: '' }, 'fileName'],
    [{ type: 'contrato', fileName: 'a'.repeat(300) }, 'fileName'],
  ])('announced with %j are refused with an error at %s', async (query, field) => {
    const { status, body } = await requestUploadUrl(query as Record<string, string>);
    expect([status, body.error]).toEqual([400, 'validation_failed']);
    expect(body.fields).toHaveProperty(field);
  });

  test('refuse forged, swapped, expired and missing signatures, and keep nothing', async () => {
    const { presignedUrl } = await announceUpload();
    const other = await announceUpload();
    const { searchParams } = new URL(presignedUrl);
    const forged = [
      presignedUrl.replace(/signature=(.)/, (_, c) => `signature=${c === 'A' ? 'B' : 'A'}`),
      presignedUrl.replace(/expires=\d+/, (text) => `${text}0`),
      presignedUrl.replace(/expires=\d+/, ''),
      presignedUrl.split('?')[0] ?? '',
      `${other.presignedUrl.split('?')[0]}?${searchParams}`,
    ];
    for (const address of forged) {
      expect(await putUpload(address, samples.pdf)).toMatchObject({
        status: 403,
        body: { error: 'forbidden' },
      });
    }
    world.advance(15 * 60 * 1000 + 1);
    expect((await putUpload(presignedUrl, samples.pdf)).status).toBe(403);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
  });

  test('sent twice to one address replace only the file of that address', async () => {
    const [first, second] = [await announceUpload('a.pdf'), await announceUpload('b.png')];
    await putUpload(first.presignedUrl, samples.pdf);
    await putUpload(second.presignedUrl, samples.png);
    const longer = Buffer.concat([samples.pdf, Buffer.from('\n%%EOF\n')]);
    expect((await putUpload(first.presignedUrl, longer)).status).toBe(200);
    expect(await (await downloadUpload(first.downloadUrl)).text()).toBe(longer.toString());
    expect((await verifyUpload(idOf(second.downloadUrl))).size).toBe(samples.png.length);
    expect((await putUpload(first.presignedUrl, Buffer.from('hola'))).status).toBe(400);
    expect((await verifyUpload(idOf(first.downloadUrl))).size).toBe(longer.length);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 2, temp: 0 });
    expect(await uploadRows()).toHaveLength(2);
  });

  test('sent many times at once to one address end as one whole file', async () => {
    const { presignedUrl, downloadUrl } = await announceUpload();
    const bodies = Array.from({ length: 12 }, (_, n) =>
      Buffer.concat([samples.pdf, Buffer.alloc(50_000 * (n + 1), `${n % 10}`), samples.pdf]),
    );
    const answers = await Promise.all(bodies.map((body) => putUpload(presignedUrl, body)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const stored = Buffer.from(await (await downloadUpload(downloadUrl)).arrayBuffer());
    expect(bodies.some((body) => body.equals(stored))).toBe(true);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 1, temp: 0 });
    expect(await uploadRows()).toHaveLength(1);
  });

  test('that a request keeps while a second body arrives end as one consistent file', async () => {
    const { presignedUrl, downloadUrl } = await announceUpload();
    await putUpload(presignedUrl, samples.pdf);
    const id = idOf(downloadUrl);
    const file = await receiveFile(countedBody(samples.pdf, 2).body, { maxBytes: MB });
    const late = storeUpload(id, file);
    await markUploadKept(id);
    await late.catch((error) => expect(error).toMatchObject({ code: 'conflict' }));
    const { size } = await verifyUpload(id);
    const replacedBeforeKeeping = size === samples.pdf.length * 2;
    expect(replacedBeforeKeeping || size === samples.pdf.length).toBe(true);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 1, temp: 0 });
  });

  test('over the limit are cut off at once, with or without a true content-length', async () => {
    const { presignedUrl } = await announceUpload();
    const chunk = Buffer.alloc(256 * 1024, samples.pdf);
    const endless = countedBody(chunk, 4_000);
    expect(await putUpload(presignedUrl, endless.body)).toMatchObject({
      status: 413,
      body: { error: 'payload_too_large', message: 'El archivo supera el máximo de 10 MB.' },
    });
    expect(endless.sent()).toBeLessThan(50);
    const untouched = countedBody(chunk, 4_000);
    const declared = { 'content-length': String(11 * MB) };
    expect((await putUpload(presignedUrl, untouched.body, declared)).status).toBe(413);
    expect(untouched.sent()).toBeLessThan(3);
    const exact = Buffer.alloc(10 * MB, samples.pdf);
    expect((await putUpload(presignedUrl, exact)).status).toBe(200);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 1, temp: 0 });
  });

  test('whose transfer breaks off leave nothing', async () => {
    const { presignedUrl, downloadUrl } = await announceUpload();
    const broken = countedBody(samples.pdf, 3, { breaks: true });
    expect(await putUpload(presignedUrl, broken.body)).toMatchObject({ status: 400 });
    expect((await downloadUpload(downloadUrl)).status).toBe(404);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
  });

  test('are downloaded with protective headers, also for HEAD, and by no other token', async () => {
    const { body } = await postUploadProxy(uploadProxyForm(samples.png, 'foto.png'));
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await downloadUpload(body.downloadUrl, method);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(samples.png.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store, no-transform',
      });
      expect((await response.arrayBuffer()).byteLength).toBe(
        method === 'GET' ? samples.png.length : 0,
      );
    }
    const id = idOf(body.downloadUrl);
    for (const token of [
      id,
      `${id}.`,
      `${id}.x`,
      body.downloadUrl.slice(-43),
      '%00',
      'a'.repeat(500),
    ]) {
      expect(
        (await downloadUpload(`http://localhost:3000/api/guarantees/files/${token}`)).status,
      ).toBe(404);
    }
  });

  test('are recognised by their own address and no other', () => {
    const own = downloadUrlOf('abc');
    expect(uploadIdOfUrl(own)).toBe('abc');
    for (const foreign of [
      'https://drive.google.com/file/1',
      own.replace('localhost', 'localhost.evil.cl'),
      own.replace('http:', 'https:'),
      own.replace('/files/', '/otros/'),
      'not an address',
    ]) {
      expect(uploadIdOfUrl(foreign)).toBeNull();
    }
    for (const forged of [
      own.slice(0, -1),
      `${own}?a=1`,
      `${own}#x`,
      `${own}/`,
      own.replace('abc', 'abd'),
      own.replace('http://', 'http://user@'),
    ]) {
      expect(() => uploadIdOfUrl(forged), forged).toThrow('not_found');
    }
  });

  test('whose bytes vanished or shrank are answered as not found', async () => {
    const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'a.pdf'));
    const id = idOf(body.downloadUrl);
    await getDb().write((tx) => tx.update(uploads).set({ size: 1 }).where(eq(uploads.id, id)));
    await expect(verifyUpload(id)).rejects.toMatchObject({ code: 'not_found' });
    const [row] = await uploadRows();
    await getStorage().remove(row?.objectKey ?? '');
    await expect(verifyUpload(id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await downloadUpload(body.downloadUrl)).status).toBe(404);
  });

  test('that a killed process left half removed are swept after an hour, row and file', async () => {
    await postUploadProxy(uploadProxyForm(samples.pdf, 'a.pdf'));
    await getDb().write((tx) => tx.run(sql`update uploads set state = 'removing'`));
    expect(await sweepUploads(world.now() + HOUR - 1)).toBe(0);
    expect(await sweepUploads(world.now() + HOUR)).toBe(1);
    expect(await uploadRows()).toEqual([]);
    expect(countStoredFiles(world.dataDir).files).toBe(0);
  });
});
