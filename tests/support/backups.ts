import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@libsql/client';
import { expect } from 'vitest';
import type { AppProcess } from '#tests/support/app-process.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { uploadForm } from '#tests/support/vault.ts';

const run = promisify(execFile);

export const APP_SECRET = 'x'.repeat(40);

/** Runs a script and returns its exit code and output. */
export async function runCommand(
  script: string,
  args: string[],
  variables: Record<string, string> = {},
) {
  const env = { ...process.env, APP_SECRET, ...variables };
  return run(process.execPath, [`scripts/${script}.ts`, ...args], { env }).then(
    ({ stdout }) => ({ exitCode: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ exitCode: code, output: `${stdout}${stderr}` }),
  );
}

/** Returns every row of every table, and every file with its content. */
export async function dataDirContent(dataDir: string) {
  const client = createClient({ url: `file:${join(dataDir, 'resguardo.db')}` });
  const tables = await client.execute(
    "select name from sqlite_master where type = 'table' and sql not like '%virtual%' and name <> 'sqlite_sequence' order by name",
  );
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables.rows) {
    rows[`${name}`] = (await client.execute(`select * from "${name}" order by 1`)).rows.map((row) =>
      JSON.stringify(row),
    );
  }
  client.close();
  const names = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      return `${parentPath.slice(-2)}${name} ${createHash('sha256').update(bytes).digest('hex')}`;
    });
  return { rows, files: files.sort() };
}

/** Updates the manifest to the present content, so that only the database can reveal a change. */
export async function rewriteManifest(copy: string): Promise<void> {
  const path = join(copy, 'manifest.jsonl');
  const bytes = readFileSync(join(copy, 'resguardo.db'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const line = JSON.stringify({ path: 'resguardo.db', size: bytes.length, sha256 });
  const text = readFileSync(path, 'utf8').replace(/^\{"path":"resguardo\.db".*$/m, line);
  await writeFile(path, text);
}

/** Uploads an e-RUT. An account has only one, so each replaces the former document and its file. */
export async function uploadDocument(
  { url }: AppProcess,
  session: string,
  category = 'e_rut',
): Promise<void> {
  const response = await fetch(`${url}/api/documents/upload`, {
    method: 'POST',
    headers: { cookie: `service_session=${session}` },
    body: uploadForm({ category }),
  });
  expect(response.status).toBe(200);
}

export async function postRequest({ url }: AppProcess): Promise<number> {
  const response = await fetch(`${url}/api/guarantees/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(publicBody),
  });
  expect(response.status).toBe(200);
  return (await response.json()).data.submissionId;
}

export const runRestore = (from: string, to: string, ...more: string[]) =>
  runCommand('restore', [from, ...more], { DATA_DIR: to });

/** Copies the backup, so that a test can damage the copy. */
export async function copyBackup(backup: string, folder: string, name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(backup, copy, { recursive: true });
  return copy;
}
