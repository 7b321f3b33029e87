import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { hashSync } from '@node-rs/argon2';
import { drizzle } from 'drizzle-orm/libsql';
import { plainRecoveryCode, recoveryCodeOf } from '#lib/domain/factors/rules.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { randomId, randomToken } from '#lib/platform/security/ids.ts';
import { passwordCost } from '#lib/platform/security/passwords.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import type { AppProcess } from '#tests/support/app-process.ts';

const SESSION = 'una-sesion-que-nadie-adivina';

/** Header of an account that `insertSession` logged in. */
export const sessionCookie = `service_session=${SESSION}`;

/** Opens the database of an app in another process, which writes to it as well. */
export function openDatabaseOf({ dataDir }: AppProcess): Client {
  return createClient({ url: `file:${join(dataDir, 'resguardo.db')}`, timeout: 10_000 });
}

/** Logs an account in without a registration and its mails. */
export const insertSession = (db: Client): Promise<void> =>
  insertAccount(db, { email: 'ana@constructora.cl', role: 'natural' }, SESSION);

type Account = Pick<typeof accounts.$inferInsert, 'email' | 'role'> & {
  id?: string;
  password?: string;
  name?: string;
  rut?: string;
  razonSocial?: string;
};

/** Inserts an account with a proved e-mail, logged in by this token. */
export async function insertAccount(
  db: Client,
  { id = randomId(), password, ...account }: Account,
  token: string,
): Promise<void> {
  const orm = drizzle(db);
  const now = Date.now();
  const stamps = { createdAt: now, updatedAt: now, emailVerifiedAt: now };
  const passwordHash = password ? hashOf(password) : null;
  await orm.insert(accounts).values({ ...account, ...stamps, id, passwordHash });
  const device = { agent: '', shortIp: '', createdAt: now, seenAt: now };
  const shown = { provedAt: now, strongAt: now };
  const session = { accountId: id, profile: account.role, tokenHash: hashToken(token) };
  await orm.insert(sessions).values({ id: randomId(), ...session, ...device, ...shown });
}

/** Inserts an authenticator app that no device has, and returns the recovery codes. */
export async function insertFactors(db: Client, email: string): Promise<string[]> {
  const codes = Array.from({ length: 5 }, () =>
    recoveryCodeOf(Buffer.from(randomToken(), 'base64url')),
  );
  const own = '(select id from accounts where email = ?)';
  await db.execute({
    sql: `insert into totp_secrets (account_id, secret, created_at, last_step) values (${own}, '', 1, 0)`,
    args: [email],
  });
  for (const code of codes) {
    await db.execute({
      sql: `insert into recovery_codes (hash, account_id) values (?, ${own})`,
      args: [hashToken(plainRecoveryCode(code)), email],
    });
  }
  return codes;
}

const hashes = new Map<string, string>();

function hashOf(password: string): string {
  const hash = hashes.get(password) ?? hashSync(password, passwordCost);
  hashes.set(password, hash);
  return hash;
}
