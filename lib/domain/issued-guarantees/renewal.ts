import { findWizardValues } from '#lib/domain/accounts/holders.ts';
import { beginWith, draftLimit } from '#lib/domain/drafts/operations.ts';
import { answersToFollow } from '#lib/domain/drafts/rules.ts';
import { issuedRefusal } from '#lib/domain/issued-guarantees/copy.ts';
import { findByNumber, getIssued, type IssuedDetail } from '#lib/domain/issued-guarantees/reads.ts';
import { answersOf, mayFollow } from '#lib/domain/issued-guarantees/rules.ts';
import { issuedId } from '#lib/domain/issued-guarantees/schema.ts';
import { recordOf } from '#lib/domain/issued-guarantees/writes/open-issued.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { linkPath } from '#lib/domain/links/view.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { tokenParams } from '#lib/platform/operations/fields.ts';
import {
  defineOperation,
  type RequestCtx,
  redirectAddress,
} from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';

const renewal = {
  method: 'POST',
  limit: draftLimit,
  reply: redirectAddress,
} as const;

export const postRenewal = defineOperation({
  ...renewal,
  path: '/panel/garantias/{id}/prorroga',
  auth: 'member',
  params: issuedId,
  summary: 'Begin a draft that extends an own guarantee',
  handler: async (ctx, { params }) => {
    const known = await findWizardValues(ctx);
    return begin(ctx, await getIssued(ctx, params.id), known);
  },
});

export const postLinkedRenewal = defineOperation({
  ...renewal,
  path: '/garantia/{token}/prorroga',
  auth: 'guest',
  params: tokenParams,
  summary: 'Begin a draft that extends the guarantee that a link shows',
  handler: async (ctx, { params }) => {
    const link = await findLink('issued', params.token);
    if (!link) throw new AppError('invalid_token');
    // The page of an expired link offers to mail a new one to the guarantee's own address.
    if (isEnded(link, ctx.now)) return linkPath('issued', link.id);
    return begin(ctx, await recordOf(link));
  },
});

/** Starts a draft with all but the new last day. Throws `conflict` if the guarantee has ended. */
async function begin(
  ctx: RequestCtx,
  record: IssuedDetail,
  known: Record<string, string> = {},
): Promise<string> {
  if (!mayFollow('prorrogada', record)) {
    throw new AppError('conflict', { message: issuedRefusal.ended });
  }
  const { number, submissionId, type, amount, currency, validTo, glosa } = record;
  const request = submissionId === null ? null : await getGuaranteeRequest(submissionId);
  const item = {
    id: randomId().slice(0, 8),
    renews: number,
    tipoGarantia: type,
    montoGarantia: amount,
    monedaGarantia: currency,
    vigenciaDesde: addDays(validTo, 1),
    ...(glosa && { glosaGarantia: glosa }),
  };
  const parties = answersOf(record, request?.answers.sistemaLicitacion);
  // The account may have another address since its request.
  const own = known.email ? { email: known.email } : {};
  const earlier = { ...known, ...request?.answers, ...parties, ...own };
  const check = async (tx: Tx) => {
    if (!(await findByNumber(number, tx))) throw new AppError('not_found');
  };
  return beginWith(ctx, answersToFollow(earlier, item, submissionId), check);
}
