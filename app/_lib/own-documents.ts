import { findVisitor } from '#app/_lib/page-user.ts';
import { listVault } from '#lib/domain/documents/reads.ts';
import { titleOf } from '#lib/domain/documents/view.ts';
import type { OwnDocument } from '#lib/domain/requests/requested-documents/rules.ts';

/**
 * Lists vault documents that the visitor may attach: none for guests, for readers of a company, and
 * where `email` is given and is not the visitor's own.
 */
export async function ownDocuments(email?: string): Promise<OwnDocument[]> {
  const user = await findVisitor();
  if (!user || user.may === 'reader' || (email && user.email !== email.toLowerCase())) return [];
  return (await listVault(user.holderId))
    .filter(({ state }) => state === 'kept')
    .map((document) => ({
      value: document.id,
      label: `${titleOf(document)} · ${document.fileName}`,
      fileName: document.fileName,
      size: document.size,
      category: document.category,
      expiresAt: document.expiresAt,
      isValid: !document.otherRut && (document.expiresAt === null || document.expiresAt > user.now),
    }));
}
