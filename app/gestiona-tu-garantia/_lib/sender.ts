import { findVisitor } from '#app/_lib/page-user.ts';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';

/** Returns the account holder for whom this browser would send a request, or null for a guest. */
export async function findSender(): Promise<{
  holderId: string;
  destinationText: string | null;
} | null> {
  const user = await findVisitor();
  if (!user) return null;
  const { companyId, holderId, memberRole } = user;
  if (!companyId) return { holderId, destinationText: null };
  const name = (await getAccount(companyId)).razonSocial ?? 'tu empresa';
  const destinationText =
    memberRole === 'reader'
      ? `Quedará en tu cuenta personal, porque en ${name} solo puedes ver.`
      : `Quedará entre las solicitudes de ${name}.`;
  return { holderId, destinationText };
}
