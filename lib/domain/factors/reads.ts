import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { RESET_MS } from '#lib/domain/factors/rules.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import {
  factorResets,
  passkeys,
  recoveryCodes,
  totpSecrets,
} from '#lib/platform/db/schema/factors.ts';
import { decryptText } from '#lib/platform/security/encrypted-text.ts';

export async function readFactors(accountId: string) {
  const { read } = getDb();
  const [keys, [totpRow], recoveryLeft] = await Promise.all([
    read
      .select({
        id: passkeys.id,
        name: passkeys.name,
        createdAt: passkeys.createdAt,
        usedAt: passkeys.usedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.accountId, accountId))
      .orderBy(asc(passkeys.createdAt))
      .limit(100),
    read
      .select({ since: totpSecrets.createdAt })
      .from(totpSecrets)
      .where(eq(totpSecrets.accountId, accountId)),
    read.$count(
      recoveryCodes,
      and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)),
    ),
  ]);
  return { passkeys: keys, totpSince: totpRow?.since ?? null, recoveryLeft };
}

/**
 * Finds a requested reset of the second factors of account `id` that can still be approved, or
 * null.
 */
export async function findReset(id: string, now: number, db: ReadDb | Tx = getDb().read) {
  const liveCondition = gt(factorResets.requestedAt, now - RESET_MS);
  const [row] = await db
    .select()
    .from(factorResets)
    .where(and(eq(factorResets.accountId, id), liveCondition));
  return row ?? null;
}

/** Lists accounts whose TOTP secret cannot be decrypted any more. */
export async function listUndecryptableAccounts(): Promise<string[]> {
  const secrets = await listSecrets();
  return secrets.flatMap(({ accountId, text }) => (text === null ? accountId : []));
}

/** Lists all TOTP secrets. `text` is the decrypted secret, or null if it cannot be decrypted. */
export async function listSecrets() {
  const rows = await getDb()
    .read.select({ accountId: totpSecrets.accountId, secret: totpSecrets.secret })
    .from(totpSecrets);
  return rows.map((row) => ({ ...row, text: decryptText('totp', row.accountId, row.secret) }));
}
