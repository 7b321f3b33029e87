import { findVisitor } from '#app/_lib/page-user.ts';
import { listVault } from '#lib/domain/documents/reads/documents.ts';
import { documentTitle } from '#lib/domain/documents/view.ts';
import type { OwnDocument } from '#lib/domain/requests/requested-documents/rules.ts';

/**
 * Returns the vault documents that the visitor may attach. There are none for guests, for readers
 * of a company, and if `email` is given but is not the visitor's.
 */
export async function listAttachableDocuments(email?: string): Promise<OwnDocument[]> {
  const user = await findVisitor();
  if (!user || user.memberRole === 'reader' || (email && user.email !== email.toLowerCase()))
    return [];
  return (await listVault(user.holderId))
    .filter(({ state }) => state === 'kept')
    .map((document) => ({
      value: document.id,
      label: `${documentTitle(document)} · ${document.fileName}`,
      fileName: document.fileName,
      size: document.size,
      category: document.category,
      expiresAt: document.expiresAt,
      isValid: !document.otherRut && (document.expiresAt === null || document.expiresAt > user.now),
    }));
}
