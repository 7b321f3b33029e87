import { findVisitor } from '#app/_lib/page-member.ts';
import { listVault } from '#lib/domain/documents/reads.ts';
import { titleOf } from '#lib/domain/documents/view.ts';
import type { OwnDocument } from '#lib/domain/requests/requested-documents/rules.ts';

/**
 * Lists vault documents that the visitor may attach: none for guests, for readers of a company, and
 * where `email` is given and is not the visitor's own.
 */
export async function ownDocuments(email?: string): Promise<OwnDocument[]> {
  const member = await findVisitor();
  if (!member || member.may === 'reader' || (email && member.email !== email.toLowerCase()))
    return [];
  return (await listVault(member.holderId))
    .filter(({ state }) => state === 'kept')
    .map((one) => ({
      value: one.id,
      label: `${titleOf(one)} · ${one.fileName}`,
      fileName: one.fileName,
      size: one.size,
      category: one.category,
      expiresAt: one.expiresAt,
      isValid: one.expiresAt === null || one.expiresAt > member.now,
    }));
}
