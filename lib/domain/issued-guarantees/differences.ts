import type { DocumentReading } from '#lib/domain/documents/schema.ts';
import { isSame } from '#lib/domain/issued-guarantees/reading/compare-reading.ts';
import { partiesOf } from '#lib/domain/issued-guarantees/rules.ts';
import type { Difference, IssuedFacts } from '#lib/domain/issued-guarantees/schema.ts';
import type { GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import { compareAmounts } from '#lib/platform/chile/amounts.ts';
import { formatAmount, formatDate } from '#lib/platform/chile/format.ts';
import { isSpelledAlike, lettersOf } from '#lib/platform/chile/names.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';

type ComparedFacts = Pick<
  IssuedFacts,
  | 'type'
  | 'amount'
  | 'currency'
  | 'validFrom'
  | 'validTo'
  | 'holderName'
  | 'holderRut'
  | 'beneficiaryName'
  | 'beneficiaryRut'
  | 'glosa'
  | 'tenderId'
>;

/**
 * Returns where a record differs from the request, whether a person typed its values or they were
 * read from a document. Facts that the request does not state are not compared. A party with the requested RUT
 * counts as the requested party, whatever its name is. `assumedFields` names the fields that were
 * only copied from the request. If the RUT of a party is among them, the name of the party is
 * compared.
 */
export function listRequestDifferences(
  requested: GuaranteeItem,
  answers: StoredAnswers,
  facts: ComparedFacts,
  assumedFields: readonly string[] = [],
): Difference[] {
  const { holderName, holderRut, beneficiaryName, beneficiaryRut, tenderId } = partiesOf(answers);
  const { glosa = '', tenderId: issuedTender = tenderId } = facts;
  const isSameHolder =
    !assumedFields.includes('holderRut') &&
    holderRut !== undefined &&
    formatRut(holderRut) === formatRut(facts.holderRut);
  const compareField = (
    field: string,
    requestedText: string | undefined,
    issuedText = '',
    isMatch = requestedText === issuedText,
  ) =>
    requestedText === undefined || isMatch
      ? []
      : [{ field, asked: requestedText, given: issuedText }];
  return [
    ...compareField(
      'holderName',
      holderName,
      facts.holderName,
      // A company's name can be spelled in many ways, so the RUT decides.
      isSameHolder || isSpelledAlike(holderName ?? '', facts.holderName),
    ),
    ...compareField('holderRut', holderRut && formatRut(holderRut), formatRut(facts.holderRut)),
    ...compareField('type', requested.tipoGarantia, facts.type),
    ...compareField(
      'amount',
      formatAmount(requested.montoGarantia, requested.monedaGarantia),
      formatAmount(facts.amount, facts.currency),
      requested.monedaGarantia === facts.currency &&
        compareAmounts(requested.montoGarantia, facts.amount) === 0,
    ),
    // A longer term covers what was requested.
    ...compareField(
      'validFrom',
      formatDate(requested.vigenciaDesde),
      formatDate(facts.validFrom),
      facts.validFrom <= requested.vigenciaDesde,
    ),
    ...compareField(
      'validTo',
      formatDate(requested.vigenciaHasta),
      formatDate(facts.validTo),
      facts.validTo >= requested.vigenciaHasta,
    ),
    ...compareField(
      'beneficiaryName',
      assumedFields.includes('beneficiaryRut') ? beneficiaryName : undefined,
      facts.beneficiaryName,
      isSpelledAlike(beneficiaryName ?? '', facts.beneficiaryName),
    ),
    ...compareField(
      'beneficiaryRut',
      beneficiaryRut && formatRut(beneficiaryRut),
      formatRut(facts.beneficiaryRut),
    ),
    ...compareField(
      'tenderId',
      tenderId,
      issuedTender,
      lettersOf(tenderId ?? '') === lettersOf(issuedTender ?? ''),
    ),
    // An empty `glosa` (the wording) is accepted if none was requested. The requested words are
    // always accepted.
    ...compareField(
      'glosa',
      requested.glosaGarantia || glosa ? tenderId : undefined,
      glosa,
      lettersOf(glosa) === lettersOf(requested.glosaGarantia ?? '') || namesTender(glosa, tenderId),
    ),
  ];
}

/**
 * Returns where the document itself differs from the request, whatever was typed in the form. A
 * fact that the document does not state counts as equal. The name of the holder is compared only if
 * the RUT was not read.
 */
export function listDocumentDifferences(
  requested: GuaranteeItem,
  answers: StoredAnswers,
  reading: DocumentReading | null,
): Difference[] {
  if (!reading?.guarantee) return [];
  const { holderName, beneficiaryName: _, ...readFacts } = reading.guarantee;
  const { rut } = reading;
  const facts = {
    holderName: '',
    holderRut: '',
    beneficiaryName: '',
    beneficiaryRut: '',
    ...partiesOf(answers),
    type: requested.tipoGarantia,
    amount: requested.montoGarantia,
    currency: requested.monedaGarantia,
    validFrom: requested.vigenciaDesde,
    validTo: requested.vigenciaHasta,
    glosa: requested.glosaGarantia ?? undefined,
    ...readFacts,
    ...(rut ? { holderRut: rut } : holderName && { holderName }),
  };
  return listRequestDifferences(requested, answers, facts, rut ? [] : ['holderRut']).map(
    (difference) => ({
      ...difference,
      source: 'document',
    }),
  );
}

/**
 * Returns where issuer and number in a document differ from the recorded ones. No reason has to be
 * given, because a request names neither of the two, but the record must show the difference.
 */
export function listRecordDifferences(
  record: Pick<IssuedFacts, 'issuerName' | 'issuerNumber'>,
  reading: DocumentReading | null,
): Difference[] {
  return (['issuerName', 'issuerNumber'] as const).flatMap((field) => {
    const readValue = reading?.guarantee?.[field];
    const isEqual = !readValue || isSame(field, readValue, { [field]: record[field] });
    return isEqual ? [] : [{ field, asked: record[field], given: readValue, source: 'record' }];
  });
}

/** Returns the typed differences, followed by those of the document that are not among them. */
export function joinDifferences(
  typedDifferences: readonly Difference[],
  documentDifferences: readonly Difference[],
): Difference[] {
  const isTyped = ({ field, given }: Difference) =>
    typedDifferences.some((difference) => difference.field === field && difference.given === given);
  return [...typedDifferences, ...documentDifferences.filter((difference) => !isTyped(difference))];
}

export function namesTender(glosa: string, tenderId = ''): boolean {
  return glosa.toLowerCase().includes(tenderId.toLowerCase());
}
