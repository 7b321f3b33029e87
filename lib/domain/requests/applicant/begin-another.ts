import type { z } from 'zod';
import { findWizardValues } from '#lib/domain/accounts/holders.ts';
import { answersFromEarlierRequest } from '#lib/domain/drafts/earlier-answers.ts';
import type { WizardPage } from '#lib/domain/drafts/rules.ts';
import { answersForAward } from '#lib/domain/drafts/tender.ts';
import { beginWith } from '#lib/domain/drafts/writes/begin-draft.ts';
import type { Link } from '#lib/domain/links/rules.ts';
import { getLinkedRequest, getOwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import type { anotherForm } from '#lib/domain/requests/applicant/schema.ts';
import { findLastContact } from '#lib/domain/requests/leads/reads.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

type Another = z.output<typeof anotherForm>;

/**
 * Begins a draft with the contact and company of an own request. Returns the draft's first page.
 * Throws `not_found`, and the errors of `beginWith`.
 */
export async function beginAnother(
  ctx: SignedInCtx,
  id: number,
  another: Another,
): Promise<WizardPage> {
  const { answers } = await getOwnRequest(ctx, id);
  return begin(ctx, id, {
    ...another,
    answers: { ...answers, ...(await contactOf(ctx, answers)) },
  });
}

/** Like `beginAnother`, but for the request that a link shows, without an account. */
export async function beginAnotherLinked(
  ctx: RequestCtx,
  { subject }: Link,
  another: Another,
): Promise<WizardPage> {
  const { id, answers } = await getLinkedRequest(Number(subject));
  return begin(ctx, id, { ...another, answers });
}

/**
 * Returns the contact for the new draft: the account's address, and also its name and phone if a
 * colleague sent the request.
 */
async function contactOf(ctx: SignedInCtx, { email }: { email: string }) {
  if (email === ctx.email || !ctx.companyId) return { email: ctx.email };
  const [last, values] = await Promise.all([findLastContact(ctx), findWizardValues(ctx)]);
  const { nombreSolicitante = '', telefonoSolicitante = '' } = { ...last, ...values };
  return { email: ctx.email, nombreSolicitante, telefonoSolicitante };
}

async function begin(
  ctx: RequestCtx,
  request: number,
  { answers, para }: Another & { answers: StoredAnswers },
): Promise<WizardPage> {
  const begun = para
    ? await answersForAward(request, answers)
    : answersFromEarlierRequest(request, answers);
  return beginWith(ctx, begun, (tx) => getGuaranteeRequest(request, tx));
}
