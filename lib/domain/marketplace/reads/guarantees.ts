import {
  type CachedQuery,
  type CachedReply,
  findInMemoryOrDatabase,
  lookUp,
  lookUpInTime,
} from '#lib/domain/marketplace/reads/cached-replies.ts';
import { isLookUpUnavailable } from '#lib/domain/marketplace/reads/refusals.ts';
import { ANSWER_TTL, guaranteeTypeOf, type SuggestedType } from '#lib/domain/marketplace/rules.ts';
import type { TenderGuarantee } from '#lib/domain/marketplace/schema.ts';
import { guaranteeView } from '#lib/domain/marketplace/view.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { readTenderPage, type TenderPage } from '#lib/platform/mercado-publico/tender-page.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

/**
 * Reads the guarantees that the tender's page lists. The page may lack some that the *bases*
 * (terms) require. Throws the errors of `lookUp`, and `not_found` for an unknown tender.
 */
export async function lookUpTenderGuarantees(id: string): Promise<CachedReply<TenderGuarantee[]>> {
  if (!hasTenderPages()) throw new AppError('not_configured');
  const answer = await lookUp(pageQuestion(id));
  return { ...answer, value: answer.value.guarantees.map(guaranteeView) };
}

/**
 * Reads the tender's page. Returns null if that takes longer than a page of the wizard may wait.
 */
export async function findPageInTime(id: string): Promise<CachedReply<TenderPage> | null> {
  return hasTenderPages() ? lookUpInTime(pageQuestion(id)) : null;
}

/**
 * Returns the guarantees of the stored copy of a tender's page, however old, or none. Makes no
 * call.
 */
export async function listKnownGuarantees(id: string): Promise<TenderGuarantee[]> {
  if (!hasTenderPages()) return [];
  const storedPage = await findInMemoryOrDatabase<TenderPage>(pageQuestion(id).key);
  return storedPage?.value.guarantees.map(guaranteeView) ?? [];
}

export type PageTerms = { type: SuggestedType | null; until: string | null; words: string | null };

/**
 * Returns the last day and the conditions of return of each guarantee on the tender's page. If the
 * page cannot be read now, the stored copy is used.
 */
export async function listPageTerms(id: string): Promise<PageTerms[]> {
  if (!hasTenderPages()) return [];
  const question = pageQuestion(id);
  const page = await lookUp(question, { background: true, fresh: true }).catch((error: unknown) => {
    if (isLookUpUnavailable(error)) return findInMemoryOrDatabase<TenderPage>(question.key);
    throw error;
  });
  return (page?.value.guarantees ?? []).map(({ title, expiresOn, restitution }) => ({
    type: guaranteeTypeOf(title),
    until: expiresOn,
    words: restitution,
  }));
}

function hasTenderPages(): boolean {
  return getEnv().mercadoPublico.fichaUrl !== undefined;
}

function pageQuestion(id: string): CachedQuery<TenderPage> {
  return {
    key: `ficha:${id}`,
    ask: async (queryOptions, lookAgain) => {
      const result = await readTenderPage(id, queryOptions, lookAgain);
      return 'found' in result ? result : { value: result.page };
    },
    maxAge: ({ hasSection: isComplete }) => (isComplete ? ANSWER_TTL.detail : ANSWER_TTL.missing),
    // The page is not part of the API, so reading it uses none of the day's calls.
    isKnown: async () => true,
  };
}
