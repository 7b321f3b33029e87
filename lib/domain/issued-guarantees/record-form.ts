import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { instrumentCopy, issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import {
  joinDifferences,
  listDocumentDifferences,
  listRequestDifferences,
} from '#lib/domain/issued-guarantees/differences.ts';
import { ownGuaranteeForm } from '#lib/domain/issued-guarantees/form-schema.ts';
import { readKnownFacts } from '#lib/domain/issued-guarantees/form-values.ts';
import {
  isSame,
  listUnpairedFields,
  parties,
} from '#lib/domain/issued-guarantees/reading/compare-reading.ts';
import {
  findDocumentKey,
  readDocumentInTime,
  readUpload,
} from '#lib/domain/issued-guarantees/reading/document-reading.ts';
import { listRecordsOfRequest } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { findRecordByIssuer } from '#lib/domain/issued-guarantees/reads/same-issuer.ts';
import { issuerKeyOf, partiesOf } from '#lib/domain/issued-guarantees/rules.ts';
import { findConditions } from '#lib/domain/requests/conditions/reads.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { guaranteeTypes } from '#lib/domain/requests/submissions/schema.ts';
import { findUnrecordedUpload } from '#lib/domain/uploads/reads.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

type Lead = { id: number; submissionId: number | null };
type FormValues = Record<string, string>;

/**
 * Returns what the form of a record shows. `known` are the facts of the request's first record, or
 * of a record that was annulled as a mistake. Throws `not_found`.
 */
export async function prefillRecord(ctx: AdminCtx, lead: Lead, item: number, typed: FormValues) {
  const { submissionId, answers, requested, prefilled } = await beginRecord(ctx, lead, item);
  const [records, known, attachment] = await Promise.all([
    listRecordsOfRequest(submissionId),
    readKnownFacts(submissionId, answers.garantias, item),
    findUnrecordedUpload(typed.documentId),
  ]);
  // A party that is still empty will be typed later, so it is no difference.
  const blankFields = parties.flat().filter((name) => !typed[name]?.trim());
  const completedValues = { ...typed, ...pick(prefilled, blankFields) };
  const facts = ownGuaranteeForm.safeParse(completedValues);
  const comparableFacts = facts.success
    ? facts.data
    : parseComparableFacts(completedValues, facts.error, prefilled);
  const isSent = typed.issuerNumber !== undefined;
  const differences = comparableFacts
    ? listRequestDifferences(requested, answers, comparableFacts, blankFields)
    : [];
  const reading = isSent ? await readUpload(typed.documentId) : null;
  return {
    requested,
    prefilled,
    known,
    stored: attachment?.verdict === 'infected' ? null : attachment,
    record: records.find((issued) => issued.item === item) ?? null,
    differences: isSent
      ? joinDifferences(differences, listDocumentDifferences(requested, answers, reading))
      : [],
    /** Another record that has the typed issuer and number. */
    duplicate: facts.success ? await findRecordByIssuer(issuerKeyOf(facts.data)) : null,
  };
}

/** Returns all values with which the form of a record begins. Throws `not_found`. */
export async function getInitialValues(ctx: AdminCtx, lead: Lead, item: number) {
  const { submissionId, answers, prefilled } = await beginRecord(ctx, lead, item);
  return { ...prefilled, ...(await readKnownFacts(submissionId, answers.garantias, item)) };
}

/**
 * Returns the typed facts for a comparison. A field that is not valid yet gets the value of the
 * request, so that the other fields can be compared.
 */
function parseComparableFacts(
  typed: FormValues,
  error: z.ZodError,
  prefilled: Partial<FormValues>,
) {
  const unreadable = Object.keys(fieldErrors(error));
  return ownGuaranteeForm.safeParse({
    ...typed,
    ...pick({ ...placeholders, ...prefilled }, unreadable),
  }).data;
}

const pick = (values: Partial<FormValues>, names: readonly string[]): FormValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']));

/** Placeholders for facts that requests do not have. They are not compared. */
const placeholders = { instrument: 'poliza', issuerName: '-', issuerNumber: '-' };

/** Returns the request, and the values with which its form begins. Throws `not_found`. */
async function beginRecord(ctx: AdminCtx, { id, submissionId }: Lead, item: number) {
  if (submissionId === null) throw new AppError('not_found');
  const [{ answers }, conditions] = await Promise.all([
    getGuaranteeRequest(submissionId),
    findConditions(ctx, id),
  ]);
  const requested = answers.garantias[item];
  if (!requested) throw new AppError('not_found');
  const { holderRut = '', beneficiaryRut = '', ...parties } = partiesOf(answers);
  const prefilled = {
    ...parties,
    holderRut: holderRut && formatRut(holderRut),
    beneficiaryRut: beneficiaryRut && formatRut(beneficiaryRut),
    type: requested.tipoGarantia,
    amount: groupAmount(requested.montoGarantia),
    currency: requested.monedaGarantia,
    validFrom: formatDate(requested.vigenciaDesde),
    validTo: formatDate(requested.vigenciaHasta),
    glosa: requested.glosaGarantia ?? undefined,
    issuerName: conditions?.issuer,
  };
  return { submissionId, answers, requested, prefilled };
}

const factNames = Object.keys(issuedLabels) as (keyof typeof issuedLabels)[];

/**
 * Reads the document of the form. Returns values for empty fields (`filledFields`), and differences
 * from typed values (`differs`). A field that has its prefilled value counts as empty.
 */
export async function readGuarantee(
  ctx: SignedInCtx | AdminCtx,
  typed: FormValues,
  prefilled: Partial<FormValues> = {},
) {
  const key = await findDocumentKey(ctx, typed);
  const reading = key ? await readDocumentInTime(key) : null;
  const facts = reading?.guarantee;
  if (!facts) {
    const reason = !key
      ? 'Elige el documento de la garantía para leerlo.'
      : reading === null
        ? ''
        : 'No pudimos leer el documento. Leemos PDF con texto, no fotos ni escaneos: escribe lo que dice.';
    const isLate = key !== undefined && reading === null;
    const message = isLate ? stillReadingText : reason;
    return { filledFields: {}, differs: {}, isLate, message };
  }
  const { amount, validFrom, validTo, currency = '', beneficiaryRut, ...otherFacts } = facts;
  const { rut } = reading;
  const readValues: FormValues = {
    ...otherFacts,
    ...(amount && { amount: groupAmount(amount) }),
    ...(validFrom && { validFrom: formatDate(validFrom) }),
    ...(validTo && { validTo: formatDate(validTo) }),
    ...(rut && { holderRut: formatRut(rut) }),
    ...(beneficiaryRut && { beneficiaryRut: formatRut(beneficiaryRut) }),
  };
  const isUnchanged = (name: string) => {
    const [value = '', prefilledValue] = [typed[name], prefilled[name]].map(onOneLine);
    return value === '' || value === prefilledValue;
  };
  const filledFields = Object.fromEntries(
    Object.entries(readValues).filter(([name]) => isUnchanged(name)),
  );
  // The form preselects a unit. As long as there is no amount, no person has chosen the unit.
  if (filledFields.amount && currency) filledFields.currency = currency;
  else if (amount && currency) readValues.currency = currency;
  const differenceTexts = Object.fromEntries(
    Object.entries(readValues)
      .filter(([name, value]) => !(name in filledFields) && !isSame(name, value, typed))
      .map(([name, value]) => [
        name,
        `El documento dice ${valueText(name, value)}`.replace(/\.?$/, '.'),
      ]),
  );
  const clearedFields = listUnpairedFields(readValues, prefilled).filter(
    (name) => typed[name] && isUnchanged(name),
  );
  for (const name of clearedFields) filledFields[name] = '';
  const emptyFields = mainFacts.filter((name) => !typed[name]?.trim() && !(name in readValues));
  const unreadFields = new Set([...clearedFields, ...emptyFields]);
  const unreadLabels = [...unreadFields].map((name) => issuedLabels[name]);
  const inheritedLabels = requestedFacts(prefilled)
    .filter(
      (name) => typed[name] && isUnchanged(name) && !(name in { ...readValues, ...filledFields }),
    )
    .map((name) => issuedLabels[name])
    .join(' ni ');
  return {
    filledFields,
    differs: differenceTexts,
    isLate: false,
    message: [
      'Completamos lo que leímos en el documento.',
      unreadLabels.length > 0 &&
        `No leímos ${unreadLabels.join(' ni ')}: ${unreadLabels.length === 1 ? 'escríbelo' : 'escríbelos'}.`,
      inheritedLabels && `No leímos ${inheritedLabels}: quedó lo de la solicitud, compáralo.`,
      'Revísalo todo.',
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** Facts that nearly every document states. The form names those of them that were not read. */
const mainFacts = [
  'type',
  'issuerName',
  'issuerNumber',
  'holderName',
  'beneficiaryName',
  'beneficiaryRut',
  'amount',
  'validFrom',
  'validTo',
] as const;

/** Ignores line breaks, because browsers send other ones than we store. */
const onOneLine = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim();

/** Lists facts that the request prefilled, except the currency, which is read with the amount. */
const requestedFacts = (prefilled: Partial<FormValues>) =>
  factNames.filter((name) => name !== 'currency' && prefilled[name]);

const valueText = (name: string, value: string) =>
  name === 'glosa' ? `«${value}»` : (choices[value] ?? value);

const choices: Record<string, string> = {
  ...instrumentCopy,
  ...Object.fromEntries(guaranteeTypes.map((type) => [type, guaranteeTypeCopy[type].label])),
};

/** Hashes the differences that a page showed. The next press confirms exactly these. */
export function keyOfDifferences(shownTexts: FormValues, typed: FormValues): string {
  const differences = Object.entries(shownTexts).map(([name, text]) => [name, typed[name], text]);
  return createHash('sha256').update(JSON.stringify(differences)).digest('hex').slice(0, 16);
}

/**
 * The key of differences if reading took too long. With it, the next press records without a
 * comparison.
 */
export const READING_TIMED_OUT = 'tarde';

const stillReadingText = 'Seguimos leyendo el documento. Presiona otra vez en unos segundos.';
