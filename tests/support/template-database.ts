import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { startLibsql } from '#tests/support/providers/libsql.ts';

/**
 * Migrates one database per test run. Every world starts from a copy of it. With
 * TEST_DATABASE=remote worlds reach theirs through a libSQL server's protocol instead of the file.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-template-'));
  process.env.TEST_TEMPLATE_DB = join(directory, 'template.db');
  const db = openDatabase(`file:${process.env.TEST_TEMPLATE_DB}`);
  await migrateDatabase(db.client);
  await db.client.execute('PRAGMA journal_mode = DELETE');
  await db.close();
  const times = process.env.TEST_FAULTS ? { transactionMs: 1000, idleMs: 3000 } : {};
  const server = process.env.TEST_DATABASE === 'remote' ? await startLibsql(times) : undefined;
  if (server) process.env.TEST_LIBSQL_URL = server.url;
  return async () => {
    await server?.close();
    rmSync(directory, { recursive: true, force: true });
  };
}
