import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Client, createClient } from '@libsql/client';

/** The system takes this lock back, also after `kill -9`. False: a restore is under way. */
export function markServing(path: string): Promise<boolean> {
  return hold(path, 'select count(*) from sqlite_master');
}

/** The opposite: the database is not served until this process ends. False: it is served. */
export function keepUnserved(path: string): Promise<boolean> {
  return hold(path, 'begin exclusive; commit');
}

/** Longer than a first start takes on a busy machine. */
const TURN_MS = 30_000;

/** In one process at a time: half made by another, a database looks like a loss. */
export async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const end = await takeTurn(path).catch(() => () => undefined);
  return work().finally(end);
}

/** A write that is never committed: one process holds it at a time, also beside a server. */
async function takeTurn(path: string): Promise<() => void> {
  const client = createClient({ url: `file:${path}.serving`, timeout: TURN_MS, concurrency: 1 });
  const turn = await client.transaction('write').catch(() => null);
  return () => {
    turn?.close();
    client.close();
  };
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
