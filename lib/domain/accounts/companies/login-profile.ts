import { listCompaniesOf } from '#lib/domain/accounts/companies/reads.ts';
import type { Account } from '#lib/domain/accounts/reads/accounts.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { Role } from '#lib/platform/operations/operation.ts';

/**
 * Returns the profile with which a login acts: as a person, for a company, or as an admin. Without
 * a choice in the form (`chosenProfile`), it acts for a company if the person has one. A member of
 * a company may act as a person only after giving a RUT of their own. Throws
 * `profile_not_permitted`.
 */
export async function getLoginProfile(
  tx: Tx,
  person: Pick<Account, 'id' | 'role' | 'rut'>,
  chosenProfile?: Role,
): Promise<Role> {
  if (person.role === 'admin') return chosenProfile ?? 'admin';
  const hasCompany = (await listCompaniesOf(person.id, tx)).length > 0;
  const profile = chosenProfile ?? (hasCompany ? 'juridica' : 'natural');
  const isPermitted =
    profile === 'juridica' ? hasCompany : profile === 'natural' && (!hasCompany || person.rut);
  if (!isPermitted) throw new AppError('profile_not_permitted');
  return profile;
}
