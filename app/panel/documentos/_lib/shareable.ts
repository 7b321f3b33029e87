import { expirySourceText, lapseText, undatedText } from '#lib/domain/alerts/copy.ts';
import { daysLeftUntil, documentStatus } from '#lib/domain/alerts/rules.ts';
import { type ListedDocument, listVault } from '#lib/domain/documents/reads/documents.ts';
import { categoryKeys } from '#lib/domain/documents/rules.ts';
import { documentTitle } from '#lib/domain/documents/view.ts';
import { formatDay } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Returns the documents of the vault that may be shared, in its order, with their expiry as a note.
 */
export async function listShareable({ holderId, now }: Pick<SignedInCtx, 'holderId' | 'now'>) {
  const shareableDocuments = (await listVault(holderId)).filter(({ state }) => state === 'kept');
  shareableDocuments.sort(
    (a, b) => categoryKeys.indexOf(a.category) - categoryKeys.indexOf(b.category),
  );
  return shareableDocuments.map((document) => {
    const { id, fileId, fileName, category } = document;
    const title = documentTitle(document);
    const status = documentStatus(document, now);
    const isValid = status !== 'expired' && status !== 'other-rut';
    return { id, fileId, fileName, category, title, isValid, note: expiryNoteText(document, now) };
  });
}

function expiryNoteText(document: ListedDocument, now: number): string {
  const { category, expiresAt, countedFrom, otherRut } = document;
  if (otherRut) return `es de otro RUT, ${formatRut(otherRut)}`;
  if (expiresAt === null) return undatedText(category, countedFrom);
  return (
    lapseText(daysLeftUntil(expiresAt, now), formatDay(expiresAt)) + expirySourceText(countedFrom)
  );
}
