import type { z } from 'zod';
import { checkDraftQuota, findDraftKey, listDrafts } from '#lib/domain/drafts/browser.ts';
import { unconfirmedBeneficiary } from '#lib/domain/drafts/earlier-answers.ts';
import type { FieldValues, FoldId } from '#lib/domain/drafts/field-types.ts';
import { type Draft, type DraftKey, findDraft } from '#lib/domain/drafts/reads.ts';
import {
  answersFromLink,
  isAnswered,
  isAttemptOf,
  mayOpen,
  nextPage,
  previousPage,
  type UnsavedPage,
  type WizardPage,
} from '#lib/domain/drafts/rules.ts';
import {
  type DraftAnswers,
  type draftOrViewParams,
  tenderIdFromInput,
  validateStep,
  withAmountFromPercentage,
  withTypedUnit,
} from '#lib/domain/drafts/schema.ts';
import { type StepId, steps } from '#lib/domain/drafts/steps.ts';
import { askForTender, findDraftTender } from '#lib/domain/drafts/tender.ts';
import { shownValues, valuesOfTender } from '#lib/domain/drafts/view.ts';
import { acceptPage } from '#lib/domain/drafts/writes/accept-page.ts';
import { changeDraft, type SaveResult } from '#lib/domain/drafts/writes/change-draft.ts';
import { addGuaranteeLike } from '#lib/domain/drafts/writes/guarantees.ts';
import { dateProblems, errorsOf } from '#lib/domain/drafts/writes/page-errors.ts';
import { parsePageForm } from '#lib/domain/drafts/writes/page-form.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

type DraftOrView = z.output<typeof draftOrViewParams>;

/**
 * Saves the fields of a page of the wizard in the draft that the page names, or begins a draft.
 * Throws `conflict` if the browser has too many drafts.
 */
export async function savePage(
  ctx: RequestCtx,
  { stepOrFold, ...draftOrView }: DraftOrView & { stepOrFold: StepId | FoldId },
  fields: Record<string, string>,
): Promise<SaveResult> {
  const { page, linkParams, isLeaving, typedValues } = parsePageForm(stepOrFold, fields);
  const tenderId = linkParams.licitacion;
  const key = await findFormDraft(ctx, draftOrView);
  const draft = key ? await findDraft(getDb().read, key, ctx.now) : null;
  // After a draft was sent, the first page begins another one.
  const isFirstPage = page.step === 'tipo' || tenderId;
  const draftKey = draft?.submissionId && isFirstPage ? null : key;
  if (!draftKey) await checkDraftQuota(ctx);
  // If a page was folded into another one while its form was open, the form has only some of the
  // fields.
  const stored = draftKey && draft && !page.g ? shownValues(draft.answers, page) : {};
  const values = { ...stored, ...typedValues };
  const isTenderPage = page.step === 'licitacion';
  const tenderValues =
    isTenderPage && draftKey && draft
      ? {
          ...valuesOfTender(await findDraftTender(draft.answers)),
          ...(typedValues.idLicitacion && unconfirmedBeneficiary(draft.answers)),
        }
      : {};
  const post = {
    page,
    values,
    tenderValues,
    begin: Object.values(linkParams).some(Boolean) ? answersFromLink(linkParams) : undefined,
    isLeaving,
    openedBy: draftOrView.vista,
  };
  const saved = await saveStep(draftKey, post, ctx.now);
  // The answers are saved first, so that a slow or failed query loses none. The next pages show the
  // tender if Mercado Público has answered by then.
  if ('next' in saved && !saved.wasRefused && !isLeaving) {
    await askForTender(isTenderPage ? tenderIdFromInput(values.idLicitacion) : tenderId, ctx);
    if (isTenderPage && draft?.answers.like) return addGuaranteeLike(saved.key, ctx.now);
  }
  return saved;
}

/** Returns the draft of a form's page. Returns null if the page view has to begin one. */
async function findFormDraft(
  ctx: RequestCtx,
  { borrador, vista }: DraftOrView,
): Promise<DraftKey | null> {
  if (borrador || !vista) return findDraftKey(ctx, borrador);
  const drafts = await listDrafts(ctx);
  return drafts.find(({ answers }) => answers.openedBy === vista)?.key ?? null;
}

type Post = {
  page: WizardPage;
  values: Record<string, string>;
  /**
   * Answers that came from the tender. If another tender is chosen, those that nobody edited are
   * removed.
   */
  tenderValues?: Record<string, string>;
  begin?: DraftAnswers | undefined;
  openedBy?: string | undefined;
  /** A button left the page: the typed values are kept, and the previous page follows. */
  isLeaving?: boolean;
};

/**
 * Saves the answers of one page, or stores the refused values with their errors to show them again.
 * Returns the next page. An expired draft begins again with the typed values.
 *
 * If a percentage gives no amount, or an amount that the person has not seen (`computed`), the page
 * is shown again, whatever else is wrong. Otherwise `inputErrors` refuse the page, and so do
 * `doubts` that are not in `confirmedDoubts`. A field that has both shows the error.
 */
async function saveStep(key: DraftKey | null, submitted: Post, now: number): Promise<SaveResult> {
  const { step } = submitted.page;
  const computed = step === 'garantia-monto' ? withAmountFromPercentage(submitted.values) : null;
  const post = { ...submitted, values: computed?.values ?? withTypedUnit(submitted.values) };
  const { data, errors: unreadable } = validateStep(step, post.values);
  const inputErrors = { ...dateProblems(step, data, now), ...unreadable };
  const doubtsOn = (values: FieldValues): FieldErrors =>
    steps[step].doubt?.(values, isoDay(now)) ?? {};
  const doubts = doubtsOn(data);
  return changeDraft(key, now, (draft, _tx, isNew) => {
    if (draft.answers.answered.length === 0) Object.assign(draft.answers, post.begin);
    if (isNew && post.openedBy) draft.answers.openedBy = post.openedBy;
    const isReachable = mayOpen(draft.answers, post.page);
    // The stored answers of a guarantee were confirmed before or come from the tender's page.
    const stored = post.page.g
      ? validateStep(step, shownValues(draft.answers, post.page)).data
      : {};
    const shownErrors = isAttemptOf(draft.attempt, post.page) ? draft.attempt?.errors : {};
    const confirmedDoubts = { ...doubtsOn(stored), ...shownErrors };
    // A computed amount is shown first. It is accepted when the person sends the page again.
    const errors = computed
      ? (computed.errors ?? {})
      : errorsOf(step, { wrong: inputErrors, doubts, confirmed: confirmedDoubts });
    if (post.isLeaving && (isReachable || isNew))
      return leavePage(draft, post, errors ? null : data);
    if (errors) {
      if (isReachable || isNew) draft.attempt = attemptOf(post, errors);
      return isReachable ? post.page : nextPage(draft.answers);
    }
    if (isReachable || isNew) acceptPage(draft.answers, post, data);
    if (isReachable && isAttemptOf(draft.attempt, post.page)) draft.attempt = null;
    return nextPage(draft.answers);
  });
}

/**
 * Changes `draft` for a page that was left with `Volver`, and returns the page before it, or the
 * review if that opened the page. Valid values replace earlier answers. Other input
 * is kept until the person returns.
 */
function leavePage(draft: Draft, post: Post, data: FieldValues | null): WizardPage {
  const { answers, attempt } = draft;
  const pageBefore = previousPage(answers, post.page);
  const typed = attemptOf(post, {});
  if (data && isAnswered(answers, post.page)) {
    acceptPage(answers, post, data);
    if (isAttemptOf(attempt, post.page)) draft.attempt = null;
  } else if (Object.values(typed.values).some((text) => text.trim())) draft.attempt = typed;
  return (!post.page.isChange && pageBefore) || nextPage(answers);
}

/**
 * Returns the typed values of a page with their errors, to be stored and shown again. Values are
 * cut to 6000 characters, because anyone can post any text.
 */
export function attemptOf({ page, values }: Post, errors: FieldErrors): UnsavedPage {
  const { step, g } = page;
  const { fields, extraFields = [] } = steps[step];
  const names: string[] = [...fields.map(({ name }) => name), ...extraFields];
  const fieldValues = Object.entries(values).filter(([name]) => names.includes(name));
  return {
    step,
    ...(g && { g }),
    values: Object.fromEntries(fieldValues.map(([name, text]) => [name, text.slice(0, 6000)])),
    errors,
  };
}
