import { findConditions } from '#lib/domain/conditions/reads.ts';
import { getGuaranteeRequest } from '#lib/domain/guarantees/reads.ts';
import { issuedLabels } from '#lib/domain/issued/copy.ts';
import {
  findByIssuer,
  findMistake,
  type IssuedDetail,
  listOfRequest,
} from '#lib/domain/issued/reads.ts';

import { differencesOf, issuerKeyOf, partiesOf } from '#lib/domain/issued/rules.ts';
import { typedOwn } from '#lib/domain/issued/typed.ts';
import { findUpload } from '#lib/domain/uploads/reads.ts';
import { groupAmount } from '#lib/platform/amounts.ts';
import { AppError } from '#lib/platform/errors.ts';
import { formatDate } from '#lib/platform/format.ts';
import type { AdminCtx } from '#lib/platform/operation.ts';
import { formatRut } from '#lib/platform/rut.ts';

type Lead = { id: number; submissionId: number | null };
type Typed = Record<string, string>;

/** As asked for, then `known`: what the request's first record says, or a mistake. `not_found`. */
export async function beginRecord(ctx: AdminCtx, lead: Lead, item: number, typed: Typed) {
  if (lead.submissionId === null) throw new AppError('not_found');
  const { answers } = await getGuaranteeRequest(lead.submissionId);
  const asked = answers.garantias[item];
  if (!asked) throw new AppError('not_found');
  const [records, mistake, conditions, stored] = await Promise.all([
    listOfRequest(lead.submissionId),
    findMistake(lead.submissionId, item),
    findConditions(ctx, lead.id),
    findStoredFile(typed.documentId),
  ]);
  const { holderRut = '', beneficiaryRut = '', ...parties } = partiesOf(answers);
  const given = typedOwn.safeParse(typed).data;
  const [first] = records;
  const begun = {
    ...parties,
    holderRut: holderRut && formatRut(holderRut),
    beneficiaryRut: beneficiaryRut && formatRut(beneficiaryRut),
    type: asked.tipoGarantia,
    amount: groupAmount(asked.montoGarantia),
    currency: asked.monedaGarantia,
    validFrom: formatDate(asked.vigenciaDesde),
    validTo: formatDate(asked.vigenciaHasta),
    glosa: asked.glosaGarantia ?? undefined,
    issuerName: conditions?.issuer,
  };
  const like = answers.garantias[first?.item ?? -1];
  const isAlike =
    like?.vigenciaDesde === asked.vigenciaDesde && like.vigenciaHasta === asked.vigenciaHasta;
  return {
    asked,
    begun,
    known: {
      ...(first && typedAgain(first, isAlike ? [...issuer, ...dates] : issuer)),
      ...(mistake && typedAgain(mistake)),
    },
    stored,
    record: records.find((one) => one.item === item) ?? null,
    differences: given ? differencesOf(asked, answers, given) : [],
    /** Another record that has the typed issuer and number. */
    same: given ? await findByIssuer(issuerKeyOf(given)) : null,
  };
}

type Fact = keyof typeof issuedLabels;
const facts = Object.keys(issuedLabels) as Fact[];
const issuer = ['instrument', 'issuerName', 'issuerRut', 'issuerVerifyUrl'] as const;
const dates = ['validFrom', 'validTo', 'claimUntil'] as const;

export function typedAgain(
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

async function findStoredFile(id: string | undefined) {
  const upload = id ? await findUpload(id) : null;
  const waits = upload?.kind === 'garantia' && upload.state === 'arrived';
  return waits && upload.verdict !== 'infected' ? upload : null;
}
