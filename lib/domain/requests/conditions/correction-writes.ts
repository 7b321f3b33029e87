import { eq, sql } from 'drizzle-orm';
import { conditionsRefusals } from '#lib/domain/requests/conditions/copy.ts';
import type { ConditionsGuarantee } from '#lib/domain/requests/conditions/schema.ts';
import type { Correction, GuaranteeTerms } from '#lib/domain/requests/leads/correction-schema.ts';
import { inboxColumns } from '#lib/domain/requests/submissions/inbox-columns.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { asSent, type RequestedGuarantee } from '#lib/domain/requests/submissions/view.ts';
import { compareAmounts } from '#lib/platform/chile/amounts.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

/**
 * Returns where conditions differ from the guarantees of the request, in the order of the
 * guarantees. Throws `validation_failed` unless the number of guarantees is the same.
 */
export async function listCorrections(
  tx: Tx,
  submissionId: number,
  guaranteesInConditions: readonly ConditionsGuarantee[] | undefined,
): Promise<Correction[]> {
  if (!guaranteesInConditions) return [];
  const { garantias } = (await getGuaranteeRequest(submissionId, tx)).answers;
  if (guaranteesInConditions.length !== garantias.length) {
    throw new AppError('validation_failed', {
      fields: { garantias: conditionsRefusals.garantias },
    });
  }
  return garantias.flatMap((guarantee, index) => {
    const [from, to] = [termsOf(guarantee), guaranteesInConditions[index]];
    if (!to || hasSameTerms(from, to)) return [];
    return [{ item: index, unit: guarantee.monedaGarantia, from, to }];
  });
}

/**
 * Replaces amount and validity of the corrected guarantees, so that everything that reads the
 * request uses the new values. `sent` keeps the values that the applicant sent.
 */
export async function storeCorrections(
  tx: Tx,
  leadId: number,
  submissionId: number,
  corrections: readonly Correction[],
): Promise<void> {
  if (corrections.length === 0) return;
  const { answers } = await getGuaranteeRequest(submissionId, tx);
  const garantias = answers.garantias.map((guarantee, index) => {
    const { to } = corrections.find(({ item }) => item === index) ?? {};
    return to ? correctTerms(guarantee, to) : guarantee;
  });
  const [before, after] = [inboxColumns(answers), inboxColumns({ ...answers, garantias })];
  await tx
    .update(submissions)
    .set({ answers: { ...answers, garantias } })
    .where(eq(submissions.id, submissionId));
  // If the tender's closing is known, it stays the deadline.
  const dueAt = sql`iif(due_at = ${before.dueAt}, ${after.dueAt}, due_at)`;
  await tx.update(leads).set({ about: after.about, dueAt }).where(eq(leads.id, leadId));
}

function correctTerms({ sent, ...guarantee }: RequestedGuarantee, to: GuaranteeTerms) {
  const original = termsOf(asSent({ ...guarantee, ...(sent && { sent }) }));
  if (hasSameTerms(original, to)) return { ...guarantee, ...original };
  return { ...guarantee, ...to, sent: original };
}

function termsOf({ montoGarantia, vigenciaDesde, vigenciaHasta }: GuaranteeTerms): GuaranteeTerms {
  return { montoGarantia, vigenciaDesde, vigenciaHasta };
}

function hasSameTerms(one: GuaranteeTerms, other: GuaranteeTerms): boolean {
  return (
    compareAmounts(one.montoGarantia, other.montoGarantia) === 0 &&
    one.vigenciaDesde === other.vigenciaDesde &&
    one.vigenciaHasta === other.vigenciaHasta
  );
}
