import { eq } from 'drizzle-orm';
import { type Account, findAccount } from '#lib/domain/accounts/reads.ts';
import type { Holder } from '#lib/domain/accounts/schema.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb, type Reads, type Tx } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { MemberCtx } from '#lib/platform/operations/operation.ts';

/**
 * Returns whether the account's role may no longer change, because documents, guarantees or
 * payments are kept as that holder's. Requests name their own holder, so they fix nothing.
 */
export async function isHolderFixed(
  { id, email, role }: Pick<Account, 'id' | 'email' | 'role'>,
  db: Reads | Tx = getDb().read,
): Promise<boolean> {
  if (role === 'admin') return true;
  return (
    (await db.$count(documents, eq(documents.accountId, id))) > 0 ||
    (await db.$count(payments, eq(payments.accountId, id))) > 0 ||
    (await db.$count(issuedGuarantees, eq(issuedGuarantees.email, email))) > 0
  );
}

/** Makes it a person's or a company's account. Throws `conflict` once its holder is fixed. */
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
