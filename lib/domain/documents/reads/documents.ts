import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { otherRutColumn } from '#lib/domain/documents/other-rut.ts';
import {
  type CategoryKey,
  categoryKeys,
  isCategory,
  RESTORE_MS,
  type UNPLACED,
} from '#lib/domain/documents/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { cachedQuery } from '#lib/platform/db/file/cached-query.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

type Row = typeof documents.$inferSelect;

/** States of documents that an owner sees. Only `kept` documents can be opened or shared. */
export const visibleStates = ['kept', 'waiting', 'infected'] as const;
type VisibleState = (typeof visibleStates)[number];
export type OwnedDocument = Omit<Row, 'category' | 'state'> & { category: CategoryKey };
export type StoredDocument = OwnedDocument & { state: VisibleState };
/** A document that may be opened. Owners may open former versions too. */
export type OpenableDocument = OwnedDocument & { state: VisibleState | 'former' };

/** SQLite uses the index `documents_by_state` only for this condition. */
export const transientCondition = sql`${documents.state} in ('removing', 'waiting', 'deleted')`;
/** SQLite uses the index `documents_unplaced` only for this condition. */
export const unplacedCondition = sql`${documents.category} = 'por_ordenar'`;

const listedColumns = {
  id: documents.id,
  fileId: documents.fileId,
  category: documents.category,
  customTitle: documents.customTitle,
  fileName: documents.fileName,
  contentType: documents.contentType,
  size: documents.size,
  objectKey: documents.objectKey,
  state: documents.state,
  uploadedAt: documents.uploadedAt,
  issuedAt: documents.issuedAt,
  expiresAt: documents.expiresAt,
  countedFrom: documents.countedFrom,
  sortAt: documents.sortAt,
  replaced: documents.replaced,
  reading: documents.reading,
  /** A RUT that the document states and that is not the account holder's, or null. */
  otherRut: otherRutColumn(sql`documents`).as('other_rut'),
};

export type ListedDocument = Pick<
  StoredDocument,
  Exclude<keyof typeof listedColumns, 'otherRut'>
> & {
  otherRut?: string | null;
};

const vaultQuery = cachedQuery((read) =>
  read
    .select(listedColumns)
    .from(documents)
    .where(
      and(
        eq(documents.accountId, sql.placeholder('accountId')),
        inArray(documents.state, visibleStates),
        sql`${documents.category} in (select value from json_each(${sql.placeholder('among')}))`,
      ),
    )
    .prepare(),
);

/**
 * Compares documents of an account, the latest first. A document with a foreign RUT may share its
 * place with the document that it had replaced.
 */
const byPlace = (a: DocumentPlace, b: DocumentPlace) =>
  b.sortAt - a.sortAt || b.uploadedAt - a.uploadedAt || (a.id < b.id ? -1 : 1);
type DocumentPlace = Pick<Row, 'id' | 'sortAt' | 'uploadedAt'>;

/** Lists an account's documents, or those of some categories, the latest `sortAt` first. */
export async function listVault(
  accountId: string,
  amongCategories: readonly CategoryKey[] = categoryKeys,
): Promise<ListedDocument[]> {
  const rows = await vaultQuery().all({ accountId, among: JSON.stringify(amongCategories) });
  return rows.filter(hasKnownCategory).sort(byPlace);
}

export type UnplacedDocument = Omit<Row, 'category' | 'state'> & {
  category: typeof UNPLACED;
  state: VisibleState;
};

/** Lists the documents that their owner has not sorted yet (category `por_ordenar`). */
export async function listUncategorizedDocuments(
  accountId: string,
  db: ReadDb | Tx = getDb().read,
): Promise<UnplacedDocument[]> {
  const rows = await listDocumentsWhere(db, accountId, unplacedCondition);
  return rows as UnplacedDocument[]; // The query selects only this category.
}

/**
 * Finds the document that a form stored under its id `sendKey`. This shows that a form was sent
 * twice.
 */
export async function findBySendKey(accountId: string, sendKey: string | null, db: ReadDb | Tx) {
  return sendKey === null
    ? undefined
    : (await listDocumentsWhere(db, accountId, eq(documents.once, sendKey)))[0];
}

function listDocumentsWhere(
  db: ReadDb | Tx,
  accountId: string,
  condition: SQL | undefined,
): Promise<Row[]> {
  const visibleCondition = inArray(documents.state, visibleStates);
  return db
    .select()
    .from(documents)
    .where(and(eq(documents.accountId, accountId), visibleCondition, condition))
    .orderBy(documents.sortAt)
    .limit(maxDocuments());
}

/**
 * Maximum number of documents that are read. It exceeds the maximum of a vault, because a vault may
 * have been filled when that was higher.
 */
function maxDocuments(): number {
  return Math.max(getEnv().vault.maxFiles, 5_000);
}

export async function findOwnDocument(
  accountId: string,
  documentId: string,
  db: ReadDb | Tx = getDb().read,
): Promise<StoredDocument | null> {
  const [row] = await listDocumentsWhere(db, accountId, eq(documents.id, documentId));
  return row && hasKnownCategory(row) ? row : null;
}

/**
 * Finds a document in any category. Returns `foreign` if it belongs to another account holder and
 * the caller is not an advisor.
 */
export async function findOpenableDocument(
  ctx: Pick<SignedInCtx, 'holderId' | 'role'>,
  fileId: string,
): Promise<OpenableDocument | 'foreign' | null> {
  const openableCondition = inArray(documents.state, [...visibleStates, 'former']);
  const [row] = await getDb()
    .read.select()
    .from(documents)
    .where(and(eq(documents.fileId, fileId), openableCondition))
    .limit(1);
  if (!row || !isCategory(row.category)) return null;
  if (ctx.role !== 'admin' && row.accountId !== ctx.holderId) return 'foreign';
  return row as OpenableDocument; // The query and isCategory check this.
}

/**
 * Lists the visible documents of a category, or only the document with the given id. Kept documents
 * come first.
 */
export async function listCategory(
  tx: Tx,
  accountId: string,
  category: CategoryKey,
  documentId?: string | null,
): Promise<StoredDocument[]> {
  const idCondition = documentId ? eq(documents.id, documentId) : undefined;
  const rows = await listDocumentsWhere(
    tx,
    accountId,
    and(eq(documents.category, category), idCondition),
  );
  const order = (row: StoredDocument) => visibleStates.indexOf(row.state);
  return rows.filter(hasKnownCategory).sort((a, b) => order(a) - order(b) || byPlace(a, b));
}

/** Finds a document deleted less than a minute ago, by default the last one, or null. */
export async function findRestorableDocument(
  accountId: string,
  documentId: string | undefined,
  now: number,
  db: ReadDb | Tx = getDb().read,
): Promise<(OwnedDocument & { state: 'deleted' }) | null> {
  const [row] = await db
    .select()
    .from(documents)
    .where(
      and(
        documentId ? eq(documents.id, documentId) : undefined,
        eq(documents.accountId, accountId),
        transientCondition,
        eq(documents.state, 'deleted'),
        gt(documents.changedAt, now - RESTORE_MS),
      ),
    )
    .orderBy(desc(documents.changedAt))
    .limit(1);
  return row && isCategory(row.category)
    ? { ...row, category: row.category, state: 'deleted' }
    : null;
}

export type Usage = { files: number; bytes: number; previous: number };

/**
 * Returns how much of its quota an account uses. Infected files have no bytes any more, so they do
 * not count. Former versions are counted separately.
 */
export async function readVaultUsage(
  accountId: string,
  db: ReadDb | Tx = getDb().read,
): Promise<Usage> {
  const [usage] = await db
    .select({
      files: sql<number>`total(${documents.state} <> 'former')`,
      bytes: sql<number>`total(iif(${documents.state} in ('infected', 'former'), 0, ${documents.size}))`,
      previous: sql<number>`total(iif(${documents.state} = 'former', ${documents.size}, 0))`,
    })
    .from(documents)
    .where(
      and(
        eq(documents.accountId, accountId),
        inArray(documents.state, [...visibleStates, 'former']),
      ),
    );
  return usage ?? { files: 0, bytes: 0, previous: 0 };
}

/** Computes the used quota from rows that were already read. */
export function sumUsage(rows: readonly { state: string; size: number }[]) {
  const bytes = rows.reduce((sum, { state, size }) => sum + (state === 'infected' ? 0 : size), 0);
  return { files: rows.length, bytes };
}

/** Rejects rows whose category this release does not know. */
function hasKnownCategory<R extends Pick<Row, 'category' | 'state'>>(
  row: R,
): row is R & Pick<StoredDocument, 'category' | 'state'> {
  return isCategory(row.category) && visibleStates.some((state) => state === row.state);
}
