import { type Client, createClient } from '@libsql/client';
import { filePathOf } from '#lib/platform/db/client.ts';

/** File name of the database in a backup. */
export const DATABASE = 'resguardo.db';

/** Selects key and size of every file that a row needs. */
export const KEPT_FILES = `select object_key as key, size from uploads where state = 'kept' and object_key <> ''
  union all select object_key, size from documents where state in ('kept', 'waiting', 'former')`;

/**
 * Returns the path of the database file. Throws if the database is on a server or not configured.
 */
export function databasePath(url: string | undefined): string {
  const path = filePathOf(url);
  if (path !== null) return path;
  if (!url) throw new Error('DATABASE_URL is not set.');
  throw new Error(
    'the database is on a server, which makes its own backups: see "Back up" in docs/operations.md.',
  );
}

/** Returns the last sealed day of the audit trail with its digest, or null if there is none. */
export async function lastSealOf(path: string): Promise<{ day: string; digest: string } | null> {
  const sql = 'select day, digest from audit_days order by day desc limit 1';
  const { rows } = await withClient(path, (client) => client.execute(sql));
  return rows[0] ? { day: String(rows[0].day), digest: String(rows[0].digest) } : null;
}

export async function withClient<T>(
  path: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = createClient({ url: `file:${path}`, timeout: 5000 });
  try {
    return await work(client);
  } finally {
    client.close();
  }
}
