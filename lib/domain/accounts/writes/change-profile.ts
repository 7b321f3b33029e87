import { eq } from 'drizzle-orm';
import { consumeRutPoints } from '#lib/domain/accounts/companies/writes/consume-rut-points.ts';
import { isAcceptedCompanyRut } from '#lib/domain/accounts/company-rut.ts';
import { companyRutDoubt } from '#lib/domain/accounts/copy.ts';
import { type Account, findAccount, getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import type { CorrectedProfile, Profile } from '#lib/domain/accounts/schema.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { isComunaOf } from '#lib/domain/territory/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AccountId, SignedInCtx } from '#lib/platform/operations/operation.ts';

const ownersOnlyText = 'El RUT y la razón social los cambia quien administra la empresa.';

/** A change of the profile. An absent field keeps its value; null clears it. */
type ProfileChange = { [K in keyof Profile]: Profile[K] | null };

/**
 * Sets the given fields of the account holder, or of the account `id`, and keeps the other fields.
 * Throws `forbidden` if a member who is not an owner changes the RUT or the legal name of a
 * company.
 */
export async function updateProfile(
  ctx: SignedInCtx,
  profile: ProfileChange,
  id = ctx.holderId,
): Promise<void> {
  const { rut, name, razonSocial, telefono, direccion, region, comuna } = profile;
  if (id === ctx.companyId) await checkIdentityChange(ctx, await getAccount(id), profile);
  await getDb().write(async (tx) => {
    const account = await findAccount(id, tx);
    checkTerritory(
      region === undefined ? account?.region : region,
      comuna === undefined ? account?.comuna : comuna,
    );
    await tx
      .update(accounts)
      .set({ rut, name, razonSocial, telefono, direccion, region, comuna, updatedAt: ctx.now })
      .where(eq(accounts.id, id));
    await audit(tx, ctx, { accountId: id, action: 'profile.updated' });
  });
}

async function checkIdentityChange(
  ctx: SignedInCtx,
  account: Account,
  { rut, razonSocial }: ProfileChange,
) {
  const hasOtherRut = rut !== undefined && rut !== account.rut;
  const isRenamed =
    hasOtherRut || (razonSocial !== undefined && razonSocial !== account.razonSocial);
  if (isRenamed && ctx.memberRole !== 'owner')
    throw new AppError('forbidden', { message: ownersOnlyText });
  if (hasOtherRut) await consumeRutPoints(ctx, account.id);
}

/**
 * Fields that can be changed but not cleared, with the error for an empty one. The `name` of a
 * company is its contact person and may be cleared.
 */
const requiredFieldCopy = {
  rut: 'Ingresa el RUT.',
  name: 'Ingresa tu nombre.',
  razonSocial: 'Ingresa la razón social.',
} as const;

/**
 * Sets the profile as the page sends it, where an empty field clears its value. Throws
 * `validation_failed` for a cleared field that the account must keep, and for a company's RUT in
 * the range of people that the sender has not confirmed (`rutVisto`).
 */
export async function replaceProfile(
  ctx: SignedInCtx,
  id: AccountId,
  profile: CorrectedProfile,
): Promise<void> {
  const account = await getAccount(id);
  const isCompany = account.role === 'juridica';
  const { rut = account.rut ?? undefined, rutVisto = account.rut ?? undefined } = profile;
  if (!isAcceptedCompanyRut({ role: account.role, rut, rutVisto })) {
    throw new AppError('validation_failed', { fields: { rut: companyRutDoubt } });
  }
  const emptiedFields = Object.entries(requiredFieldCopy).filter(([name]) => {
    const field = name as keyof typeof requiredFieldCopy; // Object.entries widens the keys to string
    return account[field] && profile[field] === undefined && !(isCompany && field === 'name');
  });
  if (emptiedFields.length > 0) {
    throw new AppError('validation_failed', { fields: Object.fromEntries(emptiedFields) });
  }
  const name = profile.name ?? (isCompany ? null : undefined);
  await updateProfile(ctx, { ...profile, name }, id);
}

/** Throws if the comuna is not in the region. Both arguments are the values after the change. */
function checkTerritory(region: ProfileChange['region'], comuna: ProfileChange['comuna']): void {
  if (!region || !comuna || isComunaOf(region, comuna)) return;
  throw new AppError('validation_failed', {
    fields: { comuna: 'Esa comuna no pertenece a la región elegida. Elige otra.' },
  });
}
