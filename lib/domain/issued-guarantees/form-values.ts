import { issuedLabels } from '#lib/domain/issued-guarantees/copy.ts';
import {
  findMistakenRecord,
  type IssuedDetail,
  listRecordsOfRequest,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import type { GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';

type Fact = keyof typeof issuedLabels;
const factNames = Object.keys(issuedLabels) as Fact[];
const issuer = ['instrument', 'issuerName', 'issuerRut', 'issuerVerifyUrl'] as const;
const dates = ['validFrom', 'validTo', 'claimUntil'] as const;

export function formValuesOf(
  record: IssuedDetail,
  names: readonly Fact[] = factNames,
): Record<string, string> {
  const entries = names.map((name) => {
    const value = record[name] ?? '';
    if (/Rut$/.test(name)) return [name, value && formatRut(value)];
    if (/^(valid|claim)/.test(name)) return [name, value && formatDate(value)];
    return [name, name === 'amount' ? groupAmount(value) : value];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the facts of the request's first record that also hold for `item`. If a record of `item`
 * was annulled as a mistake, returns all facts of that record.
 */
export async function readKnownFacts(
  submissionId: number,
  guarantees: readonly GuaranteeItem[],
  item: number,
): Promise<Record<string, string>> {
  const [[firstRecord], mistakenRecord] = await Promise.all([
    listRecordsOfRequest(submissionId),
    findMistakenRecord(submissionId, item),
  ]);
  const [requested, similar] = [guarantees[item], guarantees[firstRecord?.item ?? -1]];
  const hasSameTerm =
    similar?.vigenciaDesde === requested?.vigenciaDesde &&
    similar?.vigenciaHasta === requested?.vigenciaHasta;
  return {
    ...(firstRecord && formValuesOf(firstRecord, hasSameTerm ? [...issuer, ...dates] : issuer)),
    ...(mistakenRecord && formValuesOf(mistakenRecord)),
  };
}
