import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { type Client, createClient, type Transaction } from '@libsql/client';

/**
 * A stopping process finishes transfers for up to 7 s, so a starting process waits a little longer.
 */
const WAIT_MS = 8000;

/** Keeps references to connections: a garbage-collected one would release its lock. */
const openConnections: (Client | Transaction)[] = [];

/**
 * Makes this process the only one that serves the database or folder at `path`. Returns null, or
 * the reason for a refusal. The operating system releases the lock when the process ends, also
 * after `kill -9`.
 */
export async function claimServing(path: string): Promise<string | null> {
  const client = openLock(path, WAIT_MS);
  try {
    // SQLite allows one write transaction at a time, and this one stays open until the process
    // ends.
    openConnections.push(client, await client.transaction('write'));
  } catch (error) {
    if (!isBusy(error)) throw error;
    return await readRefusalReason(client, path).finally(() => client.close());
  }
  writeFileSync(`${path}.served-by`, `process ${process.pid} on ${hostname()}`);
  return null;
}

/** Returns why the lock was refused. A restore also blocks readers; a serving process does not. */
async function readRefusalReason(client: Client, path: string): Promise<string> {
  const isBeingRestored = await client
    .execute('select 1 from sqlite_master')
    .then(() => false, isBusy);
  if (isBeingRestored) return 'its database is being restored from a backup.';
  return `${readLockOwner(path)} already serves ${path}. Stop it first, or give this one a DATA_DIR of its own.`;
}

function readLockOwner(path: string): string {
  try {
    return readFileSync(`${path}.served-by`, 'utf8');
  } catch {
    return 'another process';
  }
}

/**
 * Locks the database until this process ends, so that no app can serve it. Returns false if an app
 * serves it now.
 */
export async function lockAgainstServing(path: string): Promise<boolean> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const client = openLock(path, 0);
  // A connection in exclusive locking mode keeps the lock that its first statement took.
  const pragmas = 'pragma journal_mode = memory; pragma locking_mode = exclusive';
  try {
    await client.executeMultiple(`${pragmas}; begin exclusive; commit`);
    openConnections.push(client);
    return true;
  } catch (error) {
    client.close();
    if (isBusy(error)) return false;
    throw error;
  }
}

function openLock(path: string, timeout: number): Client {
  return createClient({ url: `file:${path}.serving`, timeout, concurrency: 1 });
}

function isBusy(error: unknown): boolean {
  const { code } = error as { code?: unknown }; // libSQL's errors have a `code`.
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}
