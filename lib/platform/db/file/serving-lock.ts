import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { type Client, createClient, type Transaction } from '@libsql/client';

/** A stopping process allows its last transfers 7 s, so a starting one waits a little longer. */
const WAIT_MS = 8000;

/** Locks are referenced here, so that no lock ends when its object is garbage-collected. */
const openConnections: (Client | Transaction)[] = [];

/**
 * Makes this process the only one that serves the database or folder at `path` until it ends. The
 * system takes the lock back, also after `kill -9`. Returns null, or why it is refused.
 */
export async function claimServing(path: string): Promise<string | null> {
  const client = openLock(path, WAIT_MS);
  try {
    // SQLite lets one connection write at a time, and this transaction never ends.
    openConnections.push(client, await client.transaction('write'));
  } catch (error) {
    if (!isBusy(error)) throw error;
    return await refusalOf(client, path).finally(() => client.close());
  }
  writeFileSync(`${path}.served-by`, `process ${process.pid} on ${hostname()}`);
  return null;
}

/** A restore locks the file for readers too. A serving process does not. */
async function refusalOf(client: Client, path: string): Promise<string> {
  const isRestored = await client.execute('select 1 from sqlite_master').then(() => false, isBusy);
  if (isRestored) return 'its database is being restored from a backup.';
  return `${holderOf(path)} already serves ${path}. Stop it first, or give this one a DATA_DIR of its own.`;
}

function holderOf(path: string): string {
  try {
    return readFileSync(`${path}.served-by`, 'utf8');
  } catch {
    return 'another process';
  }
}

/**
 * Locks the database until this process ends, so that no app can serve it until then. Returns false
 * if one serves it now.
 */
export async function lockAgainstServing(path: string): Promise<boolean> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const client = openLock(path, 0);
  // A connection of SQLite in this mode keeps the lock that its first statement took.
  const settings = 'pragma journal_mode = memory; pragma locking_mode = exclusive';
  try {
    await client.executeMultiple(`${settings}; begin exclusive; commit`);
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
  const { code } = error as { code?: unknown }; // Set by libSQL's errors.
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}
