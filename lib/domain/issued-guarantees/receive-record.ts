import { z } from 'zod';
import { amountDoubtText } from '#lib/domain/drafts/amount-checks.ts';
import { issuedLabels, issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import {
  listDocumentDifferences,
  listRequestDifferences,
} from '#lib/domain/issued-guarantees/differences.ts';
import { issuedForm, ownGuaranteeForm } from '#lib/domain/issued-guarantees/form-schema.ts';
import { readUpload } from '#lib/domain/issued-guarantees/reading/document-reading.ts';
import {
  getInitialValues,
  keyOfDifferences,
  READING_TIMED_OUT,
  readGuarantee,
} from '#lib/domain/issued-guarantees/record-form.ts';
import type { IssuedFacts, OwnGuarantee } from '#lib/domain/issued-guarantees/schema.ts';
import { recordIssued } from '#lib/domain/issued-guarantees/writes/record-guarantee.ts';
import { recordOwnGuarantee } from '#lib/domain/issued-guarantees/writes/record-own.ts';
import { storeDocument } from '#lib/domain/issued-guarantees/writes/store-document.ts';
import { findLeadWithDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { deletingAfter } from '#lib/domain/uploads/check-file.ts';
import { AppError, type FieldErrors } from '#lib/platform/operations/errors.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';
import type { MultipartFile, UploadBody } from '#lib/platform/operations/files.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

const factNames = [...Object.keys(issuedLabels), 'documentId'];
/**
 * Fields of a record's form, beside the facts of the guarantee:
 * - `subido` is the id of a file that was uploaded earlier.
 * - `leer` only reads the document and fills the form.
 * - `revisado` is the unusual amount that the reader confirms.
 * - `comparado` is the key of the differences from the document that the page showed.
 */
export const ownFields = [...factNames, 'corrects', 'subido', 'leer', 'revisado', 'comparado'];
export const issueFields = [...factNames, 'differenceReason', 'leer', 'comparado'];

/**
 * Records a guarantee of the company and returns its id. Its document is a vault document
 * (`documentId`), an uploaded file, or none. Throws `validation_failed` for wrong fields, and when
 * the person must first confirm something.
 */
export function receiveOwn(ctx: SignedInCtx, received: UploadBody): Promise<string> {
  const reading = {
    fields: ownFields,
    keptField: 'subido',
    schema: ownGuaranteeForm,
    ask: askAmount,
  } as const;
  return recordFromForm(ctx, received, reading, async (facts, { subido }) => {
    const { id } = await recordOwnGuarantee(ctx, facts, facts.documentId ? undefined : subido);
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
    return getInitialValues(ctx, { id, submissionId }, item);
  };
  const reading = { fields: issueFields, keptField: 'documentId', schema, ask, begin } as const;
  return recordFromForm(ctx, received, reading, async (facts) => {
    await recordIssued(ctx, id, facts);
  });
}

/**
 * Asks a company to confirm an unusual amount. The team's form compares the amount with the request
 * instead.
 */
export async function askAmount(
  { amount, currency }: OwnGuarantee,
  typed: Record<string, string>,
  confirmedAmount: string | undefined,
): Promise<FieldErrors> {
  const doubtText = amountDoubtText(amount, currency);
  const requestedAmount = `${amount} ${currency}`;
  if (!doubtText || confirmedAmount === requestedAmount) return {};
  typed.revisado = requestedAmount;
  return { amount: `${doubtText} Si es lo que dice el documento, presiona otra vez.` };
}

/**
 * Returns an error that asks an advisor for a reason if the guarantee or its document differs from
 * the request.
 */
async function askReason(
  leadId: number,
  { item, differenceReason, documentId, ...facts }: IssuedFacts,
): Promise<FieldErrors> {
  const submissionId = (await findLeadWithDocuments(leadId))?.submissionId;
  if (!submissionId || differenceReason !== undefined) return {};
  const { answers } = await getGuaranteeRequest(submissionId);
  const requested = answers.garantias[item];
  if (!requested) return {};
  const differences = [
    ...listRequestDifferences(requested, answers, facts),
    ...listDocumentDifferences(requested, answers, await readUpload(documentId)),
  ];
  return differences.length > 0 ? { differenceReason: issuedRefusals.differs } : {};
}

type RecordOptions<T> = {
  fields: string[];
  keptField: 'subido' | 'documentId';
  schema: z.ZodType<T>;
  /** Returns questions about values that are valid but doubtful, by field. */
  ask: (facts: T, typed: TypedFields, revisado: string | undefined) => Promise<FieldErrors>;
  /** Returns the values of the request. Values of the document replace them. */
  begin?: () => Promise<Partial<TypedFields>>;
  /** Facts without a field on the page. The document is compared with them too. */
  known?: TypedFields;
  /** Facts that a document of this kind may state differently from the form. */
  uncompared?: readonly string[];
};

export type TypedFields = Record<string, string>;

/**
 * Reads a form and passes it to `write`. If anything is wrong or doubtful, throws
 * `validation_failed` with all errors together. The page then shows the typed fields again, and
 * `keptField` holds the id of the file.
 */
export async function recordFromForm<T, R>(
  ctx: SignedInCtx | AdminCtx,
  received: UploadBody,
  { fields, keptField, schema, ask, begin, known = {}, uncompared = [] }: RecordOptions<T>,
  write: (facts: T, typed: TypedFields) => Promise<R>,
): Promise<R> {
  const { typed } = received;
  const { files } = await received.form({ fields, fileFields: ['file'], typed });
  for (const [name, value] of Object.entries(known)) typed[name] ??= value;
  const [file] = files;
  const isVault = keptField === 'subido' && Boolean(typed.documentId);
  const { comparado: confirmedKey, revisado } = typed;
  // The page gets the confirmation back only if it shows the same doubt again.
  delete typed.comparado;
  delete typed.revisado;
  const storedFile = file ? await storeFormFile(ctx, file, isVault) : {};
  if (storedFile.id) typed[keptField] = storedFile.id;
  const prefilled = typed.leer ? await begin?.() : undefined;
  const { differenceErrors, key, message } = storedFile.errors
    ? NO_DIFFERENCE
    : await compareWithDocument(ctx, typed, confirmedKey, { prefilled, uncompared });
  const result = schema.safeParse(typed);
  const typedErrors = result.success
    ? await ask(result.data, typed, revisado)
    : fieldErrors(result.error);
  // If the form was sent only to read its document, the other fields may still be empty, so their
  // errors are not shown.
  const shownErrors = { ...(!typed.leer && typedErrors), ...storedFile.errors };
  const isRefused = Object.keys(shownErrors).length > 0 || message || (key && key !== confirmedKey);
  try {
    if (!result.success || isRefused)
      throw new AppError('validation_failed', { ...(message && { message }), fields: shownErrors });
    return await write(result.data, typed);
  } catch (error) {
    if (!(error instanceof AppError) || !error.detail.fields) throw error;
    // Errors of the document are shown at its file.
    const { documentId, ...otherErrors } = error.detail.fields;
    const errors =
      documentId && !isVault ? { file: documentId, ...otherErrors } : error.detail.fields;
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
 * them. If fields were filled in or could not be read yet, the form comes back with the `message`
 * about it.
 */
async function compareWithDocument(
  ctx: SignedInCtx | AdminCtx,
  typed: TypedFields,
  confirmedKey: string | undefined,
  { prefilled, uncompared }: { prefilled?: Partial<TypedFields>; uncompared: readonly string[] },
): Promise<Comparison> {
  const reading = await readGuarantee(ctx, typed, prefilled);
  const { filledFields, isLate, message } = reading;
  const differenceTexts = Object.fromEntries(
    Object.entries(reading.differs).filter(([name]) => !uncompared.includes(name)),
  );
  if (isLate)
    return confirmedKey === READING_TIMED_OUT
      ? NO_DIFFERENCE
      : { differenceErrors: {}, key: READING_TIMED_OUT, message };
  Object.assign(typed, filledFields);
  const key =
    Object.keys(differenceTexts).length > 0 ? keyOfDifferences(differenceTexts, typed) : undefined;
  const differenceErrors = Object.fromEntries(
    Object.entries(differenceTexts).map(([name, text]) => [name, `${text} ${CONFIRM_TEXT}`]),
  );
  const isFilled = typed.leer || Object.keys(filledFields).length > 0;
  return { differenceErrors, ...(key && { key }), ...(isFilled && { message }) };
}

/** Joins the messages of a field that is both invalid and different from the document. */
function joinErrors(formErrors: FieldErrors, differenceErrors: FieldErrors): FieldErrors {
  const entries = Object.entries(differenceErrors).map(([name, text]) => [
    name,
    formErrors[name] ? `${formErrors[name]} ${text}` : text,
  ]);
  return { ...formErrors, ...Object.fromEntries(entries) };
}

const CONFIRM_TEXT = 'Si está bien lo que escribiste, presiona otra vez.';

type StoredFile = { id?: string; errors?: FieldErrors };

async function storeFormFile(
  ctx: SignedInCtx | AdminCtx,
  file: MultipartFile,
  isVault: boolean,
): Promise<StoredFile> {
  try {
    return await deletingAfter(file, async () =>
      isVault ? { errors: { documentId: ONE_ONLY_TEXT } } : { id: await storeDocument(ctx, file) },
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_file') throw error;
    return { errors: error.detail.fields ?? {} };
  }
}

const ONE_ONLY_TEXT = 'Elige uno solo: el archivo que subes o el de tu carpeta.';
