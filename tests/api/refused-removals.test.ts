import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { sweepUploads } from '#lib/domain/uploads/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { storedDocumentRow } from '#tests/support/document-rows.ts';
import { localPathOf } from '#tests/support/local-storage-path.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { worldForTest } from '#tests/support/world.ts';

/** Number of rows, more than one batch of the sweepers. */
const MANY = 60;
const REFUSED = 55;

const world = worldForTest();

/** Makes the store refuse a removal: a directory is in its place. */
function refuse(objectKey: string): void {
  mkdirSync(localPathOf(world.dataDir, objectKey), { recursive: true });
}

const keys = Array.from({ length: MANY }, (_, n) => `object-${String(n).padStart(2, '0')}`);

/** Runs rounds of a minute until only refused objects are left. */
async function rounds(sweep: (now: number) => Promise<number>, most: number): Promise<number> {
  let gone = 0;
  for (let round = 0; round < most; round++) {
    gone += await sweep(world.now());
    world.advance(60_000);
  }
  return gone;
}

async function putDocuments(): Promise<void> {
  const rows = keys.map((objectKey, n) =>
    storedDocumentRow('ana', {
      id: objectKey,
      objectKey,
      state: 'removing',
      changedAt: world.now() - 1000 + n,
    }),
  );
  await getDb().write((tx) => tx.insert(documents).values(rows));
}

test('documents that the store refuses to remove do not hold up the others', async () => {
  await putDocuments();
  keys.slice(0, REFUSED).forEach(refuse);
  expect(await rounds(sweepDocuments, 10)).toBe(MANY - REFUSED);
  expect(await getDb().read.$count(documents)).toBe(REFUSED);
});

async function putUploads(): Promise<void> {
  const rows = keys.map((objectKey, n) => ({
    id: objectKey,
    objectKey,
    kind: 'contrato' as const,
    fileName: 'a.pdf',
    contentType: 'application/pdf',
    state: 'removing' as const,
    createdAt: world.now() - 2 * HOUR + n,
  }));
  await getDb().write((tx) => tx.insert(uploads).values(rows));
}

test('uploads that the store refuses to remove do not hold up the others', async () => {
  await putUploads();
  keys.slice(0, REFUSED).forEach(refuse);
  expect(await rounds(sweepUploads, 10)).toBe(MANY - REFUSED);
  expect(await getDb().read.$count(uploads)).toBe(REFUSED);
});

test.each([
  ['documents', putDocuments, sweepDocuments, documents],
  ['uploads', putUploads, sweepUploads, uploads],
] as const)(
  'while the store is out of reach no %s are given up: the next round removes them all',
  async (_, put, sweep, table) => {
    const s3 = await startS3();
    await world.reopen(s3.variables);
    await put();
    s3.fail('error-500');
    expect(await rounds(sweep, 2)).toBe(0);
    expect(await getDb().read.$count(table)).toBe(MANY);
    s3.fail(null);
    expect(await rounds(sweep, 2)).toBe(MANY);
    expect(await getDb().read.$count(table)).toBe(0);
  },
);
