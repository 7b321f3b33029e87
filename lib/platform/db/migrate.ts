import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { readMigrationFiles } from 'drizzle-orm/migrator';

/**
 * Runs the missing migrations in one transaction, so that two processes may start at the same time.
 * Returns how many ran.
 */
export async function migrateDatabase(client: Client, root = process.cwd()): Promise<number> {
  const migrations = readMigrationFiles({ migrationsFolder: join(root, 'drizzle') });
  const tx = await client.transaction('write');
  try {
    await tx.execute('PRAGMA defer_foreign_keys = on');
    await tx.execute(
      'create table if not exists __migrations (id integer primary key, hash text not null, created_at integer not null)',
    );
    const result = await tx.execute('select max(created_at) as last from __migrations');
    const lastAppliedAt = Number(result.rows[0]?.last ?? 0);
    const missingMigrations = migrations.filter((m) => m.folderMillis > lastAppliedAt);
    // All migrations run in one round trip, because a remote server ends a transaction after 5 s if
    // others wait.
    const statements = missingMigrations.flatMap((migration) => [
      ...migration.sql,
      {
        sql: 'insert into __migrations (hash, created_at) values (?, ?)',
        args: [migration.hash, migration.folderMillis],
      },
    ]);
    if (statements.length > 0) await tx.batch(statements);
    await tx.commit();
    return missingMigrations.length;
  } finally {
    tx.close();
  }
}

export async function isFromNewerApp(client: Client, root = process.cwd()): Promise<boolean> {
  const migrations = readMigrationFiles({ migrationsFolder: join(root, 'drizzle') });
  const hashes = new Set(migrations.map(({ hash }) => hash));
  const appliedRows = await client.execute('select hash from __migrations');
  return appliedRows.rows.some(({ hash }) => !hashes.has(String(hash)));
}
