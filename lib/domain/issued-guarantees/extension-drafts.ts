import { readWizardValues } from '#lib/domain/accounts/reads/holders.ts';
import { answersToFollow } from '#lib/domain/drafts/earlier-answers.ts';
import type { WizardPage } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { beginDraftWith } from '#lib/domain/drafts/writes/begin-draft.ts';
import { issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import {
  findByNumber,
  getIssuedGuarantee,
  type IssuedDetail,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { getLinkedGuarantee } from '#lib/domain/issued-guarantees/reads/linked.ts';
import {
  isClaimedInPart,
  mayReportNext,
  partiesToAnswers,
} from '#lib/domain/issued-guarantees/rules.ts';
import type { Link } from '#lib/domain/links/rules.ts';
import { readLastContact } from '#lib/domain/requests/leads/reads/leads.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/**
 * Begins a draft that extends a guarantee of the account holder, until the last day `until` if one
 * was typed. Returns the first page to show: the review if `until` is set. Throws `conflict` if the
 * guarantee has ended, and `validation_failed` unless `until` is later than its last day.
 */
export async function beginExtensionDraft(
  ctx: SignedInCtx,
  id: string,
  until?: string,
): Promise<WizardPage> {
  const values = { ...(await readLastContact(ctx)), ...(await readWizardValues(ctx)) };
  return begin(ctx, await getIssuedGuarantee(ctx, id), values, until);
}

/** Begins a draft that extends the guarantee that a link shows. */
export async function beginLinkedExtensionDraft(ctx: RequestCtx, link: Link): Promise<WizardPage> {
  return begin(ctx, await getLinkedGuarantee(link));
}

/** Begins a draft with all answers. Only the new last day is missing if there is no `until`. */
async function begin(
  ctx: RequestCtx,
  record: IssuedDetail,
  values: Record<string, string> = {},
  until?: string,
): Promise<WizardPage> {
  if (!mayReportNext('prorrogada', record)) {
    throw conflict(issuedRefusals.ended);
  }
  if (until !== undefined && until <= record.validTo) {
    const hasta = `${issuedRefusals.longer} ${formatDate(record.validTo)}.`;
    throw new AppError('validation_failed', { fields: { hasta } });
  }
  const { number, submissionId, type, amount, currency, validTo, glosa } = record;
  const request = submissionId === null ? null : await getGuaranteeRequest(submissionId);
  const item = {
    id: randomId().slice(0, 8),
    renews: number,
    tipoGarantia: type,
    // After a partial claim, the wizard asks for the amount: it may be the rest or the whole
    // amount.
    ...(!isClaimedInPart(record) && { montoGarantia: amount }),
    monedaGarantia: currency,
    vigenciaDesde: addDays(validTo, 1),
    ...(until && { vigenciaHasta: until }),
    ...(glosa && { glosaGarantia: glosa }),
  };
  const parties = partiesToAnswers(record, request?.answers.sistemaLicitacion);
  // The e-mail of the account may have changed since the request.
  const contact = values.email ? { email: values.email } : {};
  const earlierAnswers = { ...values, ...request?.answers, ...parties, ...contact };
  const check = async (tx: Tx) => {
    if (!(await findByNumber(number, tx))) throw new AppError('not_found');
  };
  // The last day that was typed now counts, even if the draft was begun earlier.
  const refresh = (answers: DraftAnswers): DraftAnswers => ({
    ...answers,
    garantias: answers.garantias.map((guarantee) =>
      guarantee.renews === number ? { ...guarantee, vigenciaHasta: until } : guarantee,
    ),
  });
  const draftAnswers = answersToFollow(earlierAnswers, item, submissionId);
  return beginDraftWith(ctx, draftAnswers, check, until ? refresh : undefined);
}
