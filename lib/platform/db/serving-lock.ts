import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Client, createClient } from '@libsql/client';

/**
 * Says, until this process ends, that it serves the database file at `path`; any number may. False:
 * a restore is under way there. The mark is a lock that the system takes back, also after `kill -9`,
 * on a file of its own: it works whatever state the database is in.
 */
export function markServing(path: string): Promise<boolean> {
  return hold(path, 'select count(*) from sqlite_master');
}

/** The opposite: nobody serves it until this process ends. False: somebody does. */
export function keepUnserved(path: string): Promise<boolean> {
  return hold(path, 'begin exclusive; commit');
}

/** Referenced, so that no lock ends with a collected object. */
const held: Client[] = [];

/** In this mode of SQLite a connection keeps the lock that its first statement took. */
async function hold(path: string, lock: string): Promise<boolean> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const client = createClient({ url: `file:${path}.serving`, timeout: 0, concurrency: 1 });
  const settings = 'pragma journal_mode = memory; pragma locking_mode = exclusive';
  try {
    await client.executeMultiple(`${settings}; ${lock}`);
    held.push(client);
    return true;
  } catch (error) {
    client.close();
    const { code } = error as { code?: unknown }; // set by libSQL's errors
    if (typeof code === 'string' && code.startsWith('SQLITE_BUSY')) return false;
    throw error;
  }
}
