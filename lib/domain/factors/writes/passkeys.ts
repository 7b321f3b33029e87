import { and, eq } from 'drizzle-orm';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { findChallenge, giveChallenge } from '#lib/domain/factors/challenge.ts';
import { MOST_PASSKEYS } from '#lib/domain/factors/rules.ts';
import { afterRemoval, strengthen, tellChange } from '#lib/domain/factors/writes/change.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { passkeys } from '#lib/platform/db/schema/factors.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { MemberCtx } from '#lib/platform/operation.ts';
import { spend } from '#lib/platform/tickets.ts';
import { type Credential, checkCreation, creationOptions } from '#lib/platform/webauthn.ts';

const isOwn = ({ accountId }: MemberCtx, id: string) =>
  and(eq(passkeys.id, id), eq(passkeys.accountId, accountId));

export async function beginPasskey(ctx: MemberCtx) {
  const { accountId, email } = ctx;
  const rows = await getDb()
    .read.select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .limit(MOST_PASSKEYS);
  const options = await creationOptions({ id: accountId, email, known: rows.map(({ id }) => id) });
  giveChallenge(ctx, accountId, options.challenge);
  return options;
}

/** Takes what the browser made. Returns new recovery codes where there were none. */
export async function addPasskey(ctx: MemberCtx, credential: Credential): Promise<string[] | null> {
  const { accountId, now } = ctx;
  const challenge = findChallenge(ctx, accountId);
  const made = challenge && (await checkCreation(credential, challenge));
  if (!challenge || !made) {
    throw new AppError('invalid_token', {
      message: 'No pudimos comprobar esa llave. Inténtalo otra vez.',
    });
  }
  const row = { ...made, id: randomId(), accountId, name: deviceOf(ctx.agent), createdAt: now };
  return getDb().write(async (tx) => {
    await spend(tx, challenge, now);
    if ((await tx.$count(passkeys, eq(passkeys.accountId, accountId))) >= MOST_PASSKEYS) {
      throw new AppError('conflict', {
        message: `Tienes ${MOST_PASSKEYS} llaves. Quita una antes.`,
      });
    }
    const added = await tx.insert(passkeys).values(row).onConflictDoNothing().returning();
    if (added.length === 0) {
      throw new AppError('conflict', { message: 'Esa llave ya está en una cuenta.' });
    }
    await tellChange(tx, ctx, { accountId, action: 'factor.passkey-added' });
    return strengthen(tx, ctx);
  });
}

export async function renamePasskey(ctx: MemberCtx, id: string, name: string): Promise<void> {
  await getDb().write(async (tx) => {
    const set = tx.update(passkeys).set({ name }).where(isOwn(ctx, id));
    if ((await set.returning()).length === 0) throw new AppError('not_found');
  });
}

export async function removePasskey(ctx: MemberCtx, id: string): Promise<void> {
  const { accountId } = ctx;
  await getDb().write(async (tx) => {
    const removed = await tx.delete(passkeys).where(isOwn(ctx, id)).returning();
    if (removed.length === 0) throw new AppError('not_found');
    await afterRemoval(tx, ctx);
    await tellChange(tx, ctx, { accountId, action: 'factor.passkey-removed' });
  });
}
