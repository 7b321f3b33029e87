import { findVisitor } from '#app/_lib/page-member.ts';
import { listVault } from '#lib/domain/documents/reads.ts';
import { titleOf } from '#lib/domain/documents/view.ts';
import type { OwnDocument } from '#lib/domain/requests/requested-documents/rules.ts';

/**
 * Lists the vault documents that the visitor may attach to a request. Returns an empty list without
 * a session, or when the session's e-mail is not `email`, the applicant's: a page that is opened by
 * a mailed link must not offer one person's vault to another person's request.
 */
export async function ownDocuments(email?: string): Promise<OwnDocument[]> {
  const member = await findVisitor();
  if (!member || (email && member.email !== email.toLowerCase())) return [];
  return (await listVault(member.holderId))
    .filter(({ state }) => state === 'kept')
    .map((document) => ({
      value: document.id,
      label: `${titleOf(document)} · ${document.fileName}`,
      fileName: document.fileName,
      size: document.size,
      category: document.category,
      expiresAt: document.expiresAt,
      isValid: document.expiresAt === null || document.expiresAt > member.now,
    }));
}
