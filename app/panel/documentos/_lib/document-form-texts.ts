import { lifetimeText } from '#lib/domain/documents/copy.ts';
import { computeDates } from '#lib/domain/documents/expiry.ts';
import type { ListedDocument } from '#lib/domain/documents/reads/documents.ts';
import { type CategoryKey, categories, hasPrintedEnd } from '#lib/domain/documents/rules.ts';
import { formatDay } from '#lib/platform/chile/format.ts';

// Texts of the form that uploads or edits a document.

export function issueDateHint(key: CategoryKey): string | undefined {
  const lifetime = lifetimeText(key);
  // If a document states its last day, the form asks for that and counts no lifetime.
  if (lifetime === null || hasPrintedEnd(key)) return undefined;
  return `Desde ahí contamos sus ${lifetime}. Sin ella, desde el día en que lo subes.`;
}

type TitleOptions = Record<'replaced' | 'editing', ListedDocument | undefined> & {
  allowsSeveral: boolean;
};

export function titleAndHint(
  documents: readonly ListedDocument[],
  { replaced, editing, allowsSeveral }: TitleOptions,
) {
  const consequence =
    'toma el lugar del anterior, también en tus enlaces. El anterior queda como versión anterior.';
  if (editing) return { title: `Editar ${editing.fileName}` };
  if (allowsSeveral && replaced) {
    return {
      title: `Reemplazar ${replaced.fileName}`,
      hint: `El nuevo ${consequence}`,
    };
  }
  if (allowsSeveral || documents.length === 0)
    return { title: documents.length > 0 ? 'Agregar' : 'Subir' };
  return {
    title: 'Reemplazar',
    hint: `Guardamos uno: el nuevo ${consequence}`,
  };
}

export async function expiryDateHint(
  key: CategoryKey,
  document: Pick<ListedDocument, 'uploadedAt'> & Partial<ListedDocument>,
): Promise<string> {
  const { lifetime } = categories[key];
  if (lifetime === 'entered') {
    return 'La fecha de término de la garantía. Sin ella no podemos avisarte antes de que venza.';
  }
  const { uploadedAt, issuedAt = null, countedFrom } = document;
  if (countedFrom === 'unread') return 'El documento la trae y no pudimos leerla.';
  const { expiresAt } = computeDates(key, { uploadedAt, issuedAt });
  if (expiresAt === null) {
    return 'Este documento no suele vencer. Escribe una fecha solo si la trae.';
  }
  if (hasPrintedEnd(key)) {
    return `La fecha que trae. Sin ella la estimamos: hasta el ${formatDay(expiresAt)}.`;
  }
  const uploadText = 'id' in document ? 'Por el día en que lo subiste' : 'Si es de hoy';
  const sourceText = issuedAt ? 'Por su fecha' : uploadText;
  return `Solo si trae otra. ${sourceText}, vale hasta el ${formatDay(expiresAt)}.`;
}
