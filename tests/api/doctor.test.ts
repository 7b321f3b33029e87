import { randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { copyFile, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkStore } from '#lib/background/check-store.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { runScript } from '#tests/support/program-env.ts';
import { startClamd } from '#tests/support/providers/clamd.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { putObject } from '#tests/support/put-object.ts';
import { samples } from '#tests/support/sample-files.ts';
import {
  announceUpload,
  countStoredFiles,
  postUploadProxy,
  putUpload,
  uploadProxyForm,
} from '#tests/support/upload-client.ts';
import {
  type Cookies,
  documentRows,
  makeCompany,
  removeDocument,
  uploadToVault,
} from '#tests/support/vault.ts';
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;
const s3 = await startS3();
let cookies: Cookies;
afterEach(async () => {
  for await (const object of getStorage().list([''])) await object.remove();
});

const pathOf = (key: string) => {
  const name = getStorage().nameOf(key);
  return join(world.dataDir, 'files', name.slice(0, 2), name.slice(2));
};
const age = async (key: string) => utimes(pathOf(key), 1, 1);
const keyOf = async (id: string) =>
  (await documentRows()).find((row) => row.id === id)?.objectKey ?? '';

/** Makes a document, a deleted one, a submission's file and an announced one, without faults. */
async function ordinary() {
  cookies = await makeCompany();
  const document = await uploadToVault(cookies, 'e_rut');
  const deleted = await uploadToVault(cookies, 'contrato');
  await removeDocument(cookies, 'contrato', deleted.id);
  await postUploadProxy(uploadProxyForm(samples.pdf, 'a.pdf'));
  await announceUpload();
  await putUpload((await announceUpload()).presignedUrl, samples.pdf);
  return document;
}

const FILES_KEY = randomBytes(32).toString('base64');

describe.each([
  ['local', {}],
  ['s3', s3.variables],
  ['sealed local', { FILES_KEY }],
  ['sealed s3', { ...s3.variables, FILES_KEY }],
])('the check of files with %s storage', (_, variables) => {
  beforeEach(() => {
    world = createWorld(variables);
  });

  test('finds nothing in an ordinary store', async () => {
    await ordinary();
    const { problems, rows } = await checkStore({ fix: false });
    expect(problems).toEqual([]);
    expect(rows).toBe(5);
  });

  test('reports a row without its file, and never deletes the row', async () => {
    const { id } = await ordinary();
    await getStorage().remove(await keyOf(id));
    for (const fix of [false, true]) {
      expect((await checkStore({ fix })).problems).toEqual([
        { problem: 'row without its object', table: 'documents', id },
      ]);
    }
    expect((await documentRows()).map((row) => row.id)).toContain(id);
  });
});

describe('the check of files with encrypted storage', () => {
  beforeEach(() => {
    world = createWorld({ FILES_KEY });
  });

  test('reports by its row a file that was copied from another, is under another key or is cut short', async () => {
    cookies = await makeCompany();
    const kinds = ['e_rut', 'contrato', 'formulario_22', 'formulario_29'];
    const ids: string[] = [];
    for (const kind of kinds) ids.push((await uploadToVault(cookies, kind)).id);
    const [whole = '', cut = '', copied = '', foreign = ''] = await Promise.all(ids.map(keyOf));
    await truncate(pathOf(cut), (await stat(pathOf(cut))).size - 1);
    await copyFile(pathOf(whole), pathOf(copied));
    const bytes = await readFile(pathOf(foreign));
    bytes[9] = (bytes[9] ?? 0) ^ 1;
    await writeFile(pathOf(foreign), bytes);
    const { problems } = await checkStore({ fix: true });
    const reportedProblems = problems.map((problem) =>
      'id' in problem ? [problem.id, problem.problem] : [],
    );
    expect(reportedProblems.sort()).toEqual(
      [
        [ids[1], 'object of another size'],
        [ids[2], 'object that does not open'],
        [ids[3], 'object that does not open'],
      ].sort(),
    );
  });
});

describe('the check of files with local storage', () => {
  beforeEach(() => {
    world = createWorld();
  });

  test('reports a file without a row, and deletes it on request, unless it is young', async () => {
    await ordinary();
    const before = countStoredFiles(world.dataDir).files;
    await putObject('vault/nobody', samples.pdf);
    expect((await checkStore({ fix: true })).problems).toEqual([]);
    await age('vault/nobody');
    const { problems } = await checkStore({ fix: false });
    expect(problems).toMatchObject([
      { problem: 'object without a row', name: getStorage().nameOf('vault/nobody') },
    ]);
    expect(await checkStore({ fix: true })).toMatchObject({ problems: [], repaired: 1 });
    expect(countStoredFiles(world.dataDir).files).toBe(before);
    expect((await checkStore({ fix: false })).problems).toEqual([]);
  });

  test('reports a missing file of a former version like that of the present one', async () => {
    cookies = await makeCompany();
    const ids = [
      (await uploadToVault(cookies, 'e_rut')).id,
      (await uploadToVault(cookies, 'e_rut')).id,
    ];
    await uploadToVault(cookies, 'contrato');
    expect((await checkStore({ fix: false })).problems).toEqual([]);
    for (const id of ids) await getStorage().remove(await keyOf(id));
    const { problems } = await checkStore({ fix: true });
    expect(problems.map((problem) => 'id' in problem && problem.id).sort()).toEqual(ids.sort());
  });

  test('reports files that seem to be of another database, and deletes them only when forced', async () => {
    for (let i = 0; i < 12; i++) {
      await putObject(`vault/${i}`, samples.pdf);
      await age(`vault/${i}`);
    }
    const careful = await checkStore({ fix: true });
    expect(careful).toMatchObject({ repaired: 0, suspicious: true });
    expect(careful.problems).toHaveLength(12);
    expect(await checkStore({ fix: true, force: true })).toMatchObject({ repaired: 12 });
  });

  test('reports a file that is cut short', async () => {
    const { id } = await ordinary();
    await truncate(pathOf(await keyOf(id)), 10);
    expect((await checkStore({ fix: true })).problems).toEqual([
      { problem: 'object of another size', table: 'documents', id },
    ]);
  });

  test('is a command that answers by its exit code, while the app has the database open', async () => {
    // The command runs by the clock of the machine.
    world.advance(Date.now() - world.now());
    await ordinary();
    const doctor = (...args: string[]) => runScript('doctor', world.dataDir, args);
    expect(await doctor()).toMatchObject({ code: 0, stdout: expect.stringContaining('clean') });
    await putObject('vault/nobody', samples.pdf);
    utimesSync(pathOf('vault/nobody'), 1, 1);
    expect(await doctor()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^object without a row: [0-9a-f]{64}, 69 B, since 1970/m),
    });
    expect(await doctor('--fix')).toMatchObject({ code: 0 });
    expect(await doctor()).toMatchObject({ code: 0 });
  });

  test('counts a scanner that does not answer as a problem', async () => {
    world.advance(Date.now() - world.now());
    await ordinary();
    const clamd = await startClamd();
    await clamd.close();
    const found = await runScript('doctor', world.dataDir, [], clamd.variables);
    expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('problems: 1.') });
    expect(found.stdout).toContain('scanner unreachable');
    expect(found.stdout).not.toContain('clean');
  });
});
