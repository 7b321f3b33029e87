import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyAnswers } from '#lib/domain/drafts/rules.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { holdUpload, releaseUpload } from '#lib/domain/uploads/writes/keep-uploads.ts';
import { openUpload, verifyUpload } from '#lib/domain/uploads/writes/open-upload.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { disguisedFiles, samples } from '#tests/support/sample-files.ts';
import {
  announceUpload,
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
const s3 = await startS3();
/** Files are sent to the app, which seals them. */
const sealed = { ...s3.variables, FILES_KEY: Buffer.alloc(32, 7).toString('base64') };
afterEach(() => {
  s3.fail(null);
});

describe.each(['local', 's3'])('attachments with %s storage', (kind) => {
  beforeEach(() => {
    world = createWorld(kind === 's3' ? s3.variables : {});
  });
  const opened = async (url: string) => {
    const response = await downloadUpload(url);
    return { status: response.status, body: await response.json() };
  };
  const objects = (before: number) =>
    kind === 's3' ? s3.count() - before : countStoredFiles(world.dataDir).files;

  test('are uploaded to the presigned address and can be downloaded again', async () => {
    const { presignedUrl, downloadUrl } = await announceUpload();
    expect((await putUpload(presignedUrl, samples.pdf)).status).toBe(200);
    expect((await downloadUpload(downloadUrl)).status).toBe(200);
    expect(await markUploadKept(idOf(downloadUrl))).toEqual([]);
    let response = await downloadUpload(downloadUrl);
    if (kind === 's3') {
      expect(response.status).toBe(302);
      response = await fetch(response.headers.get('location') ?? '');
    }
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(samples.pdf)).toBe(true);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename=Poliza.pdf; filename*=UTF-8''P%C3%B3liza.pdf`,
    );
  });

  test('are uploaded through the proxy and stored with name and size', async () => {
    const { status, body } = await postUploadProxy(
      uploadProxyForm(samples.docx, 'Bases.docx', 'adicional'),
    );
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, downloadUrl: expect.any(String) });
    expect(await verifyUpload(idOf(body.downloadUrl))).toEqual({
      fileName: 'Bases.docx',
      size: samples.docx.length,
    });
    expect(await uploadRows()).toMatchObject([{ kind: 'adicional', state: 'arrived' }]);
  });

  test.each(Object.entries(disguisedFiles))(
    '%s is refused and nothing of it stays',
    async (_, intruder) => {
      const { bytes, name } = intruder;
      const stored = s3.count();
      const proxied = await postUploadProxy(uploadProxyForm(bytes, name));
      expect(proxied).toMatchObject({ status: 400, body: { error: 'invalid_file' } });
      expect(proxied.body.fields?.file).toMatch(/PDF|vacío/);
      expect(await uploadRows()).toEqual([]);

      const requested = await requestUploadUrl({ type: 'contrato', fileName: name });
      if (requested.status === 400) {
        expect(requested.body.error).toBe('invalid_file');
        expect(await uploadRows()).toEqual([]);
      } else {
        const sent = await putUpload(requested.body.presignedUrl, bytes);
        const isDirect = kind === 's3';
        const notices = isDirect ? await opened(requested.body.downloadUrl) : sent;
        expect(notices).toMatchObject({ status: 400, body: { error: 'invalid_file' } });
        const checking = verifyUpload(idOf(requested.body.downloadUrl));
        await expect(checking).rejects.toMatchObject({ code: 'not_found' });
        expect((await downloadUpload(requested.body.downloadUrl)).status).toBe(404);
        expect(await uploadRows()).toMatchObject([{ state: 'requested' }]);
      }
      expect(countStoredFiles(world.dataDir)).toEqual({ files: 0, temp: 0 });
      expect(s3.count()).toBe(stored);
    },
  );

  test('that were announced but not sent are answered as not found', async () => {
    const { downloadUrl } = await announceUpload();
    await expect(verifyUpload(idOf(downloadUrl))).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(openUpload('unknown', world.now())).rejects.toMatchObject({ code: 'not_found' });
    expect((await downloadUpload(downloadUrl)).status).toBe(404);
    expect(await markUploadKept(idOf(downloadUrl))).toEqual([idOf(downloadUrl)]);
  });

  test('sent again to the app replace the first file, until a request keeps it', async () => {
    if (kind === 's3') world = createWorld(sealed);
    const stored = s3.count();
    const { presignedUrl, downloadUrl } = await announceUpload();
    await putUpload(presignedUrl, Buffer.alloc(MB, samples.pdf));
    expect((await putUpload(presignedUrl, samples.pdf)).status).toBe(200);
    expect(await markUploadKept(idOf(downloadUrl))).toEqual([]);
    const second = await putUpload(presignedUrl, Buffer.concat([samples.pdf, samples.pdf]));
    expect(second).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(await verifyUpload(idOf(downloadUrl))).toMatchObject({ size: samples.pdf.length });
    expect([objects(stored), await uploadRows()]).toMatchObject([1, { length: 1 }]);
    expect(countStoredFiles(world.dataDir).temp).toBe(0);
  });

  test('that no request or draft holds are swept after a day with their objects, and others stay', async () => {
    const stored = s3.count();
    const urls: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { downloadUrl } = (await postUploadProxy(uploadProxyForm(samples.pdf, `${n}.pdf`)))
        .body;
      await verifyUpload(idOf(downloadUrl));
      urls.push(downloadUrl);
    }
    const [storedRows, held, orphan, plain] = urls.map(idOf);
    await markUploadKept(storedRows ?? '');
    await getDb().write(async (tx) => {
      const at = world.now();
      await tx
        .insert(drafts)
        .values({ id: 'd', answers: emptyAnswers(), createdAt: at, updatedAt: at });
      expect(await holdUpload(tx, held ?? '', 'd')).toBe(true);
      expect(await holdUpload(tx, orphan ?? '', 'gone')).toBe(true);
      expect(await holdUpload(tx, 'unknown', 'd')).toBe(false);
    });
    world.advance(23 * HOUR);
    await sweepUploads(world.now());
    expect((await uploadRows()).filter((row) => row.state !== 'removing')).toHaveLength(4);
    world.advance(2 * HOUR);
    expect(await sweepUploads(world.now())).toBe(2);
    expect((await uploadRows()).map((row) => row.id).sort()).toEqual([storedRows, held].sort());
    expect(await markUploadKept(plain ?? '')).toEqual([plain]);

    await getDb().write((tx) => releaseUpload(tx, held ?? '', 'd'));
    expect(await sweepUploads(world.now())).toBe(1);
    expect(objects(stored)).toBe(1);
    expect(await sweepUploads(world.now())).toBe(0);
  });
});

describe('attachments with S3 storage', () => {
  beforeEach(() => {
    world = createWorld(s3.variables);
  });

  test('over the limit are cut off, and nothing reaches the bucket', async () => {
    world = createWorld(sealed);
    const stored = s3.count();
    const { presignedUrl, downloadUrl } = await announceUpload();
    const sent = await putUpload(presignedUrl, Buffer.alloc(10 * MB + 1, samples.pdf));
    expect([sent.status, s3.count()]).toEqual([413, stored]);
    const checking = verifyUpload(idOf(downloadUrl));
    await expect(checking).rejects.toMatchObject({ code: 'not_found' });
  });

  test('redirect HEAD to an address signed for HEAD, and GET to one signed for GET', async () => {
    const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'a.pdf'));
    await markUploadKept(idOf(body.downloadUrl));
    for (const method of ['HEAD', 'GET'] as const) {
      const redirect = await downloadUpload(body.downloadUrl, method);
      const address = redirect.headers.get('location') ?? '';
      const input = await fetch(address, { method });
      expect([redirect.status, input.status]).toEqual([302, 200]);
      expect(input.headers.get('content-length')).toBe(String(samples.pdf.length));
      const other = await fetch(address, { method: method === 'GET' ? 'HEAD' : 'GET' });
      expect(other.status).toBe(403);
    }
  });

  test('are unavailable while the store fails, and the sweep removes them later', async () => {
    const { body } = await postUploadProxy(uploadProxyForm(samples.pdf, 'a.pdf'));
    // A full store can still remove objects, so nothing is left that counts against a quota.
    s3.fail('full');
    expect((await postUploadProxy(uploadProxyForm(samples.pdf, 'b.pdf'))).status).toBe(503);
    expect(await uploadRows()).toHaveLength(1);
    s3.fail('hang-up');
    expect((await postUploadProxy(uploadProxyForm(samples.pdf, 'b.pdf'))).status).toBe(503);
    const checking = verifyUpload(idOf(body.downloadUrl));
    await expect(checking).rejects.toMatchObject({ code: 'unavailable' });
    expect(await sweepUploads(world.now() + 25 * HOUR)).toBe(0);
    s3.fail(null);
    expect(await sweepUploads(world.now() + 25 * HOUR)).toBe(2);
    expect(await uploadRows()).toEqual([]);
    expect(countStoredFiles(world.dataDir).temp).toBe(0);
  });
});
