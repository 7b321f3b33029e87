import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { textOf } from '#tests/support/page-request.ts';
import { type S3StandIn, startS3 } from '#tests/support/providers/s3.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  addDocument,
  bytesOf,
  openShare,
  shareToken,
  statusAndCode,
  visitShare,
} from '#tests/support/shares.ts';
import { unzip } from '#tests/support/unzip.ts';
import { worldForTest } from '#tests/support/world.ts';

let ana: Member;
const world = worldForTest();
beforeEach(async () => {
  ana = await makeUser();
});

describe.each(['local', 's3'])('a shared folder in %s storage', (kind) => {
  let s3: S3StandIn;
  beforeAll(async () => {
    s3 = await startS3();
  });
  beforeEach(async () => {
    if (kind === 'local') return;
    await world.reopen(s3.variables);
    ana = await makeUser();
  });

  async function folder(extra: object = {}) {
    const keys: string[] = [];
    for (const [fileName, bytes] of [
      ['F30.pdf', samples.pdf],
      ['f30.pdf', Buffer.from('otro')],
      ['Cédula ñ.png', samples.png],
    ] as const) {
      keys.push((await addDocument(ana.id, { fileName, bytes, category: 'otros' })).fileId);
    }
    return { keys, token: await shareToken(ana, { documentKeys: keys, ...extra }) };
  }

  test('lists its documents and gives each of them, and no other document', async () => {
    const { token, keys } = await folder({ label: 'Para la aseguradora' });
    const page = await (await visitShare(token)).text();
    expect(page).toContain('>Para la aseguradora</h1>');
    expect(textOf(page)).toContain(
      '3 documentos de Ana Muñoz. El enlace sirve hasta el 23-11-2026, 12:00',
    );
    expect(page).toContain(`/c/${token}/archivo?document=${keys[1]}"`);
    const one = await openShare(token, `?download=1&document=${keys[1]}`);
    expect(await one.text()).toBe('otro');
    expect(await (await visitShare(token, `?document=${keys[2]}`)).text()).toContain(
      'Cédula ñ.png',
    );
    const stranger = (await addDocument(ana.id)).fileId;
    expect(await statusAndCode(await openShare(token, `?document=${stranger}`))).toEqual([
      404,
      'document_not_found',
    ]);
    expect((await visitShare(token, `?document=${stranger}`)).status).toBe(404);
  });

  test('is downloaded as a ZIP that counts as one opening, with names that say what each file is', async () => {
    const { token } = await folder({ label: 'Carpeta: obra / año 2026', maxOpenings: 1 });
    const head = await openShare(token, '', { method: 'HEAD' });
    expect(head.headers.get('content-type')).toBe('application/zip');
    const response = await visitShare(token, '?download=1');
    expect(response.headers.get('content-disposition')).toContain(
      'filename="Ana Munoz - Carpeta obra - ano 2026 - 2026-11-20.zip"',
    );
    const entries = unzip(await bytesOf(response));
    expect([...entries.keys()]).toEqual([
      '01 Otros - F30.pdf',
      '02 Otros - f30.pdf',
      '03 Otros - Cédula ñ.png',
    ]);
    expect(entries.get('03 Otros - Cédula ñ.png')).toEqual(samples.png);
    expect(entries.get('02 Otros - f30.pdf')?.toString()).toBe('otro');
    expect(await statusAndCode(await openShare(token))).toEqual([410, 'share_expired']);
  });

  const failures = kind === 's3' ? (['error-500', 'hang-up'] as const) : [];
  test.each(failures)(
    'answers 503 for one file and counts no opening while the store fails: %s',
    async (failure) => {
      const { token, keys } = await folder({ maxOpenings: 1 });
      s3.fail(failure);
      const query = `?download=1&document=${keys[0]}`;
      expect(await statusAndCode(await openShare(token, query))).toEqual([503, 'unavailable']);
      s3.fail(null);
      expect((await openShare(token, query)).status).toBe(200);
    },
  );

  test.each(failures)(
    'answers 503 for the ZIP and counts no opening while the store fails: %s',
    async (failure) => {
      const { token } = await folder({ maxOpenings: 1 });
      s3.fail(failure);
      expect(await statusAndCode(await openShare(token, '?download=1'))).toEqual([
        503,
        'unavailable',
      ]);
      s3.fail(null);
      const response = await openShare(token, '?download=1');
      expect([...unzip(await bytesOf(response)).keys()]).toHaveLength(3);
      expect(await statusAndCode(await openShare(token))).toEqual([410, 'share_expired']);
    },
  );

  test('is a ZIP that lists files lost by the store in faltan.txt, and leaves out deleted documents', async () => {
    const { token, keys } = await folder();
    const [first] = await getDb()
      .read.select({ objectKey: documents.objectKey })
      .from(documents)
      .where(eq(documents.fileId, keys[0] ?? ''));
    await getStorage().remove(first?.objectKey ?? '');
    await getDb().write((tx) =>
      tx
        .update(documents)
        .set({ state: 'deleted' })
        .where(eq(documents.fileId, keys[1] ?? '')),
    );
    const entries = unzip(await bytesOf(await openShare(token)));
    expect([...entries.keys()]).toEqual(['02 Otros - Cédula ñ.png', 'faltan.txt']);
    expect(entries.get('faltan.txt')?.toString()).toBe('F30.pdf');
    expect((await visitShare(token, `?document=${keys[1]}`)).status).toBe(404);
  });
});
