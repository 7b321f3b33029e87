import { copyFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { checkStore } from '#lib/background/check-store.ts';
import { countUnencryptedFiles, forgetOtherKeys, rekeyFiles } from '#lib/background/rekey.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { getObjectStore, getStorage } from '#lib/platform/storage/client.ts';
import { HEADER_BYTES, keyIdOf } from '#lib/platform/storage/encryption/encrypted-file.ts';
import {
  checkFileKeys,
  claimFileKeys,
  getFileKeys,
} from '#lib/platform/storage/encryption/file-keys.ts';
import { localPathOf } from '#tests/support/local-storage-path.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { samples } from '#tests/support/sample-files.ts';
import { postUploadProxy, uploadProxyForm } from '#tests/support/upload-client.ts';
import { documentRows, makeCompany, removeDocument, uploadToVault } from '#tests/support/vault.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const s3 = await startS3();
const [FIRST, SECOND] = [1, 2].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer];
let world: World;

/** Changes the keys as a restart does. */
async function restart(present: Buffer | undefined, ...before: Buffer[]): Promise<void> {
  Object.assign(getEnv(), { filesKey: present, previousFilesKeys: before });
  for (const name of ['file-keys', 'file-keys-claimed', 'storage']) forget(name);
  await claimFileKeys();
}

/** Returns every file's key, and whether its content is the one that was sent. */
async function stored() {
  const uploads = await getDb().client.execute('select object_key as key from uploads');
  const keys = [
    ...(await documentRows()).map((row) => row.objectKey),
    ...uploads.rows.map(({ key }) => String(key)),
  ];
  return Promise.all(
    keys.map(async (key) => {
      const there = await getObjectStore().open(key, HEADER_BYTES);
      there?.close();
      const stream = await getStorage().read(key);
      const isRight = stream && (await buffer(stream)).equals(samples.pdf);
      return [there && keyIdOf(there.beginning), isRight];
    }),
  );
}

const all = (of: [unknown, unknown]) => [of, of, of];

describe.each([
  ['local', {}],
  ['s3', s3.variables],
])('with %s storage', (_, variables) => {
  test('rekeying rewrites all files, also removed ones, with the present key, and the others can be forgotten', async () => {
    world = createWorld(variables);
    const cookies = await makeCompany();
    await uploadToVault(cookies, 'e_rut', { name: 'a.pdf', bytes: samples.pdf });
    const gone = await uploadToVault(cookies, 'contrato', { name: 'a.pdf', bytes: samples.pdf });
    await removeDocument(cookies, 'contrato', gone.id);
    await postUploadProxy(uploadProxyForm(samples.pdf, 'a.pdf'));
    expect(await stored()).toEqual(all([null, true]));
    await restart(FIRST);
    const sealed = { looked: 3, rewritten: 3, bytes: 3 * samples.pdf.length, failed: [] };
    expect(await rekeyFiles()).toEqual(sealed);
    const [first] = getFileKeys().allKeys;
    expect(await stored()).toEqual(all([first?.id, true]));
    expect(await rekeyFiles()).toMatchObject({ looked: 3, rewritten: 0 });
    await restart(SECOND, FIRST);
    expect(await rekeyFiles()).toEqual(sealed);
    await forgetOtherKeys();
    await restart(SECOND);
    expect(await stored()).toEqual(all([getFileKeys().currentKey?.id, true]));
    // An operator may go back to a known key, which then encrypts new files again.
    await restart(FIRST, SECOND);
    await restart(SECOND, FIRST);
    const ids = getFileKeys().allKeys.map(({ id }) => id);
    expect(await checkFileKeys()).toEqual(
      expect.arrayContaining([
        { id: ids[0], isCurrent: true },
        { id: ids[1], isCurrent: false },
      ]),
    );
    await restart(undefined, SECOND, FIRST);
    expect(await rekeyFiles()).toEqual(sealed);
    await forgetOtherKeys();
    await restart(undefined);
    expect(await stored()).toEqual(all([null, true]));
    expect(await checkFileKeys()).toEqual([]);
  });
});

describe('a stored file', () => {
  test('in the clear is refused once its row says that it was encrypted', async () => {
    world = createWorld();
    const cookies = await makeCompany();
    const { id: old } = await uploadToVault(cookies, 'e_rut');
    await restart(FIRST);
    const { id: fresh } = await uploadToVault(cookies, 'contrato');
    const rows = await documentRows();
    const keyOf = (id: string) => rows.find((row) => row.id === id)?.objectKey ?? '';
    const swap = (id: string) => writeFile(localPathOf(world.dataDir, keyOf(id)), samples.pdf);
    const read = (id: string) => getStorage().read(keyOf(id));
    await swap(fresh);
    await expect(read(fresh)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(getStorage().head(keyOf(fresh))).rejects.toMatchObject({ code: 'unavailable' });
    // An unsealed file is served until `rekey` has seen it, and refused afterwards.
    await (await read(old))?.toArray();
    expect(await countUnencryptedFiles()).toBe(1);
    expect(await rekeyFiles()).toMatchObject({ rewritten: 1, failed: [`documents ${fresh}`] });
    expect(await countUnencryptedFiles()).toBe(0);
    await swap(old);
    await expect(read(old)).rejects.toMatchObject({ code: 'unavailable' });
    const reportedProblems = (await checkStore({ fix: false })).problems;
    expect(
      reportedProblems
        .map((problem) => ('id' in problem ? [problem.problem, problem.id] : []))
        .sort(),
    ).toEqual([old, fresh].map((id) => ['object that does not open', id]).sort());
    // After encryption is turned off, stored files stay readable, and are encrypted again later.
    await restart(undefined, FIRST);
    expect(await rekeyFiles()).toMatchObject({ failed: [] });
    await restart(FIRST);
    expect(await rekeyFiles()).toMatchObject({ rewritten: 2, failed: [] });
  });

  test('that is encrypted while a reader opens it is still read', async () => {
    world = createWorld();
    await uploadToVault(await makeCompany(), 'e_rut', { name: 'a.pdf', bytes: samples.pdf });
    const key = (await documentRows())[0]?.objectKey ?? '';
    await restart(FIRST);
    const store = getObjectStore();
    const open = store.open;
    vi.spyOn(store, 'open').mockImplementationOnce(async (...args) => {
      const there = await open(...args);
      expect(await rekeyFiles()).toMatchObject({ rewritten: 1 });
      return there;
    });
    const stream = await getStorage().read(key);
    expect(stream && (await buffer(stream)).equals(samples.pdf)).toBe(true);
  });

  test('that is removed while it is rewritten does not come back', async () => {
    world = createWorld();
    const cookies = await makeCompany();
    const { id } = await uploadToVault(cookies, 'e_rut');
    const [row] = await documentRows();
    await restart(FIRST);
    const storage = getStorage();
    const putFile = storage.putFile;
    vi.spyOn(storage, 'putFile').mockImplementation(async (...args) => {
      await getDb().client.execute({
        sql: "update documents set state = 'removing' where id = ?",
        args: [id],
      });
      await storage.remove(row?.objectKey ?? '');
      await putFile(...args);
    });
    await rekeyFiles();
    expect(await storage.head(row?.objectKey ?? '')).toBeNull();
  });

  test('that does not open, or has another size than its row, is reported and left as it is', async () => {
    world = createWorld();
    await restart(FIRST);
    const cookies = await makeCompany();
    const ids: string[] = [];
    for (const kind of ['e_rut', 'contrato', 'formulario_22'])
      ids.push((await uploadToVault(cookies, kind)).id);
    const rows = await documentRows();
    const [one, second, third] = ids.map(
      (id) => rows.find((row) => row.id === id)?.objectKey ?? '',
    );
    await copyFile(localPathOf(world.dataDir, one ?? ''), localPathOf(world.dataDir, second ?? ''));
    await getDb().client.execute({
      sql: 'update documents set size = size + 1 where object_key = ?',
      args: [third ?? ''],
    });
    await restart(SECOND, FIRST);
    const { rewritten, failed } = await rekeyFiles();
    expect([rewritten, failed.sort()]).toEqual([
      1,
      [ids[1], ids[2]].map((id) => `documents ${id}`).sort(),
    ]);
    const under = await getObjectStore().open(third ?? '', HEADER_BYTES);
    under?.close();
    expect(under && keyIdOf(under.beginning)).toBe(getFileKeys().allKeys[1]?.id);
  });
});
