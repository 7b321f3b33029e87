import { eq } from 'drizzle-orm';
import { isAboutOwner, type Owner } from '#lib/domain/accounts/own-password.ts';
import { findAccountByEmail } from '#lib/domain/accounts/reads.ts';
import type { Registration } from '#lib/domain/accounts/schema.ts';
import { sendCode } from '#lib/domain/accounts/writes/codes.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { privacyVersion } from '#lib/domain/privacy/copy.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';
import { hashPassword, isCommonPassword } from '#lib/platform/passwords.ts';
import { takeShare } from '#lib/platform/rate-limits.ts';

/** What waits is the address owner's too: each replaces the password and ends the code under way. */
const again = { name: 'register/again', here: 2, inAll: 20, seconds: 3600 };

/** Replaces an unverified one, twice an hour. Throws `email_taken`. Returns its code's id. */
export async function registerAccount(ctx: RequestCtx, input: Registration): Promise<string> {
  checkPassword(input.password, input);
  const waiting = await findAccountByEmail(input.email);
  if (waiting && !waiting.emailVerifiedAt) await takeShare(again, input.email, ctx);
  const passwordHash = await hashPassword(input.password);
  return getDb().write(async (tx) => {
    const existing = await findAccountByEmail(input.email, tx);
    if (existing?.emailVerifiedAt) throw new AppError('email_taken');
    const row = {
      role: input.role,
      passwordHash,
      googleSub: null,
      rut: input.rut,
      name: input.name ?? null,
      razonSocial: input.razonSocial ?? null,
      source: input.source ?? null,
      consentVersion: privacyVersion,
      consentAt: ctx.now,
      consentAddress: ctx.address,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    const accountId = existing?.id ?? randomId();
    if (existing) await tx.update(accounts).set(row).where(eq(accounts.id, accountId));
    else await tx.insert(accounts).values({ ...row, id: accountId, email: input.email });
    await audit(tx, ctx, { accountId, action: 'account.registered' });
    return sendCode(tx, { accountId, purpose: 'verify', keepWait: true, now: ctx.now });
  });
}

/** Throws `validation_failed` for a common password or one about its owner. */
export function checkPassword(password: string, owner: Owner): void {
  const problem = isCommonPassword(password)
    ? 'Esa contraseña es de las más usadas. Elige otra.'
    : isAboutOwner(password, owner) && 'Elige una contraseña sin tu correo, tu RUT ni tu nombre.';
  if (problem) throw new AppError('validation_failed', { fields: { password: problem } });
}
