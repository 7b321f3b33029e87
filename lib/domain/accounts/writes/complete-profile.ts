import { eq } from 'drizzle-orm';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import type { Profile } from '#lib/domain/accounts/schema.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { isComunaOf } from '#lib/domain/territory/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { later } from '#lib/platform/db/later.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { MemberCtx } from '#lib/platform/operation.ts';

/** Absent stays as it was, null empties it. */
type Change = { [K in keyof Profile]: Profile[K] | null };

/** Sets what is given and leaves the rest; `role` and the address are not part of a profile. */
export async function completeProfile(ctx: MemberCtx, profile: Change): Promise<void> {
  const { rut, name, razonSocial, telefono, direccion, region, comuna } = profile;
  await getDb().write(async (tx) => {
    checkTerritory({ ...(await findAccount(ctx.accountId, tx)), ...given(profile) });
    await later(
      tx,
      tx
        .update(accounts)
        .set({ rut, name, razonSocial, telefono, direccion, region, comuna, updatedAt: ctx.now })
        .where(eq(accounts.id, ctx.accountId)),
    );
    await audit(tx, ctx, { accountId: ctx.accountId, action: 'profile.updated' });
  });
}

/** The pair as it will be stored, whichever of the two is being changed. */
function checkTerritory({ region, comuna }: Pick<Change, 'region' | 'comuna'>): void {
  if (!region || !comuna || isComunaOf(region, comuna)) return;
  throw new AppError('validation_failed', {
    fields: { comuna: 'Esa comuna no pertenece a la región elegida. Elige otra.' },
  });
}

function given(profile: Change): Pick<Change, 'region' | 'comuna'> {
  const { region, comuna } = profile;
  return { ...(region !== undefined && { region }), ...(comuna !== undefined && { comuna }) };
}
