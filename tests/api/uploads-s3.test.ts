import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyUpload } from '#lib/domain/uploads/access.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { HOUR } from '#lib/platform/durations.ts';
import { randomToken } from '#lib/platform/ids.ts';
import { getStorage } from '#lib/platform/storage/open.ts';
import { newTempPath } from '#lib/platform/storage/temp.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  ask,
  download,
  form,
  idOf,
  keep,
  leftovers,
  postProxy,
  put,
  uploadRows,
} from '#tests/support/upload-client.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const MB = 1024 * 1024;
let world: World;
const s3 = await startS3();
afterEach(() => {
  s3.fail(null);
});

describe('attachments with S3 storage', () => {
  beforeEach(() => {
    world = createWorld(s3.variables);
  });

  const large = Buffer.alloc(MB, samples.pdf);

  test('over the limit are cut off, and none of it reaches the bucket', async () => {
    const stored = s3.count();
    const { presignedUrl, downloadUrl } = await ask();
    const sent = await put(presignedUrl, Buffer.alloc(10 * MB + 1, samples.pdf));
    expect([sent.status, s3.count()]).toEqual([413, stored]);
    const checking = verifyUpload(idOf(downloadUrl));
    await expect(checking).rejects.toMatchObject({ code: 'not_found' });
  });

  test('over a quota are refused, and none of it reaches the bucket', async () => {
    world = createWorld({ ...s3.variables, MAX_UPLOAD_MB: '1', PENDING_QUOTA_MB: '3' });
    const stored = s3.count();
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask()));
    const sent = await Promise.all(asked.map(({ presignedUrl }) => put(presignedUrl, large)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503, 503]);
    expect(s3.count()).toBe(stored + 3);
  });

  test('sent again replace what was sent, until a request keeps them', async () => {
    const stored = s3.count();
    const { presignedUrl, downloadUrl } = await ask();
    await put(presignedUrl, large);
    expect((await put(presignedUrl, samples.pdf)).status).toBe(200);
    expect(await verifyUpload(idOf(downloadUrl))).toMatchObject({ size: samples.pdf.length });
    await keep(idOf(downloadUrl));
    expect((await put(presignedUrl, large)).status).toBe(409);
    expect(await verifyUpload(idOf(downloadUrl))).toMatchObject({ size: samples.pdf.length });
    expect([s3.count(), await uploadRows()]).toMatchObject([stored + 1, { length: 1 }]);
  });

  test('sent straight to the bucket, as earlier versions let them, are not there and go', async () => {
    const stored = s3.count();
    const { downloadUrl } = await ask();
    const objectKey = `incoming/${randomToken()}`;
    await getDb().write((tx) => tx.update(uploads).set({ objectKey }));
    const path = await newTempPath();
    await writeFile(path, samples.pdf);
    const meta = { contentType: 'application/pdf', size: samples.pdf.length };
    await getStorage().putFile(objectKey, path, meta);
    const checking = verifyUpload(idOf(downloadUrl));
    await expect(checking).rejects.toMatchObject({ code: 'not_found' });
    expect((await download(downloadUrl)).status).toBe(404);
    await sweepUploads(world.now() + 25 * HOUR);
    expect([await uploadRows(), s3.count()]).toEqual([[], stored]);
  });

  test('are told of by HEAD at an address signed for HEAD, and given by GET at one for GET', async () => {
    const { body } = await postProxy(form(samples.pdf, 'a.pdf'));
    await keep(idOf(body.downloadUrl));
    for (const method of ['HEAD', 'GET'] as const) {
      const redirect = await download(body.downloadUrl, method);
      const address = redirect.headers.get('location') ?? '';
      const given = await fetch(address, { method });
      expect([redirect.status, given.status]).toEqual([302, 200]);
      expect(given.headers.get('content-length')).toBe(String(samples.pdf.length));
      const other = await fetch(address, { method: method === 'GET' ? 'HEAD' : 'GET' });
      expect(other.status).toBe(403);
    }
  });

  test('are unavailable while the store is, and the sweep goes on later', async () => {
    const { body } = await postProxy(form(samples.pdf, 'a.pdf'));
    s3.fail('hang-up');
    expect((await postProxy(form(samples.pdf, 'b.pdf'))).status).toBe(503);
    const checking = verifyUpload(idOf(body.downloadUrl));
    await expect(checking).rejects.toMatchObject({ code: 'unavailable' });
    expect(await sweepUploads(world.now() + 25 * HOUR)).toBe(0);
    s3.fail(null);
    expect(await sweepUploads(world.now() + 25 * HOUR)).toBe(2);
    expect(await uploadRows()).toEqual([]);
    expect(leftovers(world.dataDir).temp).toBe(0);
  });
});
