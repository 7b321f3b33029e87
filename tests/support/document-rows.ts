import { eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';

type Row = typeof documents.$inferInsert;

/** Returns a document's row as it is once the file is stored and clean, without an object. */
export function storedDocumentRow(accountId: string, more: Partial<Row> = {}): Row {
  return {
    id: randomId(),
    fileId: randomId(),
    accountId,
    category: 'certificado_f30',
    fileName: 'f30.pdf',
    contentType: 'application/pdf',
    size: 1234,
    objectKey: `documents/${randomId()}`,
    state: 'kept',
    uploadedAt: now(),
    changedAt: now(),
    ...more,
  };
}

/** Stores the row and returns its id. */
export async function insertDocument(accountId: string, more: Partial<Row> = {}): Promise<string> {
  const row = storedDocumentRow(accountId, more);
  await getDb().write((tx) => tx.insert(documents).values(row));
  return row.id;
}

export async function updateDocument(id: string, changes: Partial<Row>): Promise<void> {
  await getDb().write((tx) => tx.update(documents).set(changes).where(eq(documents.id, id)));
}
