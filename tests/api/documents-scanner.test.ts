import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openDocument } from '#lib/domain/documents/open-document.ts';
import { sweepDocuments } from '#lib/domain/documents/sweep.ts';
import { checkParts } from '#lib/domain/health/reads.ts';
import { parseEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { forget, singleton } from '#lib/platform/process/singleton.ts';
import { api } from '#tests/support/call.ts';
import { type ClamdStandIn, EICAR, startClamd } from '#tests/support/providers/clamd.ts';
import { samples } from '#tests/support/sample-files.ts';
import { countStoredFiles } from '#tests/support/upload-client.ts';
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
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;
let clamd: ClamdStandIn;
let cookies: Cookies;
beforeEach(async () => {
  clamd = await startClamd();
  world = createWorld(clamd.variables);
  cookies = await makeCompany();
});

const virus = { bytes: Buffer.concat([samples.pdf, Buffer.from(EICAR)]), name: 'Malo.pdf' };
const files = () => countStoredFiles(world.dataDir).files;
const actions = async () => {
  const rows = await getDb().read.all<{ action: string }>(
    sql`select action from audit_events where action like 'document.%' order by id`,
  );
  return rows.map(({ action }) => action);
};
const open = async (fileId: string) => {
  const [account] = await getDb().read.all<{ id: string }>(
    sql`select id from accounts where email is null`,
  );
  // The reads use of a context only its identity.
  return openDocument(
    { accountId: account?.id, holderId: account?.id, role: 'juridica' } as SignedInCtx,
    fileId,
  );
};

describe('with a virus scanner', () => {
  test('a clean file is stored by the time its upload is answered', async () => {
    const data = await uploadToVault(cookies, 'e_rut');
    expect(data.state).toBe('kept');
    expect(clamd.commands).toEqual([`INSTREAM ${samples.pdf.length}`]);
    expect(await documentRows()).toMatchObject([{ scannedAt: world.now(), finding: null }]);
  });

  test('an infected file is refused, and the document that it would replace stays', async () => {
    const data = await uploadToVault(cookies, 'e_rut');
    const reply = await refusalStatusAndCode(
      postUpload(cookies, uploadForm({ category: 'e_rut' }, virus)),
    );
    expect(reply).toMatchObject({ status: 400, error: 'invalid_file' });
    expect(reply.fields.file).toContain('antivirus');
    expect(await readProfile(cookies)).toEqual({ e_rut: data });
    expect(files()).toBe(1);
    expect(await documentRows()).toHaveLength(1);
    expect(await actions()).toEqual([
      'document.uploaded',
      'document.replaced',
      'document.infected',
    ]);
  });

  test('that does not answer, a file waits, cannot be opened, and is scanned later', async () => {
    clamd.fail('hang-up');
    const data = await uploadToVault(cookies, 'e_rut');
    expect(data.state).toBe('waiting');
    expect(await readProfile(cookies)).toMatchObject({ e_rut: { state: 'waiting' } });
    await expect(open(data.fileId)).rejects.toMatchObject({ code: 'conflict' });
    await sweepDocuments(world.now());
    expect((await readProfile(cookies)).e_rut?.state).toBe('waiting');
    clamd.fail(null);
    await sweepDocuments(world.now());
    expect((await readProfile(cookies)).e_rut).toEqual({ ...data, state: 'kept' });
    expect((await open(data.fileId)).id).toBe(data.id);
  });

  test('a file found infected later is shown as such and its bytes are deleted; the earlier document stays', async () => {
    const old = await uploadToVault(cookies, 'e_rut');
    clamd.fail('hang-up');
    const late = await uploadToVault(cookies, 'e_rut', virus);
    expect(await readProfile(cookies)).toEqual({ e_rut: old });
    const other = await uploadToVault(cookies, 'escritura_constitucion', virus);
    expect(files()).toBe(3);
    clamd.fail(null);
    await sweepDocuments(world.now());
    expect(await readProfile(cookies)).toEqual({
      e_rut: old,
      escritura_constitucion: [{ ...other, state: 'infected' }],
    });
    expect(files()).toBe(1);
    expect((await documentRows()).find(({ id }) => id === late.id)).toMatchObject({
      state: 'infected',
      finding: 'Eicar-Test-Signature',
      objectKey: '',
    });
    await expect(open(other.fileId)).rejects.toMatchObject({ code: 'document_not_found' });

    expect((await removeDocument(cookies, 'escritura_constitucion', other.id)).status).toBe(200);
    expect((await restoreDocument(cookies, other.id)).status).toBe(404);
    const next = await uploadToVault(cookies, 'e_rut');
    expect(await readProfile(cookies)).toEqual({ e_rut: next });
    expect((await documentRows()).map(({ state }) => state).sort()).toEqual(['former', 'kept']);
  });

  test('a replacement shows only once it is scanned as clean, and the earlier document becomes a former version', async () => {
    const old = await uploadToVault(cookies, 'e_rut');
    const first = await uploadToVault(cookies, 'contrato');
    clamd.fail('hang-up');
    await uploadToVault(cookies, 'e_rut');
    const second = await uploadToVault(cookies, 'e_rut');
    const newer = await uploadToVault(cookies, 'contrato', undefined, { replaces: first.id });
    const newest = await uploadToVault(cookies, 'contrato', undefined, { replaces: newer.id });
    expect(await readProfile(cookies)).toEqual({ e_rut: old });
    expect(files()).toBe(4);
    clamd.fail(null);
    await sweepDocuments(world.now());
    expect(await readProfile(cookies)).toEqual({ e_rut: { ...second, state: 'kept' } });
    expect(await readProfile(cookies, '?type=guarantees')).toEqual({
      contrato: [{ ...newest, state: 'kept' }],
    });
    expect(files()).toBe(4);
    const previous = (await documentRows()).filter(({ state }) => state === 'former');
    expect(previous.map(({ id }) => id).sort()).toEqual([old.id, first.id].sort());

    // After its verdict, a waiting document also replaces one that was restored in the meantime.
    clamd.fail('hang-up');
    const last = await uploadToVault(cookies, 'contrato', undefined, { replaces: newest.id });
    expect((await restoreDocument(cookies, first.id)).status).toBe(200);
    clamd.fail(null);
    await sweepDocuments(world.now());
    expect(await readProfile(cookies, '?type=guarantees')).toEqual({
      contrato: [{ ...last, state: 'kept' }],
    });
  });

  test.each([
    ['clean', { bytes: samples.pdf, name: 'RUT.pdf' }],
    ['infected', virus],
  ])(
    'a document that is deleted during its scan stays deleted when the result is %s',
    async (_, file) => {
      await clamd.close();
      clamd = await startClamd({ delay: 300, port: Number(clamd.variables.CLAMAV_PORT) });
      const uploading = postUpload(cookies, uploadForm({ category: 'e_rut' }, file));
      await vi.waitFor(() => expect(clamd.commands).toHaveLength(1), { timeout: 300_000 });
      expect((await removeDocument(cookies, 'e_rut')).status).toBe(200);
      await uploading;
      expect((await documentRows()).map(({ state }) => state)).toEqual(['deleted']);
      expect(await readProfile(cookies)).toEqual({});
    },
  );

  test('a document that was deleted before its scan is scanned when it is restored', async () => {
    clamd.fail('hang-up');
    const { id } = await uploadToVault(cookies, 'e_rut');
    await removeDocument(cookies, 'e_rut');
    await sweepDocuments(world.now());
    clamd.fail(null);
    const reply = await (await restoreDocument(cookies, id)).json();
    expect(reply.data.state).toBe('kept');
  });

  test('a file that cannot be scanned does not hold up the others', async () => {
    clamd.fail('hang-up');
    const stuck = await uploadToVault(cookies, 'e_rut');
    world.advance(1);
    const fine = await uploadToVault(cookies, 'contrato');
    clamd.fail(null);
    await getDb().write((tx) =>
      tx.run(sql`update documents set object_key = 'vault/gone' where id = ${stuck.id}`),
    );
    await sweepDocuments(world.now());
    const states = (await documentRows()).map(({ id, state }) => [id, state]);
    expect(states).toEqual(
      expect.arrayContaining([
        [stuck.id, 'waiting'],
        [fine.id, 'kept'],
      ]),
    );
  });

  test('that is removed from the configuration, waiting documents are stored without a scan', async () => {
    clamd.fail('hang-up');
    await uploadToVault(cookies, 'e_rut');
    forget('env');
    forget('scanner');
    singleton('env', () =>
      parseEnv({ DATA_DIR: world.dataDir, LOG_LEVEL: 'silent', APP_SECRET: 'x'.repeat(40) }),
    );
    await sweepDocuments(world.now());
    expect(await documentRows()).toMatchObject([{ state: 'kept', scannedAt: null }]);
  });

  test('the health check says whether the scanner answers, and stays 200 if not', async () => {
    const scanner = async () => {
      forget('health-check');
      return (await checkParts()).scanner;
    };
    expect(await scanner()).toBe('ready');
    clamd.fail('hang-up');
    expect(await scanner()).toBe('unreachable');
    clamd.fail('hang');
    expect(await scanner()).toBe('unreachable');
    const response = await api('/api/health');
    expect(response.status).toBe(200);
  });
});
