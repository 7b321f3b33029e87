import { compareAmounts, partiesOf } from '#lib/domain/issued-guarantees/rules.ts';
import type { Difference, IssuedFacts } from '#lib/domain/issued-guarantees/schema.ts';
import type { GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import { formatAmount, formatDate } from '#lib/platform/chile/format.ts';
import { isOtherInstitution, isSpelledAlike, lettersOf } from '#lib/platform/chile/names.ts';
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
 * Returns where a record differs from the request, whether a person typed its values or a document
 * filled them in. Parties and dates that were not requested are skipped.
 */
export function differencesOf(
  requested: GuaranteeItem,
  answers: StoredAnswers,
  facts: ComparedFacts,
): Difference[] {
  const { tenderId = '', ...named } = partiesOf(answers);
  const differs = (field: string, due: string | undefined, text: string, isFine = due === text) =>
    due === undefined || isFine ? [] : [{ field, asked: due, given: text }];
  const party = (name: 'holderName' | 'beneficiaryName', rut: 'holderRut' | 'beneficiaryRut') => {
    const requestedRut = named[rut] && formatRut(named[rut]);
    const isSameRut = requestedRut === formatRut(facts[rut]);
    return [
      ...differs(name, named[name], facts[name], isSameName(named[name], facts[name], isSameRut)),
      ...differs(rut, requestedRut, formatRut(facts[rut])),
    ];
  };
  const { glosa = '', tenderId: issuedTender = '' } = facts;
  return [
    ...party('holderName', 'holderRut'),
    ...differs('type', requested.tipoGarantia, facts.type),
    ...differs(
      'amount',
      formatAmount(requested.montoGarantia, requested.monedaGarantia),
      formatAmount(facts.amount, facts.currency),
      requested.monedaGarantia === facts.currency &&
        compareAmounts(requested.montoGarantia, facts.amount) === 0,
    ),
    // A longer term covers what was requested.
    ...differs(
      'validFrom',
      formatDate(requested.vigenciaDesde),
      formatDate(facts.validFrom),
      facts.validFrom <= requested.vigenciaDesde,
    ),
    ...differs(
      'validTo',
      formatDate(requested.vigenciaHasta),
      formatDate(facts.validTo),
      facts.validTo >= requested.vigenciaHasta,
    ),
    ...party('beneficiaryName', 'beneficiaryRut'),
    ...differs('tenderId', tenderId, issuedTender, lettersOf(tenderId) === lettersOf(issuedTender)),
    ...differs('glosa', ...comparedWordings(requested.glosaGarantia ?? '', glosa, tenderId)),
  ];
}

/** A name may be spelled in many ways if the RUT is the same, but it has to share a telling word. */
function isSameName(requested = '', issued: string, isSameRut: boolean): boolean {
  return isSpelledAlike(requested, issued) || (isSameRut && !isOtherInstitution(issued, requested));
}

/**
 * Returns what the issued wording lacks, the wording itself, and whether it is fine: it has the
 * requested words, to which it may add the tender's id. If none was requested, the id is enough.
 */
function comparedWordings(
  requested: string,
  issued: string,
  tenderId: string,
): [requested: string, issued: string, isFine: boolean] {
  const wordsOf = (text: string) => lettersOf(text).replaceAll(lettersOf(tenderId), '');
  const isNamed = namesTender(issued, tenderId);
  const isFine =
    lettersOf(issued) === lettersOf(requested) ||
    (isNamed && (requested === '' || wordsOf(issued) === wordsOf(requested)));
  return [isNamed ? requested : tenderId, issued, isFine];
}

/** Whether a wording names the tender, if there is one. */
export function namesTender(glosa: string, tenderId = ''): boolean {
  return glosa.toLowerCase().includes(tenderId.toLowerCase());
}
