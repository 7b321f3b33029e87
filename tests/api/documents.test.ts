import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { transientCondition } from '#lib/domain/documents/reads/documents.ts';
import { documentMetadataReply } from '#lib/domain/documents/schema.ts';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { queryPlan } from '#tests/support/query-plan.ts';
import { samples } from '#tests/support/sample-files.ts';
import { countStoredFiles } from '#tests/support/upload-client.ts';
import {
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
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;
const s3 = await startS3();
afterEach(() => {
  s3.fail(null);
});

const hash = (size: number) => ({ bytes: Buffer.concat([samples.pdf, Buffer.alloc(size)]) });
const pdf = (size: number, name = 'Otro.pdf') => ({ ...hash(size), name });

describe.each(['local', 's3'])('the vault with %s storage', (kind) => {
  let before = 0;
  beforeEach(() => {
    world = createWorld(kind === 's3' ? s3.variables : {});
    before = s3.count();
  });
  const objects = () =>
    kind === 's3' ? s3.count() - before : countStoredFiles(world.dataDir).files;

  test('stores a document and answers the fields of the contract', async () => {
    const cookies = await makeCompany();
    const data = await uploadToVault(cookies, 'certificado_f30');
    documentMetadataReply.strict().parse(data);
    expect(data).toMatchObject({
      fileName: 'Certificado.pdf',
      category: 'certificado_f30',
      customTitle: null,
      uploadedAt: '2026-11-20T15:00:00.000Z',
      expiresAt: '2026-12-21T02:59:59.999Z',
      size: samples.pdf.length,
      contentType: 'application/pdf',
      state: 'kept',
    });
    expect(data.id).not.toBe(data.fileId);
    expect(data.url).toBe(`http://localhost:3000/api/documents/download?key=${data.fileId}`);
    expect(data.previewUrl).toBe(`${data.url}&inline=1`);
    expect(await readProfile(cookies, '?type=documents')).toEqual({ certificado_f30: data });
    expect(await readProfile(cookies)).toEqual({});
    expect(await readProfile(cookies, '?type=guarantees')).toEqual({});
    const [row] = await documentRows();
    expect(row?.objectKey).not.toContain(data.fileId);
    expect(await getStorage().head(row?.objectKey ?? '')).toEqual({ size: samples.pdf.length });
    expect(objects()).toBe(1);
    expect(countStoredFiles(world.dataDir).temp).toBe(0);
  });

  test('replaces the document where a category holds one, and adds it where it holds several', async () => {
    const cookies = await makeCompany();
    const first = await uploadToVault(cookies, 'e_rut');
    const second = await uploadToVault(cookies, 'e_rut', pdf(10));
    const a = await uploadToVault(cookies, 'escritura_constitucion', pdf(1, 'a.pdf'));
    world.advance(1000);
    const b = await uploadToVault(cookies, 'escritura_constitucion', pdf(2, 'b.pdf'));
    expect(second.id).not.toBe(first.id);
    expect(await readProfile(cookies)).toEqual({ e_rut: second, escritura_constitucion: [b, a] });
    // The former e-RUT stays as a version.
    expect(objects()).toBe(4);
    expect(await documentRows()).toHaveLength(4);
  });

  test('replaces one of several at its position, and refuses an id that it does not have', async () => {
    const cookies = await makeCompany();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      ids.push((await uploadToVault(cookies, 'contrato', pdf(1, `${name}.pdf`))).id);
      world.advance(1000);
    }
    const newB = await uploadToVault(cookies, 'contrato', pdf(9, 'nuevo.pdf'), {
      replaces: ids[1] ?? '',
    });
    const { contrato } = await readProfile(cookies, '?type=guarantees');
    expect(contrato?.map(({ fileName }) => fileName)).toEqual(['c.pdf', 'nuevo.pdf', 'a.pdf']);
    expect(objects()).toBe(4);
    for (const replaces of [ids[1] ?? '', newB.fileId, 'nada']) {
      const form = uploadForm({ category: 'contrato', replaces });
      expect(await refusalStatusAndCode(postUpload(cookies, form))).toMatchObject({
        status: 404,
        error: 'document_not_found',
      });
    }
    const elsewhere = uploadForm({ category: 'otros', customTitle: 'x', replaces: newB.id });
    expect((await refusalStatusAndCode(postUpload(cookies, elsewhere))).status).toBe(404);
    expect(objects()).toBe(4);
    expect(await documentRows()).toHaveLength(4);
  });

  test('deletes a document, and restores it within a minute', async () => {
    const cookies = await makeCompany();
    const data = await uploadToVault(cookies, 'e_rut');
    const deleted = await removeDocument(cookies, 'e_rut');
    expect(await deleted.json()).toEqual({
      success: true,
      message: expect.any(String),
      data: { documentId: data.id, restorableUntil: '2026-11-20T15:01:00.000Z' },
    });
    expect(await readProfile(cookies)).toEqual({});
    expect((await removeDocument(cookies, 'e_rut')).status).toBe(404);
    world.advance(59_000);
    await sweepDocuments(world.now());
    expect(await (await restoreDocument(cookies, data.id)).json()).toEqual({ success: true, data });
    expect(await readProfile(cookies)).toEqual({ e_rut: data });
    expect((await restoreDocument(cookies, data.id)).status).toBe(404);
  });

  test('deletes a document for good after that minute', async () => {
    const cookies = await makeCompany();
    const { id } = await uploadToVault(cookies, 'e_rut');
    await removeDocument(cookies, 'e_rut');
    world.advance(60_000);
    expect((await restoreDocument(cookies, id)).status).toBe(404);
    expect(objects()).toBe(1);
    expect(await sweepDocuments(world.now())).toBe(1);
    expect(objects()).toBe(0);
    expect(await documentRows()).toEqual([]);
  });

  test('does not restore a document where another one was uploaded since', async () => {
    const cookies = await makeCompany();
    const { id } = await uploadToVault(cookies, 'e_rut');
    await removeDocument(cookies, 'e_rut');
    const next = await uploadToVault(cookies, 'e_rut', pdf(3));
    expect(await refusalStatusAndCode(restoreDocument(cookies, id))).toMatchObject({
      status: 409,
      error: 'conflict',
    });
    expect(await readProfile(cookies)).toEqual({ e_rut: next });
  });

  test('requires the id of the document to delete where a category holds several', async () => {
    const cookies = await makeCompany();
    const [a, b] = [
      await uploadToVault(cookies, 'contrato'),
      await uploadToVault(cookies, 'contrato'),
    ];
    expect(await refusalStatusAndCode(removeDocument(cookies, 'contrato'))).toMatchObject({
      status: 400,
      error: 'validation_failed',
      fields: { documentId: expect.any(String) },
    });
    expect((await removeDocument(cookies, 'poliza_garantia', a?.id)).status).toBe(404);
    expect((await removeDocument(cookies, 'contrato', a?.id)).status).toBe(200);
    expect((await removeDocument(cookies, 'contrato')).status).toBe(200);
    expect((await removeDocument(cookies, 'contrato', b?.id)).status).toBe(404);
    for (const category of ['', 'nada', '__proto__', 'e_rut']) {
      expect(await refusalStatusAndCode(removeDocument(cookies, category))).toMatchObject({
        status: 404,
        error: 'document_not_found',
      });
    }
    expect((await removeDocument(cookies, 'x'.repeat(65))).status).toBe(400);
  });

  test('loses no document when S3 storage fails', async () => {
    const cookies = await makeCompany();
    const data = await uploadToVault(cookies, 'e_rut');
    if (kind === 'local') return;
    s3.fail('error-500');
    const failed = await refusalStatusAndCode(
      postUpload(cookies, uploadForm({ category: 'e_rut' })),
    );
    expect(failed).toMatchObject({ status: 503, error: 'unavailable' });
    expect(await readProfile(cookies)).toEqual({ e_rut: data });
    await removeDocument(cookies, 'e_rut');
    world.advance(60_000);
    expect(await sweepDocuments(world.now())).toBe(0);
    s3.fail(null);
    expect(await sweepDocuments(world.now())).toBe(1);
    world.advance(3_600_000);
    expect(await sweepDocuments(world.now())).toBe(1);
    expect(objects()).toBe(0);
    expect(await documentRows()).toEqual([]);
  });

  test('keeps one of ten simultaneous uploads to one category, and three former versions', async () => {
    const cookies = await makeCompany();
    const sent = Array.from({ length: 10 }, (_, n) => uploadToVault(cookies, 'e_rut', pdf(n)));
    const ids = (await Promise.all(sent)).map(({ id }) => id);
    const { e_rut } = await readProfile(cookies);
    expect(ids).toContain(e_rut?.id);
    expect(objects()).toBe(4);
    expect(await documentRows()).toHaveLength(4);
  });
});

test('an upload that is sent again under its key is accepted if the first was not finished, and ignored if it was', async () => {
  world = createWorld();
  const cookies = await makeCompany();
  const send = () => uploadToVault(cookies, 'e_rut', undefined, { once: 'marca-0001' });
  const left = await send();
  await getDb().write((tx) => tx.run(sql`update documents set state = 'removing'`));
  const taken = await send();
  expect(taken.id).not.toBe(left.id);
  expect(await send()).toEqual(taken);
  expect(await readProfile(cookies)).toEqual({ e_rut: taken });
});

test('documents in a transient state are found by an index', async () => {
  world = createWorld();
  const plan = await queryPlan(
    sql`select id from documents where ${transientCondition} and state = ${'removing'}`,
  );
  expect(plan).toContain('USING INDEX documents_by_state');
});
