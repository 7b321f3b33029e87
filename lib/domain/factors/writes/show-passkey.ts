import { and, eq, lt } from 'drizzle-orm';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import { openBy } from '#lib/domain/accounts/second-step.ts';
import { setSessionCookie } from '#lib/domain/accounts/writes/sessions.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { findChallenge, giveChallenge } from '#lib/domain/factors/challenge.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { passkeys } from '#lib/platform/db/schema/factors.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';
import { spend } from '#lib/platform/tickets.ts';
import { type Credential, checkAssertion, requestOptions } from '#lib/platform/webauthn.ts';

/** Inside a write: whether a proof is right, which spends it. */
export type Taking = (tx: Tx) => Promise<boolean>;

export async function askForPasskey(ctx: RequestCtx) {
  const options = await requestOptions();
  giveChallenge(ctx, 'show', options.challenge);
  return options;
}

/** Whose passkey it is and how to take it inside a write, or null: of no account here, or not right. */
export async function checkPasskey(
  ctx: RequestCtx,
  credential: Credential,
): Promise<{ accountId: string; take: Taking } | null> {
  const challenge = findChallenge(ctx, 'show');
  const [key] = await getDb()
    .read.select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, String(credential.id)));
  const counter = challenge && key ? await checkAssertion(credential, challenge, key) : null;
  if (!challenge || !key || counter === null) return null;
  const { id, accountId } = key;
  const take: Taking = async (tx) => {
    await spend(tx, challenge, ctx.now);
    // Devices that count never count back: then there are two of them. Most always say 0.
    const isLater = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
    const used = await tx
      .update(passkeys)
      .set({ counter, usedAt: ctx.now })
      .where(and(eq(passkeys.id, id), isLater))
      .returning({ id: passkeys.id });
    if (used.length > 0) return true;
    await audit(tx, ctx, { accountId, action: 'factor.counter-refused' });
    return false;
  };
  return { accountId, take };
}

/** Opens a session by a passkey alone: its device has asked who holds it. */
export async function logInByPasskey(ctx: RequestCtx, credential: Credential) {
  const found = await checkPasskey(ctx, credential);
  const opened =
    found &&
    (await getDb().write(async (tx) => {
      const account = await findAccount(found.accountId, tx);
      if (!account || !(await found.take(tx))) return null;
      const entry = { account, profile: account.role, by: 'passkey', strong: true } as const;
      return { account, token: await openBy(tx, ctx, entry) };
    }));
  if (!opened) {
    throw new AppError('wrong_credentials', {
      message: 'No reconocemos esa llave de acceso. Ingresa con tu contraseña.',
    });
  }
  setSessionCookie(ctx, opened.token);
  const { email, role } = opened.account;
  return { email, role };
}
