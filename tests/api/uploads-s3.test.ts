import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyUpload } from '#lib/domain/uploads/access.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { HOUR } from '#lib/platform/durations.ts';
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

  test('too large for us are refused and removed when they are used', async () => {
    const stored = s3.count();
    const { presignedUrl, downloadUrl } = await ask();
    await put(presignedUrl, Buffer.alloc(10 * MB + 1, samples.pdf));
    const checking = verifyUpload(idOf(downloadUrl));
    await expect(checking).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(s3.count()).toBe(stored);
  });

  test('sent again after their check change nothing, and the late bytes are swept', async () => {
    const stored = s3.count();
    const { presignedUrl, downloadUrl } = await ask();
    await put(presignedUrl, samples.pdf);
    const id = idOf(downloadUrl);
    await Promise.all([verifyUpload(id), verifyUpload(id), verifyUpload(id)]);
    await keep(id);
    await put(presignedUrl, Buffer.from('<script>alert(1)</script>'));
    expect(await verifyUpload(id)).toMatchObject({ size: samples.pdf.length });
    await sweepUploads(world.now() + HOUR);
    expect(s3.count()).toBe(stored + 1);
    expect(await uploadRows()).toHaveLength(1);
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
