import { and, eq } from 'drizzle-orm';
import { listSecrets } from '#lib/domain/factors/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { totpSecrets } from '#lib/platform/db/schema/factors.ts';
import { log } from '#lib/platform/process/log.ts';
import { encryptText, isUnderCurrentSecret } from '#lib/platform/security/encrypted-text.ts';

/**
 * Encrypts TOTP secrets again under the current `APP_SECRET`, so that the previous one can be
 * removed.
 */
export async function reencryptTotpSecrets(): Promise<void> {
  let reencryptedCount = 0;
  for (const { accountId, secret, text } of await listSecrets()) {
    if (text === null || isUnderCurrentSecret(secret)) continue;
    const secretCondition = and(
      eq(totpSecrets.accountId, accountId),
      eq(totpSecrets.secret, secret),
    );
    const values = { secret: encryptText('totp', accountId, text) };
    await getDb().write((tx) => tx.update(totpSecrets).set(values).where(secretCondition));
    reencryptedCount += 1;
  }
  if (reencryptedCount > 0)
    log().info({ sealed: reencryptedCount }, 'secrets of second factors re-encrypted');
}
