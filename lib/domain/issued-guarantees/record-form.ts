import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { instrumentCopy, issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import {
  differencesOf,
  documentDifferences,
  joinDifferences,
} from '#lib/domain/issued-guarantees/differences.ts';
import { knownFacts } from '#lib/domain/issued-guarantees/form-values.ts';
import {
  isSame,
  otherHalves,
  parties,
} from '#lib/domain/issued-guarantees/reading/compare-reading.ts';
import {
  documentKey,
  readInTime,
  readUpload,
} from '#lib/domain/issued-guarantees/reading/document-reading.ts';
import { listOfRequest } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { findByIssuer } from '#lib/domain/issued-guarantees/reads/same-issuer.ts';
import { issuerKeyOf, partiesOf } from '#lib/domain/issued-guarantees/rules.ts';
import { ownGuaranteeForm } from '#lib/domain/issued-guarantees/typed-fields.ts';
import { findUnrecordedUpload } from '#lib/domain/issued-guarantees/writes/store-document.ts';
import { findConditions } from '#lib/domain/requests/conditions/reads.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { guaranteeTypes } from '#lib/domain/requests/submissions/schema.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

type Lead = { id: number; submissionId: number | null };
type FormValues = Record<string, string>;

/**
 * Returns what the form of a record shows. `known` has facts of the first record of the request, or
 * of a record that was annulled as a mistake. Throws `not_found`.
 */
export async function prefillRecord(ctx: AdminCtx, lead: Lead, item: number, typed: FormValues) {
  const { submissionId, answers, requested, prefilled } = await beginRecord(ctx, lead, item);
  const [records, known, attachment] = await Promise.all([
    listOfRequest(submissionId),
    knownFacts(submissionId, answers.garantias, item),
    findUnrecordedUpload(typed.documentId),
  ]);
  // An empty party will be typed later, so it is not shown as a difference.
  const blank = parties.flat().filter((name) => !typed[name]?.trim());
  const completed = { ...typed, ...pick(prefilled, blank) };
  const facts = ownGuaranteeForm.safeParse(completed);
  const comparable = facts.success ? facts.data : comparedFacts(completed, facts.error, prefilled);
  const isSent = typed.issuerNumber !== undefined;
  const differences = comparable ? differencesOf(requested, answers, comparable, blank) : [];
  const reading = isSent ? await readUpload(typed.documentId) : null;
  return {
    requested,
    prefilled,
    known,
    stored: attachment?.verdict === 'infected' ? null : attachment,
    record: records.find((issued) => issued.item === item) ?? null,
    differences: isSent
      ? joinDifferences(differences, documentDifferences(requested, answers, reading))
      : [],
    /** Another record that has the typed issuer and number. */
    duplicate: facts.success ? await findByIssuer(issuerKeyOf(facts.data)) : null,
  };
}

/** Returns all values with which the form of a record begins. Throws `not_found`. */
export async function begunValues(ctx: AdminCtx, lead: Lead, item: number) {
  const { submissionId, answers, prefilled } = await beginRecord(ctx, lead, item);
  return { ...prefilled, ...(await knownFacts(submissionId, answers.garantias, item)) };
}

/**
 * Returns the typed facts. Fields that cannot be read yet get the value of the request, so that all
 * other fields can be compared.
 */
function comparedFacts(typed: FormValues, error: z.ZodError, prefilled: Partial<FormValues>) {
  const unreadable = Object.keys(fieldErrors(error));
  return ownGuaranteeForm.safeParse({
    ...typed,
    ...pick({ ...unrequested, ...prefilled }, unreadable),
  }).data;
}

const pick = (values: Partial<FormValues>, names: readonly string[]): FormValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']));

/** Placeholders for facts that no request has. They are not compared. */
const unrequested = { instrument: 'poliza', issuerName: '-', issuerNumber: '-' };

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

const facts = Object.keys(issuedLabels) as (keyof typeof issuedLabels)[];

/**
 * Reads the document of the form. Returns values for empty fields (`readFields`) and differences
 * from typed values (`differs`). A field that still has its prefilled value counts as empty.
 */
export async function readGuarantee(
  ctx: SignedInCtx | AdminCtx,
  typed: FormValues,
  prefilled: Partial<FormValues> = {},
) {
  const key = await documentKey(ctx, typed);
  const reading = key ? await readInTime(key) : null;
  const facts = reading?.guarantee;
  if (!facts) {
    const hint = key ? 'Escribe lo que dice.' : 'Elige su documento.';
    const isLate = key !== undefined && reading === null;
    const message = isLate ? stillReading : `No pudimos leerla. ${hint}`;
    return { readFields: {}, differs: {}, isLate, message };
  }
  const { amount, validFrom, validTo, currency = '', beneficiaryRut, ...others } = facts;
  const { rut } = reading;
  const read: FormValues = {
    ...others,
    ...(amount && { amount: groupAmount(amount) }),
    ...(validFrom && { validFrom: formatDate(validFrom) }),
    ...(validTo && { validTo: formatDate(validTo) }),
    ...(rut && { holderRut: formatRut(rut) }),
    ...(beneficiaryRut && { beneficiaryRut: formatRut(beneficiaryRut) }),
  };
  const isFree = (name: string) => {
    const [value = '', begun] = [typed[name], prefilled[name]].map(onOneLine);
    return value === '' || value === begun;
  };
  const freeFields = Object.fromEntries(Object.entries(read).filter(([name]) => isFree(name)));
  // The form preselects a unit. Before there is an amount, nobody has chosen it.
  if (freeFields.amount && currency) freeFields.currency = currency;
  else if (amount && currency) read.currency = currency;
  const differs = Object.fromEntries(
    Object.entries(read)
      .filter(([name, value]) => !(name in freeFields) && !isSame(name, value, typed))
      .map(([name, value]) => [
        name,
        `El documento dice ${valueText(name, value)}`.replace(/\.?$/, '.'),
      ]),
  );
  const cleared = otherHalves(read, prefilled).filter((name) => typed[name] && isFree(name));
  for (const name of cleared) freeFields[name] = '';
  const empty = mainFacts.filter((name) => !typed[name]?.trim() && !(name in read));
  const unread = [...new Set([...cleared, ...empty])].map((name) => issuedLabels[name]);
  const inherited = requestedFacts(prefilled)
    .filter((name) => typed[name] && isFree(name) && !(name in { ...read, ...freeFields }))
    .map((name) => issuedLabels[name])
    .join(' ni ');
  return {
    readFields: freeFields,
    differs,
    isLate: false,
    message: [
      'Completamos lo que leímos en el documento.',
      unread.length > 0 &&
        `No leímos ${unread.join(' ni ')}: ${unread.length === 1 ? 'escríbelo' : 'escríbelos'}.`,
      inherited && `No leímos ${inherited}: quedó lo de la solicitud, compáralo.`,
      'Revísalo todo.',
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** Facts that nearly every document states. The form names those that were not read. */
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

/** Ignores line ends, because browsers send others than we store. */
const onOneLine = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim();

/**
 * Lists the facts that the request prefilled, except the currency, which is read with the amount.
 */
const requestedFacts = (prefilled: Partial<FormValues>) =>
  facts.filter((name) => name !== 'currency' && prefilled[name]);

const valueText = (name: string, value: string) =>
  name === 'glosa' ? `«${value}»` : (choices[value] ?? value);

const choices: Record<string, string> = {
  ...instrumentCopy,
  ...Object.fromEntries(guaranteeTypes.map((type) => [type, guaranteeTypeCopy[type].label])),
};

/** Hashes the differences that a page showed, so that the next press confirms exactly these. */
export function keyOfDifferences(differs: FormValues, typed: FormValues): string {
  const differences = Object.entries(differs).map(([name, text]) => [name, typed[name], text]);
  return createHash('sha256').update(JSON.stringify(differences)).digest('hex').slice(0, 16);
}

/**
 * Used as the key of differences if reading took too long. It lets the next press record without a
 * comparison.
 */
export const READING_TIMED_OUT = 'tarde';

const stillReading = 'Seguimos leyendo el documento. Presiona otra vez en unos segundos.';
