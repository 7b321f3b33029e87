import { cookies } from 'next/headers';
import { findPageMember } from '#app/page-member.ts';
import type { OwnDocument } from '#components/requests/request-files.tsx';
import { SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { listVault } from '#lib/domain/documents/reads.ts';
import { titleOf } from '#lib/domain/documents/view.ts';

/** Guests have no session to look up. */
export async function findVisitor() {
  return (await cookies()).has(SESSION_COOKIE) ? findPageMember() : null;
}

/** What the visitor may attach of the own vault; with `email` only where it is theirs. */
export async function ownDocuments(email?: string): Promise<OwnDocument[]> {
  const member = await findVisitor();
  if (!member || (email && member.email !== email.toLowerCase())) return [];
  return (await listVault(member.accountId))
    .filter(({ state }) => state === 'kept')
    .map((one) => ({
      value: one.id,
      label: `${titleOf(one)} · ${one.fileName}`,
      fileName: one.fileName,
      category: one.category,
      isValid: one.expiresAt === null || one.expiresAt > member.now,
    }));
}
