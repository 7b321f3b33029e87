import { and, asc, eq, isNull } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { passkeys, recoveryCodes, totpSecrets } from '#lib/platform/db/schema/factors.ts';

export async function listFactors(accountId: string) {
  const { read } = getDb();
  const [keys, [app], recoveryLeft] = await Promise.all([
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
  return { passkeys: keys, totpSince: app?.since ?? null, recoveryLeft };
}
export type Factors = Awaited<ReturnType<typeof listFactors>>;
