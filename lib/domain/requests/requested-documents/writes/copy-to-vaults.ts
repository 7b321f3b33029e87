import { eq, sql } from 'drizzle-orm';
import { findAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { dateProblemsOf } from '#lib/domain/documents/expiry.ts';
import { listVault } from '#lib/domain/documents/reads/documents.ts';
import { type CategoryKey, categories, fitsRole, isCategory } from '#lib/domain/documents/rules.ts';
import { addDocument } from '#lib/domain/documents/writes/add-document.ts';
import { readStoredFile } from '#lib/domain/documents/writes/read-documents.ts';
import { deletingAfter } from '#lib/domain/uploads/check-file.ts';
import { cancelVaultCopy } from '#lib/domain/uploads/writes/keep-uploads.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { requestedDocuments } from '#lib/platform/db/schema/requested-documents.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { Role } from '#lib/platform/operations/operation.ts';
import { log } from '#lib/platform/process/log.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { receiveFile } from '#lib/platform/storage/receive.ts';

/** Maximum number of files per run of the timer. */
const MAX_FILES = 100;

type PendingCopy = Awaited<ReturnType<typeof listPendingCopies>>[number];

async function listPendingCopies() {
  const { id, fileName, objectKey, contentType, vaultOf, requestedDocumentId } = uploads;
  const { category, title } = requestedDocuments;
  const accountId = sql<string>`${vaultOf}`;
  return getDb()
    .read.select({ id, fileName, objectKey, contentType, accountId, category, title })
    .from(uploads)
    .innerJoin(requestedDocuments, eq(requestedDocuments.id, requestedDocumentId))
    .where(sql`vault_of is not null and state = 'kept' and verdict = 'clean'`)
    .orderBy(sql`random()`)
    .limit(MAX_FILES);
}

/**
 * Copies clean files to vaults, each file once. If the vault cannot take a file, it stays only with
 * the lead.
 */
export async function copyToVaults(now: number): Promise<void> {
  for (const document of await listPendingCopies()) {
    try {
      await copyToVault(document, now);
    } catch (err) {
      if (err instanceof AppError && err.code !== 'unavailable') {
        await getDb().write((tx) => cancelVaultCopy(tx, document.id));
      } else log().error({ upload: document.id, err }, 'paper not filed');
    }
  }
}

async function copyToVault(document: PendingCopy, now: number): Promise<void> {
  const { accountId, objectKey, fileName } = document;
  const account = await findAccount(accountId);
  const vaultPlace = account && (await findVaultPlace(document, account.role, now));
  const stream = vaultPlace && (await getStorage().read(objectKey));
  if (!stream) throw new AppError('not_found');
  const file = await receiveFile(stream, { maxBytes: getEnv().maxUploadBytes });
  const dates = await readDates(document, vaultPlace.category, now);
  const actor = { holderId: accountId, actor: 'guest', now, ip: '', requestId: randomId() };
  await deletingAfter(file, () =>
    addDocument(actor, { ...vaultPlace, ...dates }, { ...file, fileName }, async (tx) => {
      if (!(await cancelVaultCopy(tx, document.id))) throw new AppError('conflict');
    }),
  );
}

/**
 * Returns the dates that were read in a document of the requested kind. Doubtful dates are left
 * out, because nobody confirms them.
 */
async function readDates(
  { objectKey, contentType }: PendingCopy,
  category: CategoryKey,
  now: number,
) {
  const read = contentType === 'application/pdf' ? await readStoredFile(objectKey) : null;
  if (read?.category !== category || read.endUnread) return {};
  const { issuedAt = null, expiresAt } = read;
  if (Object.keys(dateProblemsOf({ issuedAt, expiresAt }, now)).length > 0) return {};
  return { issuedAt, ...(expiresAt && { expiresAt }) };
}

/** Returns a file's place in the vault, or null if the file would replace a valid document. */
async function findVaultPlace(
  { accountId, category: key, title }: PendingCopy,
  role: Role,
  now: number,
) {
  const isAllowed = key !== null && isCategory(key) && fitsRole(key, role);
  const category: CategoryKey = isAllowed ? key : 'otros';
  const hasValidDocument = (await listVault(accountId, [category])).some(
    ({ expiresAt, state, otherRut }) =>
      state !== 'infected' && !otherRut && (expiresAt ?? now + 1) > now,
  );
  if (hasValidDocument && categories[category].holds === 'one') return null;
  return {
    category,
    customTitle: isAllowed ? null : title,
    issuedAt: null,
    replaces: null,
    once: null,
  };
}
