import { beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '#lib/background/sweeper.ts';
import { verifyUpload } from '#lib/domain/uploads/writes/open-upload.ts';
import { HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { disguisedFiles, samples } from '#tests/support/sample-files.ts';
import { submitRequest } from '#tests/support/submissions.ts';
import {
  announceUpload,
  countStoredFiles,
  downloadUpload,
  idOf,
  requestUploadUrl,
  uploadRows,
} from '#tests/support/upload-client.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const MB = 1024 * 1024;
const s3 = await startS3();
let world: World;
let stored = 0;
beforeEach(() => {
  world = createWorld({ ...s3.variables, MAX_UPLOAD_MB: '1' });
  stored = s3.count();
});

const announced = (size?: number | string, address?: string) =>
  requestUploadUrl(
    { type: 'contrato', fileName: 'a.pdf', ...(size !== undefined && { size: String(size) }) },
    address,
  );
/** Uploads to the bucket without the app, like a browser or a program. */
async function toBucket(url: string, bytes: Buffer, headers: Record<string, string> = {}) {
  const body = new Uint8Array(bytes);
  return (await fetch(url, { method: 'PUT', body, headers })).status;
}
const objects = () => s3.count() - stored;

describe('a presigned address of the bucket', () => {
  test('accepts the file without the app for 15 minutes, and a request can name it', async () => {
    const { presignedUrl, downloadUrl } = (await announced()).body;
    expect(presignedUrl.startsWith(`${s3.url}/resguardo/incoming/`)).toBe(true);
    expect(await toBucket(presignedUrl, samples.pdf, { 'content-type': 'x/y' })).toBe(200);
    expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
    expect((await submitRequest({ ...publicBody, contratoUrl: downloadUrl })).status).toBe(200);
    const input = await downloadUpload(downloadUrl);
    const response = await fetch(input.headers.get('location') ?? '');
    expect(Buffer.from(await response.arrayBuffer()).equals(samples.pdf)).toBe(true);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    world.advance(15 * MINUTE + 1000);
    expect(await toBucket(presignedUrl, samples.pdf)).toBe(403);
  });

  test('accepts exactly the announced size', async () => {
    const { presignedUrl, downloadUrl } = (await announced(samples.pdf.length)).body;
    const longer = Buffer.concat([samples.pdf, Buffer.from('x')]);
    expect(await toBucket(presignedUrl, longer)).toBe(403);
    expect(await toBucket(presignedUrl, samples.pdf.subarray(1))).toBe(403);
    expect(objects()).toBe(0);
    expect(await toBucket(presignedUrl, samples.pdf)).toBe(200);
    expect(await verifyUpload(idOf(downloadUrl))).toMatchObject({ size: samples.pdf.length });
  });

  test.each([
    [MB, 200],
    [MB + 1, 413],
    ['999999999999', 413],
    ['9'.repeat(20), 413],
    ['9'.repeat(400), 413],
    ['-1', 400],
    ['1.5', 400],
    ['1e3', 400],
    ['05', 400],
    ['', 400],
    ['muchos', 400],
    ['9999999999999999', 413],
  ])('for an announced size of %s is answered with status %i', async (size, status) => {
    expect((await announced(size)).status).toBe(status);
    expect(await uploadRows()).toHaveLength(status === 200 ? 1 : 0);
  });

  test('is replaced by an address of the app when files are encrypted or stored locally', async () => {
    createWorld({ ...s3.variables, FILES_KEY: Buffer.alloc(32, 7).toString('base64') });
    expect((await announced(10)).body.presignedUrl).toContain('/api/guarantees/uploads/');
    createWorld();
    expect((await announced(10)).body.presignedUrl).toContain('/api/guarantees/uploads/');
    expect((await announced(11 * MB)).status).toBe(413);
  });
});

describe('a file that was sent to the bucket', () => {
  test('is inspected when it is first opened, and a refused file is removed', async () => {
    for (const [n, { bytes, name }] of Object.values(disguisedFiles).entries()) {
      const requested = await requestUploadUrl(
        { type: 'contrato', fileName: name },
        `192.0.2.${n}`,
      );
      if (requested.status === 400) continue;
      expect(await toBucket(requested.body.presignedUrl, bytes)).toBe(200);
      const response = await downloadUpload(requested.body.downloadUrl);
      expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_file']);
      expect(objects()).toBe(0);
    }
    const { presignedUrl, downloadUrl } = await announceUpload();
    await toBucket(presignedUrl, samples.pdf);
    expect((await downloadUpload(downloadUrl)).status).toBe(200);
  });

  test('cannot be replaced once it was inspected, and later bytes are swept', async () => {
    const { presignedUrl, downloadUrl } = (await announced()).body;
    await toBucket(presignedUrl, samples.pdf);
    await verifyUpload(idOf(downloadUrl));
    expect(await toBucket(presignedUrl, Buffer.from('MZ a program'))).toBe(200);
    const response = await downloadUpload(downloadUrl);
    expect(Buffer.from(await response.arrayBuffer()).equals(samples.pdf)).toBe(true);
    expect(objects()).toBe(2);
    world.advance(HOUR + MINUTE);
    await sweep();
    expect([objects(), (await uploadRows()).length]).toEqual([1, 1]);
  });

  test('is copied once, however many requests name it at once', async () => {
    const { presignedUrl, downloadUrl } = (await announced(samples.pdf.length)).body;
    await toBucket(presignedUrl, samples.pdf);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => submitRequest({ ...publicBody, contratoUrl: downloadUrl })),
    );
    expect(all.some(({ status }) => status === 200)).toBe(true);
    expect(all.every(({ status }) => status < 500)).toBe(true);
    world.advance(HOUR + MINUTE);
    await sweep();
    expect(objects()).toBe(1);
  });

  test('that is too large is refused when a request names it, and removed', async () => {
    const { presignedUrl, downloadUrl } = (await announced()).body;
    expect(await toBucket(presignedUrl, Buffer.alloc(MB + 1, samples.pdf))).toBe(200);
    const response = await submitRequest({ ...publicBody, contratoUrl: downloadUrl });
    const { error, fields } = await response.json();
    expect([response.status, error]).toEqual([400, 'validation_failed']);
    expect(fields.contratoUrl).toContain('1 MB');
    expect(objects()).toBe(0);
  });

  test('that is too large is removed after ten minutes, also if the store accepted more than was signed', async () => {
    const free = (await announced()).body;
    await toBucket(free.presignedUrl, Buffer.alloc(MB + 1, samples.pdf));
    const signed = (await announced(100)).body;
    s3.fail('takes-any-length');
    expect(await toBucket(signed.presignedUrl, Buffer.alloc(MB + 1, samples.pdf))).toBe(200);
    s3.fail(null);
    world.advance(9 * MINUTE);
    await sweep();
    expect(objects()).toBe(2);
    world.advance(MINUTE);
    await sweep();
    expect(objects()).toBe(0);
    for (const { downloadUrl } of [free, signed]) {
      expect((await downloadUpload(downloadUrl)).status).toBe(404);
    }
    // The file was sent once more while the address was open.
    await toBucket(free.presignedUrl, samples.pdf);
    world.advance(HOUR);
    await sweep();
    expect([objects(), await uploadRows()]).toEqual([0, []]);
  });

  test('within the limit is kept while it waits for its request', async () => {
    const { presignedUrl, downloadUrl } = (await announced()).body;
    await toBucket(presignedUrl, samples.pdf);
    for (let n = 0; n < 9; n += 1) {
      world.advance(10 * MINUTE);
      await sweep();
    }
    expect(await verifyUpload(idOf(downloadUrl))).toMatchObject({ size: samples.pdf.length });
    expect(objects()).toBe(1);
  });

  test('is unavailable while the store fails, and is not refused', async () => {
    const { presignedUrl, downloadUrl } = (await announced()).body;
    await toBucket(presignedUrl, samples.pdf);
    for (const fault of ['hang-up', 'gives-half', 'wrong-size'] as const) {
      s3.fail(fault);
      expect((await downloadUpload(downloadUrl)).status).toBe(503);
    }
    s3.fail(null);
    expect((await downloadUpload(downloadUrl)).status).toBe(200);
    expect(countStoredFiles(world.dataDir).temp).toBe(0);
  });
});

describe('quotas of announced files', () => {
  test('count announced sizes until the address ends, and nothing for files that never came', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await announced(MB)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    world.advance(10 * MINUTE);
    await sweep();
    expect((await announced(MB)).status).toBe(429);
    world.advance(5 * MINUTE);
    await sweep();
    expect((await announced(MB)).status).toBe(200);
  });

  test('count a file announced without a size as the largest until its true size is known', async () => {
    const urls: string[] = [];
    for (let n = 0; n < 20; n += 1) urls.push((await announced()).body.presignedUrl);
    expect((await announced(1)).status).toBe(429);
    for (const url of urls) await toBucket(url, samples.pdf);
    world.advance(10 * MINUTE);
    await sweep();
    const rows = await uploadRows();
    expect(rows.every(({ size }) => size === samples.pdf.length)).toBe(true);
    expect((await announced(1)).status).toBe(200);
  });
});
