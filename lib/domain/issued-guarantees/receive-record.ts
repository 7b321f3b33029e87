import { z } from 'zod';
import { amountDoubt } from '#lib/domain/drafts/amount-checks.ts';
import { issuedLabels, issuedRefusal } from '#lib/domain/issued-guarantees/copy.ts';
import { differencesOf, documentDifferences } from '#lib/domain/issued-guarantees/differences.ts';
import { readUpload } from '#lib/domain/issued-guarantees/reading/document-reading.ts';
import {
  begunValues,
  keyOfDifferences,
  READING_TIMED_OUT,
  readGuarantee,
} from '#lib/domain/issued-guarantees/record-form.ts';
import type { IssuedFacts, OwnGuarantee } from '#lib/domain/issued-guarantees/schema.ts';
import { issuedForm, ownGuaranteeForm } from '#lib/domain/issued-guarantees/typed-fields.ts';
import { recordIssued } from '#lib/domain/issued-guarantees/writes/record-guarantee.ts';
import { recordOwn } from '#lib/domain/issued-guarantees/writes/record-own.ts';
import { storeDocument } from '#lib/domain/issued-guarantees/writes/store-document.ts';
import { findLeadWithDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { deletingAfter } from '#lib/domain/uploads/check-file.ts';
import { AppError, type FieldErrors } from '#lib/platform/operations/errors.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';
import type { MultipartFile, UploadBody } from '#lib/platform/operations/files.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

const facts = [...Object.keys(issuedLabels), 'documentId'];
/**
 * Fields of a record's form, beside the facts of the guarantee:
 * - `subido` is the id of a file that was uploaded earlier.
 * - `leer` only reads the document and fills the form.
 * - `revisado` is the unusual amount that the reader confirms.
 * - `comparado` is the key of the differences from the document that the page showed.
 */
export const ownFields = [...facts, 'corrects', 'subido', 'leer', 'revisado', 'comparado'];
export const issueFields = [...facts, 'differenceReason', 'leer', 'comparado'];

/**
 * Records a guarantee of the company. Its document is one of the vault (`documentId`), a file, or
 * none. Returns its id. Throws `validation_failed`, also to ask for a confirmation.
 */
export function receiveOwn(ctx: SignedInCtx, received: UploadBody): Promise<string> {
  const reading = {
    fields: ownFields,
    keptField: 'subido',
    schema: ownGuaranteeForm,
    ask: askAmount,
  } as const;
  return recordFromForm(ctx, received, reading, async (facts, { subido }) => {
    const { id } = await recordOwn(ctx, facts, facts.documentId ? undefined : subido);
    return id;
  });
}

/**
 * Records what was issued for the guarantee at position `item` of a request, with its document.
 * Throws the errors of `receiveOwn`.
 */
export function receiveIssued(
  ctx: AdminCtx,
  { id, item }: { id: number; item: number },
  received: UploadBody,
): Promise<void> {
  const schema = z.preprocess((typed) => ({ ...Object(typed), item }), issuedForm);
  const ask = (facts: IssuedFacts) => askReason(id, facts);
  const begin = async () => {
    const submissionId = (await findLeadWithDocuments(id))?.submissionId ?? null;
    return begunValues(ctx, { id, submissionId }, item);
  };
  const reading = { fields: issueFields, keptField: 'documentId', schema, ask, begin } as const;
  return recordFromForm(ctx, received, reading, async (facts) => {
    await recordIssued(ctx, id, facts);
  });
}

/**
 * Asks a company to confirm an unusual amount. The team's form does not ask this, because it
 * compares the amount with the request.
 */
export async function askAmount(
  { amount, currency }: OwnGuarantee,
  typed: Record<string, string>,
  confirmed: string | undefined,
): Promise<FieldErrors> {
  const doubt = amountDoubt(amount, currency);
  const requestedAmount = `${amount} ${currency}`;
  if (!doubt || confirmed === requestedAmount) return {};
  typed.revisado = requestedAmount;
  return { amount: `${doubt} Si es lo que dice el documento, presiona otra vez.` };
}

/**
 * Returns an error that asks an advisor for a reason if the guarantee or its document differs from
 * the request.
 */
async function askReason(
  lead: number,
  { item, differenceReason, documentId, ...given }: IssuedFacts,
): Promise<FieldErrors> {
  const submissionId = (await findLeadWithDocuments(lead))?.submissionId;
  if (!submissionId || differenceReason !== undefined) return {};
  const { answers } = await getGuaranteeRequest(submissionId);
  const requested = answers.garantias[item];
  if (!requested) return {};
  const differences = [
    ...differencesOf(requested, answers, given),
    ...documentDifferences(requested, answers, await readUpload(documentId)),
  ];
  return differences.length > 0 ? { differenceReason: issuedRefusal.differs } : {};
}

type Reading<T> = {
  fields: string[];
  keptField: 'subido' | 'documentId';
  schema: z.ZodType<T>;
  /** Returns the questions that readable values raise, by field. */
  ask: (facts: T, typed: TypedFields, revisado: string | undefined) => Promise<FieldErrors>;
  /** Returns the values of the request, which are replaced by values of the document. */
  begin?: () => Promise<Partial<TypedFields>>;
  /** Facts that have no field on the page. The document is compared with them. */
  known?: TypedFields;
  /** Facts that a document of this kind may state otherwise than the form. */
  uncompared?: readonly string[];
};

export type TypedFields = Record<string, string>;

/**
 * Reads a form and passes it to `write`. If anything is wrong or doubtful, throws
 * `validation_failed` with all errors at once. The page then shows the typed fields again, and
 * `keptField` holds the id of the file.
 */
export async function recordFromForm<T, R>(
  ctx: SignedInCtx | AdminCtx,
  received: UploadBody,
  { fields, keptField, schema, ask, begin, known = {}, uncompared = [] }: Reading<T>,
  write: (facts: T, typed: TypedFields) => Promise<R>,
): Promise<R> {
  const typed: TypedFields = {};
  ctx.out.typed = typed;
  const { files } = await received.form({ fields, fileFields: ['file'], typed });
  for (const [name, value] of Object.entries(known)) typed[name] ??= value;
  const [file] = files;
  const isVault = keptField === 'subido' && Boolean(typed.documentId);
  const { comparado: confirmed, revisado } = typed;
  // A confirmation goes back to the page only if the page shows the same doubt again.
  delete typed.comparado;
  delete typed.revisado;
  const stored = file ? await store(ctx, file, isVault) : {};
  if (stored.id) typed[keptField] = stored.id;
  const prefilled = typed.leer ? await begin?.() : undefined;
  const { differenceErrors, key, message } = stored.errors
    ? NO_DIFFERENCE
    : await compare(ctx, typed, confirmed, { prefilled, uncompared });
  const parsed = schema.safeParse(typed);
  const typedErrors = parsed.success
    ? await ask(parsed.data, typed, revisado)
    : fieldErrors(parsed.error);
  // If the form is sent only to read its document, errors of the other fields are not shown yet.
  const shownErrors = { ...(!typed.leer && typedErrors), ...stored.errors };
  const isRefused = Object.keys(shownErrors).length > 0 || message || (key && key !== confirmed);
  try {
    if (!parsed.success || isRefused)
      throw new AppError('validation_failed', { ...(message && { message }), fields: shownErrors });
    return await write(parsed.data, typed);
  } catch (error) {
    if (!(error instanceof AppError) || !error.detail.fields) throw error;
    // Errors of the document are shown at its file.
    const { documentId, ...others } = error.detail.fields;
    const errors = documentId && !isVault ? { file: documentId, ...others } : error.detail.fields;
    if (key) typed.comparado = key;
    throw new AppError('validation_failed', {
      ...error.detail,
      fields: joinErrors(errors, differenceErrors),
    });
  }
}

type Comparison = { differenceErrors: FieldErrors; key?: string; message?: string };
const NO_DIFFERENCE: Comparison = { differenceErrors: {} };

/**
 * Reads the document, fills in empty fields, and returns the differences with the key that confirms
 * them. The form comes back with the `message`, to show which fields were filled in or not read
 * yet.
 */
async function compare(
  ctx: SignedInCtx | AdminCtx,
  typed: TypedFields,
  confirmed: string | undefined,
  { prefilled, uncompared }: { prefilled?: Partial<TypedFields>; uncompared: readonly string[] },
): Promise<Comparison> {
  const reading = await readGuarantee(ctx, typed, prefilled);
  const { readFields, isLate, message } = reading;
  const differs = Object.fromEntries(
    Object.entries(reading.differs).filter(([name]) => !uncompared.includes(name)),
  );
  if (isLate)
    return confirmed === READING_TIMED_OUT
      ? NO_DIFFERENCE
      : { differenceErrors: {}, key: READING_TIMED_OUT, message };
  Object.assign(typed, readFields);
  const key = Object.keys(differs).length > 0 ? keyOfDifferences(differs, typed) : undefined;
  const differenceErrors = Object.fromEntries(
    Object.entries(differs).map(([name, text]) => [name, `${text} ${CONFIRM_TYPED}`]),
  );
  const isFilled = typed.leer || Object.keys(readFields).length > 0;
  return { differenceErrors, ...(key && { key }), ...(isFilled && { message }) };
}

/** Joins the messages of a field that is both invalid and different from the document. */
function joinErrors(wrong: FieldErrors, differenceErrors: FieldErrors): FieldErrors {
  const entries = Object.entries(differenceErrors).map(([name, text]) => [
    name,
    wrong[name] ? `${wrong[name]} ${text}` : text,
  ]);
  return { ...wrong, ...Object.fromEntries(entries) };
}

const CONFIRM_TYPED = 'Si está bien lo que escribiste, presiona otra vez.';

type StoredFile = { id?: string; errors?: FieldErrors };

async function store(
  ctx: SignedInCtx | AdminCtx,
  file: MultipartFile,
  isVault: boolean,
): Promise<StoredFile> {
  try {
    return await deletingAfter(file, async () =>
      isVault ? { errors: { documentId: ONE_ONLY } } : { id: await storeDocument(ctx, file) },
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_file') throw error;
    return { errors: error.detail.fields ?? {} };
  }
}

const ONE_ONLY = 'Elige uno solo: el archivo que subes o el de tu carpeta.';
