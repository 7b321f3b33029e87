import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkStore } from '#lib/background/check-store.ts';
import { createDocumentArchive } from '#lib/domain/documents/archive.ts';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { verifyUpload } from '#lib/domain/uploads/writes/open-upload.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { api } from '#tests/support/call.ts';
import { type Failure, startS3 } from '#tests/support/providers/s3.ts';
import { samples } from '#tests/support/sample-files.ts';
import { unzip } from '#tests/support/unzip.ts';
import {
  announceUpload,
  idOf,
  postUploadProxy,
  putUpload,
  uploadProxyForm,
} from '#tests/support/upload-client.ts';
import {
  type Cookies,
  documentRows,
  makeCompany,
  postUpload,
  readProfile,
  uploadForm,
  uploadToVault,
} from '#tests/support/vault.ts';
import { worldForTest } from '#tests/support/world.ts';

/** The file is long enough that losing half of it is noticed. Its end spares it a parser. */
const long = Buffer.concat([
  samples.pdf,
  Buffer.alloc(200_000, '% relleno\n'),
  Buffer.from('startxref\n0\n%%EOF\n'),
]);
const s3 = await startS3();
let cookies: Cookies;
const world = worldForTest(s3.variables);
beforeEach(async () => {
  cookies = await makeCompany();
});
afterEach(() => {
  s3.fail(null);
});

async function whileIt<T>(fails: Failure, work: () => Promise<T>): Promise<T> {
  s3.fail(fails);
  try {
    return await work();
  } finally {
    s3.fail(null);
  }
}

const refusal = async (response: Response) => [response.status, (await response.json()).error];
const unavailable = [503, 'unavailable'];
const download = (fileId: string, headers = {}) =>
  api(`/api/documents/download?key=${fileId}`, { cookies, headers });

describe.each(['hang-up', 'error-500', 'page', 'keeps-nothing', 'keeps-half'] as const)(
  'while the object store fails by %s',
  (fails) => {
    test('an upload is refused as unavailable, and nothing of it stays in rows, store or temporary files', async () => {
      const before = s3.count();
      const sent = { category: 'e_rut' };
      const file = { bytes: long, name: 'e-rut.pdf' };
      const answer = await whileIt(fails, () => postUpload(cookies, uploadForm(sent, file)));
      expect(answer.headers.get('retry-after')).toBe('10');
      expect(await refusal(answer)).toEqual(unavailable);
      const proxied = await whileIt(fails, () =>
        postUploadProxy(uploadProxyForm(long, 'contrato.pdf')),
      );
      expect([proxied.status, proxied.body.error]).toEqual(unavailable);
      expect(await readProfile(cookies)).toEqual({});
      expect(readdirSync(join(world.dataDir, 'tmp'))).toEqual([]);
      world.advance(2 * HOUR);
      await sweepUploads(world.now());
      await sweepDocuments(world.now());
      expect([await documentRows(), s3.count()]).toEqual([[], before]);
      const { fileId } = await uploadToVault(cookies, 'e_rut', file);
      expect(Buffer.from(await (await download(fileId)).arrayBuffer()).equals(long)).toBe(true);
    });
  },
);

describe.each(['hang-up', 'error-500', 'page', 'wrong-size', 'gives-half'] as const)(
  'while the object store fails by %s',
  (fails) => {
    test('the check of an announced file is refused as unavailable, and succeeds once the store works again', async () => {
      const { presignedUrl, downloadUrl } = await announceUpload();
      await putUpload(presignedUrl, long);
      const checking = whileIt(fails, () => verifyUpload(idOf(downloadUrl)));
      await expect(checking).rejects.toMatchObject({ code: 'unavailable' });
      expect(await verifyUpload(idOf(downloadUrl))).toMatchObject({ size: long.length });
    });
  },
);

describe('a download', () => {
  test.each(['hang-up', 'error-500', 'page', 'gives-half'] as const)(
    'is refused as unavailable while the store fails by %s, and works afterwards',
    async (fails) => {
      const { fileId } = await uploadToVault(cookies, 'e_rut', { bytes: long, name: 'e-rut.pdf' });
      expect(await refusal(await whileIt(fails, () => download(fileId)))).toEqual(unavailable);
      expect((await download(fileId)).status).toBe(200);
    },
  );

  test('of a byte range is refused as unavailable when the store ignores ranges', async () => {
    const { fileId } = await uploadToVault(cookies, 'e_rut', { bytes: long, name: 'e-rut.pdf' });
    const part = () => download(fileId, { range: 'bytes=10-19' });
    expect(await refusal(await whileIt('no-ranges', part))).toEqual(unavailable);
    expect((await part()).status).toBe(206);
  });

  test('fails instead of ending short when the store breaks off halfway', async () => {
    const { fileId } = await uploadToVault(cookies, 'e_rut', { bytes: long, name: 'e-rut.pdf' });
    const answer = await whileIt('half-a-body', () => download(fileId));
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });
});

test.each(['gives-half', 'half-a-body'] as const)(
  'a ZIP breaks off instead of holding half a file when the store fails by %s',
  async (fails) => {
    await uploadToVault(cookies, 'e_rut', { bytes: long, name: 'e-rut.pdf' });
    const [document] = await documentRows();
    const packed =
      document && whileIt(fails, async () => (await createDocumentArchive([document])).toArray());
    await expect(packed).rejects.toThrow();
  },
);

test.each(['hang-up', 'error-500'] as const)(
  'the export of a person’s data is refused and not audited while the store fails by %s',
  async (fails) => {
    await uploadToVault(cookies, 'e_rut', { bytes: long, name: 'e-rut.pdf' });
    const exported = () => api('/api/account/export', { cookies });
    const noted = () => getDb().read.$count(auditEvents, eq(auditEvents.action, 'data.exported'));
    expect(await refusal(await whileIt(fails, exported))).toEqual(unavailable);
    expect(await noted()).toBe(0);
    const files = unzip(Buffer.from(await (await exported()).arrayBuffer()));
    expect([...files.values()].some((bytes) => bytes.equals(long))).toBe(true);
    expect(await noted()).toBe(1);
  },
);

describe('the doctor', () => {
  test.each(['hang-up', 'error-500', 'page'] as const)(
    'reports that the store is unavailable while it fails by %s, and removes no file',
    async (fails) => {
      await uploadToVault(cookies, 'e_rut');
      const before = s3.count();
      const looking = whileIt(fails, () => checkStore({ fix: true, force: true }));
      await expect(looking).rejects.toMatchObject({ code: 'unavailable' });
      expect(s3.count()).toBe(before);
      expect((await checkStore({ fix: false })).problems).toEqual([]);
    },
  );
});
