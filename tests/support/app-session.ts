import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { hashToken } from '#lib/platform/secrets.ts';
import type { AppProcess } from '#tests/support/app-process.ts';

const SESSION = 'una-sesion-que-nadie-adivina';

/** The header of an account that `insertSession` signed in. */
export const sessionCookie = `service_session=${SESSION}`;

/** The database of an app that runs in another process, and writes as well. */
export function openDatabaseOf({ dataDir }: AppProcess): Client {
  return createClient({ url: `file:${join(dataDir, 'resguardo.db')}`, timeout: 10_000 });
}

/** Signs an account in without a registration and its mails. */
export async function insertSession(db: Client): Promise<void> {
  const now = Date.now();
  await db.execute(`insert into accounts (id, email, role, email_verified_at, created_at, updated_at)
    values ('a', 'ana@constructora.cl', 'natural', ${now}, ${now}, ${now})`);
  await db.execute({
    sql: `insert into sessions (id, token_hash, account_id, profile, agent, place, created_at, seen_at)
      values ('s', ?, 'a', 'natural', '', '', ${now}, ${now})`,
    args: [hashToken(SESSION)],
  });
}
