import { eq } from 'drizzle-orm';
import { findAccount, isHolderFixed } from '#lib/domain/accounts/reads.ts';
import type { Holder } from '#lib/domain/accounts/schema.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { MemberCtx } from '#lib/platform/operations/operation.ts';

/** Makes the account a person's or a company's. Throws `conflict` once its holder is fixed. */
export async function changeHolder(ctx: MemberCtx, holder: Holder): Promise<void> {
  const { accountId, now } = ctx;
  await getDb().write(async (tx) => {
    const account = await findAccount(accountId, tx);
    if (!account || (account.role !== holder.role && (await isHolderFixed(account, tx)))) {
      throw new AppError('conflict', { message: fixedHolder });
    }
    const { role, razonSocial = null } = holder;
    const rut = holder.rut ?? (account.role === role ? account.rut : null);
    await tx
      .update(accounts)
      .set({ role, rut, razonSocial, updatedAt: now })
      .where(eq(accounts.id, accountId));
    await tx.update(sessions).set({ profile: role }).where(eq(sessions.accountId, accountId));
    await audit(tx, ctx, { accountId, action: 'profile.updated' });
  });
}

export const fixedHolder =
  'Tu cuenta ya tiene documentos, garantías o pagos de su titular. Para otro titular, crea otra cuenta.';
