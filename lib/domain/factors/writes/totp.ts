import { eq } from 'drizzle-orm';
import { SETUP_MS } from '#lib/domain/factors/rules.ts';
import {
  checkRemainingFactors,
  recordChange,
  secureSessions,
} from '#lib/domain/factors/writes/change.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { totpSecrets } from '#lib/platform/db/schema/factors.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { decryptText, encryptText } from '#lib/platform/security/encrypted-text.ts';
import { consumePoint } from '#lib/platform/security/rate-limits.ts';
import { newTotpSecret, stepOfCode, totpUri } from '#lib/platform/security/totp.ts';

const wrongCodeError = () =>
  new AppError('validation_failed', {
    fields: { code: 'El código no coincide. Escribe el que muestra tu app ahora.' },
  });

/**
 * Creates a secret for an authenticator app, or continues with the secret of an earlier `setup`
 * (`issuedSecret`). `setup` holds the encrypted secret until the first code stores it.
 */
export async function beginTotp(ctx: SignedInCtx, issuedSecret?: string) {
  const secret = (issuedSecret && decryptSetup(ctx, issuedSecret)) || (await newTotpSecret());
  const expiry = String(ctx.now + SETUP_MS);
  const setup = encryptText('totp-setup', ctx.accountId, `${secret} ${expiry}`);
  const uri = await totpUri(secret, { issuer: brand.name, label: ctx.email });
  return { secret, uri, setup };
}

function decryptSetup(ctx: SignedInCtx, setup: string): string | null {
  const [secret, expiry] = decryptText('totp-setup', ctx.accountId, setup)?.split(' ') ?? [];
  return secret && Number(expiry) > ctx.now ? secret : null;
}

/** Stores the authenticator app, replacing any other. Returns recovery codes if it had none. */
export async function confirmTotp(
  ctx: SignedInCtx,
  { setup, code }: { setup: string; code: string },
): Promise<string[] | null> {
  const { accountId, now } = ctx;
  const secret = decryptSetup(ctx, setup);
  if (!secret) {
    throw new AppError('invalid_token', {
      message: 'Pasó mucho tiempo. Escanea el código otra vez.',
    });
  }
  await consumePoint({ name: 'totp-setup', points: 20, seconds: 900 }, accountId, now);
  const lastStep = await stepOfCode(secret, code, now);
  if (lastStep === null) throw wrongCodeError();
  const row = { secret: encryptText('totp', accountId, secret), createdAt: now, lastStep };
  return getDb().write(async (tx) => {
    await tx
      .insert(totpSecrets)
      .values({ accountId, ...row })
      .onConflictDoUpdate({ target: totpSecrets.accountId, set: row });
    await recordChange(tx, ctx, { accountId, action: 'factor.totp-added' });
    return secureSessions(tx, ctx);
  });
}

export async function removeTotp(ctx: SignedInCtx): Promise<void> {
  const { accountId } = ctx;
  await getDb().write(async (tx) => {
    const removedRows = await tx
      .delete(totpSecrets)
      .where(eq(totpSecrets.accountId, accountId))
      .returning({ accountId: totpSecrets.accountId });
    if (removedRows.length === 0) return;
    await checkRemainingFactors(tx, ctx);
    await recordChange(tx, ctx, { accountId, action: 'factor.totp-removed' });
  });
}
