import { eq } from 'drizzle-orm';
import { getAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { datedNameText, UNDATED_QUESTION } from '#lib/domain/documents/copy.ts';
import { computeDates } from '#lib/domain/documents/expiry.ts';
import { findOtherRut } from '#lib/domain/documents/other-rut.ts';
import { findReadCategory } from '#lib/domain/documents/reading/advice.ts';
import { mayHaveExpiry, readingOf, settledReadingValues } from '#lib/domain/documents/readings.ts';
import {
  listUncategorizedDocuments,
  type UnplacedDocument,
} from '#lib/domain/documents/reads/documents.ts';
import { listReplacedDocuments, replaceDocuments } from '#lib/domain/documents/replacement.ts';
import { type CategoryKey, categories, DISCARD, lacksDate } from '#lib/domain/documents/rules.ts';
import type { DocumentCategories } from '#lib/domain/documents/schema.ts';
import { formProblemsOf } from '#lib/domain/documents/upload-form.ts';
import {
  markRemoving,
  type RemovedObjects,
  removeObjects,
} from '#lib/domain/documents/writes/remove-objects.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { AppError, type FieldErrors } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

type Ctx = SignedInCtx | AdminCtx;

/** Maps ids of documents to the foreign RUT that they state. */
type OtherRuts = ReadonlyMap<string, string>;

/**
 * Puts uploads into categories, all or none. Skips uploads that no longer exist or already have a
 * category. Returns how many were placed. Throws `validation_failed`.
 */
export async function categorizeDocuments(ctx: Ctx, sent: DocumentCategories): Promise<number> {
  const choices = await claimReadCategories(ctx, sent);
  const otherRuts = await listOtherRuts(ctx, choices);
  const fields = placingProblemsOf(choices, otherRuts, ctx);
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
  const { placed, ended } = await getDb().write(async (tx) => {
    const questions = await undatedReplacementQuestions(tx, ctx, choices, otherRuts);
    if (questions) throw new AppError('validation_failed', { fields: questions });
    const ended: RemovedObjects = [];
    let placed = 0;
    for (const document of await listUncategorizedDocuments(ctx.holderId, tx)) {
      const { category, ...typedDates } = choices[document.id] ?? {};
      if (!category) continue;
      const isKept = category !== DISCARD && document.state !== 'infected';
      const { removed, action } = isKept
        ? await placeDocument(tx, ctx, document, { category, ...typedDates }, otherRuts)
        : {
            removed: await markRemoving(tx, eq(documents.id, document.id), ctx.now),
            action: 'document.deleted' as const,
          };
      await audit(tx, ctx, { accountId: ctx.holderId, action, subject: document.id });
      ended.push(...removed);
      placed += isKept ? 1 : 0;
    }
    return { placed, ended };
  });
  await removeObjects(ended);
  return placed;
}

/** Replaces the proposed `otros` by the category that was read, where the owner claims a document. */
async function claimReadCategories(
  ctx: Ctx,
  choices: DocumentCategories,
): Promise<DocumentCategories> {
  const uploads = await listUncategorizedDocuments(ctx.holderId);
  const claimed = uploads.flatMap((document) => {
    const choice = choices[document.id];
    if (choice?.own !== 'asRead' || choice.category !== 'otros') return [];
    const category = findReadCategory(document, ctx.role);
    return category ? [[document.id, { ...choice, category }] as const] : [];
  });
  return { ...choices, ...Object.fromEntries(claimed) };
}

/** Finds foreign RUTs in uploads, except in uploads that their owner claims. */
async function listOtherRuts(ctx: Ctx, placings: DocumentCategories): Promise<OtherRuts> {
  const { rut } = await getAccount(ctx.holderId);
  const owner = { rut, role: ctx.role };
  const unplaced = await listUncategorizedDocuments(ctx.holderId);
  return new Map(
    unplaced.flatMap((document) => {
      const { category = '', own } = placings[document.id] ?? {};
      const otherRut = own ? null : findOtherRut(readingOf(document), category, owner);
      return otherRut ? [[document.id, otherRut] as const] : [];
    }),
  );
}

/**
 * Returns questions by field, or null if there are none. An undated file replaces a dated document
 * only after its owner confirmed it.
 */
async function undatedReplacementQuestions(
  tx: Tx,
  ctx: Ctx,
  placings: DocumentCategories,
  otherRuts: OtherRuts,
): Promise<FieldErrors | null> {
  const fields: FieldErrors = {};
  for (const document of await listUncategorizedDocuments(ctx.holderId, tx)) {
    const {
      category = DISCARD,
      issuedAt,
      expiresAt: entered,
      undatedAs,
    } = placings[document.id] ?? {};
    if (category === DISCARD || category === undatedAs || document.state === 'infected') continue;
    if (otherRuts.has(document.id)) continue;
    const dateSource = {
      issuedAt: issuedAt ?? null,
      entered,
      isEndUnread: mayHaveExpiry(document, category),
    };
    const dates = computeDates(category, { ...document, ...dateSource });
    if (!lacksDate({ category, ...dates })) continue;
    const replaced = await listReplacedDocuments(tx, { ...document, category });
    const datedDocument = replaced.find((old) => old.expiresAt !== null && !lacksDate(old));
    if (datedDocument)
      fields[`doc.${document.id}.issuedAt`] =
        `Reemplaza a ${datedNameText(datedDocument, ctx.now)}. ${UNDATED_QUESTION}`;
  }
  return Object.keys(fields).length > 0 ? fields : null;
}

async function placeDocument(
  tx: Tx,
  ctx: Ctx,
  document: UnplacedDocument,
  placing: DocumentCategories[string] & { category: CategoryKey },
  otherRuts: OtherRuts,
) {
  const { id, fileName, state } = document;
  const { category, issuedAt = null, expiresAt: entered } = placing;
  const endUnread = mayHaveExpiry(document, category);
  const dateSource = { ...document, issuedAt, entered, isEndUnread: endUnread };
  const dates = computeDates(category, dateSource);
  const otherRut = otherRuts.get(id) ?? null;
  const replaced = otherRut ? [] : await listReplacedDocuments(tx, { ...document, category });
  // Only a scanned document replaces a scanned one. Otherwise the category would be empty if the
  // new file were infected.
  const endedDocuments = replaced.filter((old) => state === 'kept' || old.state !== 'kept');
  const customTitle = category === 'otros' ? fileName.replace(/\.\w+$/, '') : null;
  const values = {
    category,
    customTitle,
    ...dates,
    ...settledReadingValues(document, { endUnread, rut: otherRut }),
  };
  await tx.update(documents).set(values).where(eq(documents.id, id));
  const removed = await replaceDocuments(tx, document, endedDocuments, ctx);
  const action =
    endedDocuments.length > 0 ? ('document.replaced' as const) : ('document.placed' as const);
  return { removed, action };
}

function placingProblemsOf(
  placings: DocumentCategories,
  otherRuts: OtherRuts,
  { role, now }: Ctx,
): FieldErrors {
  const fields: FieldErrors = {};
  const takenCategories = new Set<string>();
  for (const [id, { category, ...dates }] of Object.entries(placings)) {
    if (category === DISCARD) continue;
    const { holds, label } = categories[category];
    // `placeDocument` takes the title from the file name, so any title passes this check.
    const problems = formProblemsOf({ category, customTitle: label, ...dates }, role, now);
    const isTaken = holds === 'one' && !otherRuts.has(id) && takenCategories.has(category);
    if (isTaken) problems.category ??= `De ${label} guardamos uno, y elegiste otro también.`;
    for (const [field, message] of Object.entries(problems)) fields[`doc.${id}.${field}`] = message;
    if (!otherRuts.has(id)) takenCategories.add(category);
  }
  return fields;
}
