import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';

/** Opens a database as it was before a migration (its name without the number). */
export async function openDatabaseBefore(name: string, dataDir: string) {
  const root = join(dataDir, 'before');
  mkdirSync(root);
  cpSync('drizzle', join(root, 'drizzle'), { recursive: true });
  const path = join(root, 'drizzle/meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  const tags: string[] = journal.entries.map(({ tag }: { tag: string }) => tag);
  const index = tags.findIndex((tag) => tag.replace(/^\d+_/, '') === name);
  if (index < 1) throw new Error(`no migration ${name}`);
  journal.entries.length = index;
  writeFileSync(path, JSON.stringify(journal));
  const db = openDatabase(`file:${root}/old.db`);
  await migrateDatabase(db.client, root);
  return db;
}
