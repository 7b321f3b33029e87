import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { plainRecoveryCode } from '#lib/domain/factors/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { recoveryCodes, totpSecrets } from '#lib/platform/db/schema/factors.ts';
import { now } from '#lib/platform/process/clock.ts';
import { encryptText } from '#lib/platform/security/encrypted-text.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { api, type CallOptions, cookiesOf } from '#tests/support/call.ts';

export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const RECOVERY_CODE = '7K3M-9QXW-2FHT-R8VC';

/** Returns the code of an app with this secret, `steps` of 30 s from now. */
export function totpCode(secret = TOTP_SECRET, steps = 0, at = now()): string {
  const timestamp = at + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Gives the account an app of codes and one recovery code, set up long ago. */
export async function addFactors(accountId: string): Promise<void> {
  const secret = encryptText('totp', accountId, TOTP_SECRET);
  await getDb().write(async (tx) => {
    await tx.delete(totpSecrets).where(eq(totpSecrets.accountId, accountId));
    await tx.insert(totpSecrets).values({ accountId, secret, createdAt: 1, lastStep: 0 });
    await tx
      .insert(recoveryCodes)
      .values({ accountId, hash: hashToken(plainRecoveryCode(RECOVERY_CODE)) })
      .onConflictDoUpdate({ target: recoveryCodes.hash, set: { accountId, usedAt: null } });
  });
}

/** Marks all sessions as having just proved the identity of their people. */
export const markSessionsProved = () =>
  getDb().write((tx) => tx.update(sessions).set({ provedAt: now() }));

export const sendSecondFactor = (
  code: string,
  cookies: Record<string, string>,
  more?: CallOptions,
) => api('/api/auth/second-factor', { json: { code }, cookies, ...more });

export const startTotpSetup = (cookies: Record<string, string>) =>
  api('/api/auth/totp', { method: 'POST', cookies });

export { cookiesOf };
