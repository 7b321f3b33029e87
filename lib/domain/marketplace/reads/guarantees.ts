import {
  type CachedAnswer,
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
import { readTenderPage, type TenderPage } from '#lib/platform/mercado-publico/tender-page.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

/** A page may omit guarantees that the bases require. Throws as `lookUp`, and `not_found`. */
export async function findTenderGuarantees(id: string): Promise<CachedAnswer<TenderGuarantee[]>> {
  if (!pageConfigured()) throw new AppError('not_configured');
  const answer = await lookUp(pageQuestion(id));
  return { ...answer, value: answer.value.guarantees.map(guaranteeView) };
}

/** Returns null if reading the tender's page takes longer than the wizard may wait. */
export async function findPageInTime(id: string): Promise<CachedAnswer<TenderPage> | null> {
  return pageConfigured() ? lookUpInTime(pageQuestion(id)) : null;
}

/** Returns the stored guarantees of a tender's page, however old. Makes no call. */
export async function findKnownGuarantees(id: string): Promise<TenderGuarantee[]> {
  if (!pageConfigured()) return [];
  const held = await findKnown<TenderPage>(pageQuestion(id).key);
  return held?.value.guarantees.map(guaranteeView) ?? [];
}

export type PageTerms = { type: SuggestedType | null; until: string | null; words: string | null };

/** Returns last day and restitution of each guarantee, read now or, if that fails, as stored. */
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
    age: ({ hasSection: sure }) => (sure ? ages.detail : ages.missing),
    // Reading a page uses no call of the ticket.
    isNamed: async () => true,
  };
}
