import {
  type Answer,
  findKnown,
  lookUp,
  lookUpInTime,
  type Question,
} from '#lib/domain/marketplace/reads/cached-answers.ts';
import { meansUnknown } from '#lib/domain/marketplace/reads/refusals.ts';
import { ages, guaranteeTypeOf, type SuggestedType } from '#lib/domain/marketplace/rules.ts';
import type { TenderGuarantee } from '#lib/domain/marketplace/schema.ts';
import { guaranteeView } from '#lib/domain/marketplace/view.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { readTenderPage, type TenderPage } from '#lib/platform/mercado-publico/ficha.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

/** No guarantees there does not mean none is asked for. Throws as `lookUp`, `not_found`. */
export async function findTenderGuarantees(id: string): Promise<Answer<TenderGuarantee[]>> {
  if (!pageConfigured()) throw new AppError('not_configured');
  const answer = await lookUp(pageQuestion(id));
  return { ...answer, value: answer.value.guarantees.map(guaranteeView) };
}

/** The page for the wizard; null without an answer in a page's time. */
export async function findPageInTime(id: string): Promise<Answer<TenderPage> | null> {
  return pageConfigured() ? lookUpInTime(pageQuestion(id)) : null;
}

/** The stored guarantees of the page, however old; none when it was never read. Makes no call. */
export async function findKnownGuarantees(id: string): Promise<TenderGuarantee[]> {
  if (!pageConfigured()) return [];
  const held = await findKnown<TenderPage>(pageQuestion(id).key);
  return held?.value.guarantees.map(guaranteeView) ?? [];
}

export type PageTerms = { type: SuggestedType | null; until: string | null; words: string | null };

/** Returns each guarantee's last day and how it is returned, as read now, else the last time. */
export async function findPageTerms(id: string): Promise<PageTerms[]> {
  if (!pageConfigured()) return [];
  const question = pageQuestion(id);
  const page = await lookUp(question, { background: true, fresh: true }).catch((error: unknown) => {
    if (meansUnknown(error)) return findKnown<TenderPage>(question.key);
    throw error;
  });
  return (page?.value.guarantees ?? []).map(({ title, expiresOn, restitution }) => ({
    type: guaranteeTypeOf(title),
    until: expiresOn,
    words: restitution,
  }));
}

function pageConfigured(): boolean {
  return getEnv().mercadoPublico.fichaUrl !== undefined;
}

function pageQuestion(id: string): Question<TenderPage> {
  return {
    key: `ficha:${id}`,
    ask: async (patience, lookAgain) => {
      const read = await readTenderPage(id, patience, lookAgain);
      return 'found' in read ? read : { value: read.page };
    },
    age: ({ sure }) => (sure ? ages.detail : ages.missing),
    // Pages are no calls of the ticket.
    isNamed: async () => true,
  };
}
