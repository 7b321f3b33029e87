import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@libsql/client';
import { openDatabase } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import {
  createMasterKey,
  HEADER_BYTES,
  keyIdOf,
} from '#lib/platform/storage/encryption/encrypted-file.ts';
import { type AppProcess, startApp } from '#tests/support/app-process.ts';
import { killOnExit } from '#tests/support/child-processes.ts';
import { localPathOf } from '#tests/support/local-storage-path.ts';
import { programEnv } from '#tests/support/program-env.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { insertPeople, member } from '#tools/chaos/people.ts';

const READERS = 4;
/** Faster readers would take the processor from the process that rewrites the files. */
const READ_EVERY_MS = 40;
const SAMPLE = 100;

export type Rekeying = {
  reads: number;
  kills: number;
  faults: string[];
  /** The last line of each `npm run rekey`. */
  ends: string[];
  doctor: string;
};

const contentOf = (n: number) =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7 ${n}\n`),
    createHash('shake256', { outputLength: 200 + ((n * 7919) % 40_000) })
      .update(`${n}`)
      .digest(),
  ]);

/**
 * Stores `files` small files unencrypted. Then it encrypts them, encrypts them under another key,
 * and decrypts them again, while the app serves reads and `npm run rekey` is killed several times.
 * Every read must be complete and correct, and every file must have the right key after each
 * change.
 */
export async function runRekeying(files: number, kills: number): Promise<Rekeying> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-rekey-'));
  const notices: Rekeying = { reads: 0, kills: 0, faults: [], ends: [], doctor: '' };
  const [first, second] = [randomBytes(32), randomBytes(32)].map((key) => ({
    text: key.toString('base64'),
    id: createMasterKey(key).id,
  })) as [Key, Key];
  try {
    const db = openDatabase(`file:${join(dataDir, 'resguardo.db')}`);
    await migrateDatabase(db.client);
    await insertPeople(db.client);
    await putFiles(db.client, dataDir, files);
    await db.close();
    const changes: Change[] = [
      { variables: { FILES_KEY: first.text }, id: first.id },
      { variables: { FILES_KEY: second.text, FILES_KEY_PREVIOUS: first.text }, id: second.id },
      { variables: { FILES_KEY_PREVIOUS: second.text }, id: null },
    ];
    for (const [n, change] of changes.entries()) {
      const share = Math.ceil((kills - notices.kills) / (changes.length - n));
      await serving(dataDir, change.variables, (app) =>
        rekeyed(app, { files, kills: share, change, report: notices }),
      );
      if (n === 0) notices.faults.push(...(await withOtherKeys(dataDir, first)));
    }
    const { code, out } = await ended(program('scripts/doctor.ts', dataDir, {}));
    notices.doctor = lastLine(out);
    if (code !== 0) notices.faults.push(out);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return notices;
}

type Key = { text: string; id: string };
type Change = { variables: Record<string, string>; id: string | null };

async function serving(
  dataDir: string,
  variables: Record<string, string>,
  work: (app: AppProcess) => Promise<void>,
): Promise<void> {
  const app = await startApp({ dataDir, variables });
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

async function putFiles(db: Client, dataDir: string, files: number): Promise<void> {
  const now = Date.now();
  const rows = Array.from({ length: files }, (_, n) => {
    const path = localPathOf(dataDir, `vault/${n}`);
    const bytes = contentOf(n);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return {
      sql: `insert into documents (id, file_id, account_id, category, file_name, content_type, size,
        object_key, state, uploaded_at, changed_at, sort_at)
        values (?, ?, ?, 'otros', ?, 'application/pdf', ?, ?, 'kept', ?, ?, ?)`,
      args: [`d${n}`, `f${n}`, member.id, `${n}.pdf`, bytes.length, `vault/${n}`, now, now, now],
    };
  });
  await db.batch(rows, 'write');
}

/**
 * Checks that no app starts without the key of the files, and that `rekey` refuses another key than
 * the app's. Returns the faults.
 */
async function withOtherKeys(dataDir: string, key: Key): Promise<string[]> {
  const faults: string[] = [];
  const other = randomBytes(32).toString('base64');
  const refused = async (variables: Record<string, string>) => {
    const start = await startApp({ dataDir, variables }).then(
      async (app) => `started: ${await app.close()}`,
      (error: Error) => error.message,
    );
    const words = `FILES_KEY: stored files are sealed under the key ${key.id}`;
    if (!start.includes('exit 1') || !start.includes(words)) faults.push(start);
  };
  await Promise.all([refused({}), refused({ FILES_KEY: other })]);
  const behind = { FILES_KEY: other, FILES_KEY_PREVIOUS: key.text };
  const { code, out } = await ended(program('scripts/rekey.ts', dataDir, behind));
  if (code !== 2 || !out.includes('Restart it with this configuration first.')) faults.push(out);
  return faults;
}

type Round = { files: number; kills: number; change: Change; report: Rekeying };

async function rekeyed(
  app: AppProcess,
  { files, kills, change, report: notices }: Round,
): Promise<void> {
  let isOver = false;
  const reading = Array.from({ length: READERS }, async (_, worker) => {
    for (let n = worker; !isOver; n = (n * 31 + 17) % files) {
      const fault = await read(app, n, notices.reads % 3 === 0);
      notices.reads += 1;
      if (fault) notices.faults.push(fault);
      if (notices.faults.length > 5) return;
      await sleep(READ_EVERY_MS);
    }
  });
  const sample = Array.from({ length: Math.min(SAMPLE, files) }, (_, n) =>
    localPathOf(app.dataDir, `vault/${Math.floor((n * files) / Math.min(SAMPLE, files))}`),
  );
  const done = () => sample.filter((path) => keyOf(path) === change.id).length;
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = Math.min(sample.length - 1, Math.floor((sample.length * kill) / (kills + 1)));
    const child = program('scripts/rekey.ts', app.dataDir, change.variables);
    const end = ended(child);
    await waitFor(() => done() > enough || child.exitCode !== null);
    if (child.kill('SIGKILL')) notices.kills += 1;
    await end;
  }
  const { code, out } = await ended(program('scripts/rekey.ts', app.dataDir, change.variables));
  isOver = true;
  await Promise.all(reading);
  notices.ends.push(lastLine(out));
  if (code !== 0) notices.faults.push(out);
  for (let n = 0; n < files; n += 1) {
    const id = keyOf(localPathOf(app.dataDir, `vault/${n}`));
    if (id !== change.id) notices.faults.push(`file ${n} is under ${id}`);
  }
}

/** Reads a file or a part of it. Returns the fault, or null. */
async function read(app: AppProcess, n: number, isPart: boolean): Promise<string | null> {
  const bytes = contentOf(n);
  const headers = { cookie: member.cookie, ...(isPart && { range: 'bytes=100-150' }) };
  const response = await fetch(`${app.url}/api/documents/download?key=f${n}`, { headers });
  const input = Buffer.from(await response.arrayBuffer());
  const wanted = isPart ? bytes.subarray(100, 151) : bytes;
  return input.equals(wanted) ? null : `file ${n}: ${response.status}, ${input.length} bytes`;
}

function keyOf(path: string): string | null {
  const file = openSync(path, 'r');
  const header = Buffer.alloc(HEADER_BYTES);
  const length = readSync(file, header, 0, HEADER_BYTES, 0);
  closeSync(file);
  return keyIdOf(header.subarray(0, length));
}

function program(path: string, dataDir: string, variables: Record<string, string>): ChildProcess {
  const env = { ...programEnv(), NODE_ENV: 'production' as const, DATA_DIR: dataDir, ...variables };
  return killOnExit(spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

async function ended(child: ChildProcess): Promise<{ code: number | null; out: string }> {
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('a program without its words');
  const [out, err] = await Promise.all([text(stdout), text(stderr)]);
  return { code: await closed, out: out + err };
}

const lastLine = (out: string) => out.trim().split('\n').at(-1) ?? '';
