import { and, desc, inArray, sql } from 'drizzle-orm';
import { otherRutColumn } from '#lib/domain/documents/other-rut.ts';
import { visibleStates } from '#lib/domain/documents/reads/documents.ts';
import { documentTitle, validityOf } from '#lib/domain/documents/view.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import type { Column } from '#lib/platform/operations/listing.ts';

const MAX_DOCUMENTS = 100;

type DocumentSummary = Awaited<ReturnType<typeof listDocumentSummaries>>[number];

/**
 * Lists the names of the documents of some accounts, and whether each is still valid. It opens no
 * file.
 */
export async function listDocumentSummaries(accountIds: readonly string[]) {
  if (accountIds.length === 0) return [];
  return getDb()
    .read.select({
      id: documents.id,
      accountId: documents.accountId,
      category: documents.category,
      customTitle: documents.customTitle,
      state: documents.state,
      issuedAt: documents.issuedAt,
      expiresAt: documents.expiresAt,
      countedFrom: documents.countedFrom,
      uploadedAt: documents.uploadedAt,
      otherRut: otherRutColumn(sql`documents`),
    })
    .from(documents)
    .where(
      and(
        inArray(documents.accountId, [...accountIds]),
        inArray(documents.state, [...visibleStates]),
      ),
    )
    .orderBy(desc(documents.sortAt))
    .limit(MAX_DOCUMENTS);
}

const states = { waiting: 'En revisión del antivirus', infected: 'Con un programa dañino' };

export const documentSummaryColumns: readonly Column<DocumentSummary>[] = [
  { label: 'Documento', cell: documentTitle },
  {
    label: 'Cómo está',
    cell: (document, now) => {
      const { state } = document;
      if (state === 'waiting' || state === 'infected') {
        return { text: states[state], tone: state === 'infected' ? 'danger' : 'info' };
      }
      if (document.otherRut) {
        return { text: `De otro RUT: ${formatRut(document.otherRut)}`, tone: 'warning' };
      }
      const validity = validityOf(document, now);
      if (!validity) {
        const isOther = document.category === 'otros';
        return { text: isOther ? 'Sin fecha de término' : 'No vence', tone: 'neutral' };
      }
      const text = `${validity.label} ${validity.day}`.trim();
      return { text, tone: validity.isOver ? 'danger' : validity.day ? 'success' : 'warning' };
    },
  },
];
