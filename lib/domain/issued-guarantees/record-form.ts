import { createHash } from 'node:crypto';
import { findOwnDocument } from '#lib/domain/documents/reads.ts';
import { readStored } from '#lib/domain/documents/writes/read-documents.ts';
import { isSame, otherHalves, parties } from '#lib/domain/issued-guarantees/compare-reading.ts';
import { instrumentCopy, issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import {
  findMistake,
  type IssuedDetail,
  listOfRequest,
} from '#lib/domain/issued-guarantees/reads.ts';
import { differencesOf, issuerKeyOf, partiesOf } from '#lib/domain/issued-guarantees/rules.ts';
import { findByIssuer } from '#lib/domain/issued-guarantees/same-issuer.ts';
import { typedOwn } from '#lib/domain/issued-guarantees/typed-fields.ts';
import { findSent } from '#lib/domain/issued-guarantees/writes/store-document.ts';
import { findConditions } from '#lib/domain/requests/conditions/reads.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { guaranteeTypes } from '#lib/domain/requests/submissions/schema.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { withTimeout } from '#lib/platform/process/timeout.ts';

type Lead = { id: number; submissionId: number | null };
type FormValues = Record<string, string>;

/** Prefills the form. `known`: the request's first or annulled record. Throws `not_found`. */
export async function prefillRecord(ctx: AdminCtx, lead: Lead, item: number, typed: FormValues) {
  const { submissionId, answers, requested, prefilled } = await beginRecord(ctx, lead, item);
  const [records, mistake, attachment] = await Promise.all([
    listOfRequest(submissionId),
    findMistake(submissionId, item),
    findSent(typed.documentId),
  ]);
  // A party that is still to be typed is no difference yet.
  const blank = parties.flat().filter((name) => !typed[name]?.trim());
  const asRequested = Object.fromEntries(blank.map((name) => [name, prefilled[name]]));
  const facts = typedOwn.safeParse({ ...typed, ...asRequested }).data;
  const [first] = records;
  const requestedLike = answers.garantias[first?.item ?? -1];
  const isAlike =
    requestedLike?.vigenciaDesde === requested.vigenciaDesde &&
    requestedLike.vigenciaHasta === requested.vigenciaHasta;
  return {
    requested,
    prefilled,
    known: {
      ...(first && formValuesOf(first, isAlike ? [...issuer, ...dates] : issuer)),
      ...(mistake && formValuesOf(mistake)),
    },
    stored: attachment?.verdict === 'infected' ? null : attachment,
    record: records.find((issued) => issued.item === item) ?? null,
    differences: facts ? differencesOf(requested, answers, facts) : [],
    /** Another record that has the typed issuer and number. */
    duplicate: facts ? await findByIssuer(issuerKeyOf(facts)) : null,
  };
}

/** Returns the request, and the values with which its form begins. Throws `not_found`. */
export async function beginRecord(ctx: AdminCtx, { id, submissionId }: Lead, item: number) {
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

type Fact = keyof typeof issuedLabels;
const facts = Object.keys(issuedLabels) as Fact[];
const issuer = ['instrument', 'issuerName', 'issuerRut', 'issuerVerifyUrl'] as const;
const dates = ['validFrom', 'validTo', 'claimUntil'] as const;

export function formValuesOf(
  record: IssuedDetail,
  names: readonly Fact[] = facts,
): Record<string, string> {
  const typed = names.map((name) => {
    const value = record[name] ?? '';
    if (/Rut$/.test(name)) return [name, value && formatRut(value)];
    if (/^(valid|claim)/.test(name)) return [name, value && formatDate(value)];
    return [name, name === 'amount' ? groupAmount(value) : value];
  });
  return Object.fromEntries(typed);
}

/**
 * Reads the form's document for values of empty fields and differences from typed ones. A field that
 * still has the value with which the form was prefilled counts as empty.
 */
export async function readGuarantee(
  ctx: SignedInCtx | AdminCtx,
  typed: FormValues,
  prefilled: Partial<FormValues> = {},
) {
  const key = await fileOf(ctx, typed);
  const reading = key ? await withTimeout(readStored(key), READ_MS, () => null) : null;
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
  const isFree = (name: string) => !typed[name]?.trim() || typed[name] === prefilled[name];
  const freeFields = Object.fromEntries(Object.entries(read).filter(([name]) => isFree(name)));
  // The form preselects a unit, which nobody has chosen before there is an amount.
  if (freeFields.amount && currency) freeFields.currency = currency;
  else if (amount && currency) read.currency = currency;
  const differs = Object.fromEntries(
    Object.entries(read)
      .filter(([name, value]) => !(name in freeFields) && !isSame(name, value, typed))
      .map(([name, value]) => [name, `El documento dice ${choices[value] ?? value}.`]),
  );
  const cleared = otherHalves(read, prefilled).filter((name) => typed[name] && isFree(name));
  for (const name of cleared) freeFields[name] = '';
  const unread = cleared.map((name) => issuedLabels[name]).join(' ni ');
  return {
    readFields: freeFields,
    differs,
    isLate: false,
    message: `Completamos lo que leímos en el documento. ${unread && `No leímos ${unread}: escríbelo. `}Revísalo todo.`,
  };
}

const choices: Record<string, string> = {
  ...instrumentCopy,
  ...Object.fromEntries(guaranteeTypes.map((type) => [type, guaranteeTypeCopy[type].label])),
};

/** Hashes the differences that a page showed, so that the next press confirms exactly these. */
export function keyOfDifferences(differs: FormValues, typed: FormValues): string {
  const differences = Object.entries(differs).map(([name, text]) => [name, typed[name], text]);
  return createHash('sha256').update(JSON.stringify(differences)).digest('hex').slice(0, 16);
}

/** Replaces the key of differences after the page showed that reading takes longer. */
export const READING_TIMED_OUT = 'tarde';

/** How long a form waits for its document to be read. */
const READ_MS = 20_000;
const stillReading = 'Seguimos leyendo el documento. Presiona otra vez en unos segundos.';

async function fileOf(ctx: SignedInCtx | AdminCtx, typed: FormValues): Promise<string | undefined> {
  const { documentId, subido = documentId } = typed;
  if (documentId && ctx.auth === 'signedIn') {
    const document = await findOwnDocument(ctx.holderId, documentId);
    return document?.state === 'kept' ? document.objectKey : undefined;
  }
  const upload = await findSent(subido);
  return upload?.verdict === 'waiting' ? undefined : upload?.objectKey;
}
