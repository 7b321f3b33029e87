import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';

/** Migrates one database per test run; every world starts from a copy of it. */
export default async function setup(): Promise<() => void> {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-template-'));
  process.env.TEST_TEMPLATE_DB = join(directory, 'template.db');
  const db = openDatabase(`file:${process.env.TEST_TEMPLATE_DB}`);
  await migrateDatabase(db.client);
  await db.client.execute('PRAGMA journal_mode = DELETE');
  await db.close();
  return () => rmSync(directory, { recursive: true, force: true });
}
