import { and, eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { totpSecrets } from '#lib/platform/db/schema/factors.ts';
import { log } from '#lib/platform/process/log.ts';
import { isSealedNow, seal, unseal } from '#lib/platform/security/sealed.ts';

/** Under the present APP_SECRET, so that the one before can be forgotten. What does not open stays. */
export async function sealAgain(): Promise<void> {
  let sealed = 0;
  for (const { accountId, secret, text } of await listSecrets()) {
    if (text === null || isSealedNow(secret)) continue;
    const isThis = and(eq(totpSecrets.accountId, accountId), eq(totpSecrets.secret, secret));
    const values = { secret: seal('totp', accountId, text) };
    await getDb().write((tx) => tx.update(totpSecrets).set(values).where(isThis));
    sealed += 1;
  }
  if (sealed > 0) log().info({ sealed }, 'secrets of second factors sealed again');
}

/** Accounts whose app shows codes that we cannot check any more. */
export async function findUnsealed(): Promise<string[]> {
  const secrets = await listSecrets();
  return secrets.flatMap(({ accountId, text }) => (text === null ? accountId : []));
}

async function listSecrets() {
  const rows = await getDb()
    .read.select({ accountId: totpSecrets.accountId, secret: totpSecrets.secret })
    .from(totpSecrets);
  return rows.map((row) => ({ ...row, text: unseal('totp', row.accountId, row.secret) }));
}
