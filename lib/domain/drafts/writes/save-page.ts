import type { z } from 'zod';
import { checkDraftQuota, draftKeyOf, listDrafts } from '#lib/domain/drafts/browser.ts';
import { calculationFromInput } from '#lib/domain/drafts/calculation.ts';
import { unconfirmedBeneficiary } from '#lib/domain/drafts/earlier-answers.ts';
import type { FoldId, Values } from '#lib/domain/drafts/field-types.ts';
import { type Draft, type DraftKey, readDraft } from '#lib/domain/drafts/reads.ts';
import {
  answersFor,
  isAbout,
  isAnswered,
  mayOpen,
  nextPlace,
  placeBefore,
  type UnsavedPage,
  type WizardPage,
} from '#lib/domain/drafts/rules.ts';
import {
  type DraftAnswers,
  type draftOrViewParam,
  guaranteeTypeFromInput,
  readStep,
  tenderIdFromInput,
  withAmountFromPercentage,
  withTypedUnit,
} from '#lib/domain/drafts/schema.ts';
import { placeAt, type StepId, steps } from '#lib/domain/drafts/steps.ts';
import { askForTender, readDraftTender } from '#lib/domain/drafts/tender.ts';
import { shownValues, valuesOfTender } from '#lib/domain/drafts/view.ts';
import { acceptPage } from '#lib/domain/drafts/writes/accept-page.ts';
import { changeDraft, type SaveResult } from '#lib/domain/drafts/writes/change-draft.ts';
import { addGuaranteeLike } from '#lib/domain/drafts/writes/change-guarantees.ts';
import { isPlausibleDate } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

type Origin = z.output<typeof draftOrViewParam>;

/**
 * Saves the fields of one page of the wizard in the draft that it names, or begins a draft. Throws
 * `conflict` if the browser has too many drafts.
 */
export async function savePage(
  ctx: RequestCtx,
  { page, ...origin }: Origin & { page: StepId | FoldId },
  { g, licitacion, garantia, calculo, volver, despues, ...typed }: Record<string, string>,
): Promise<SaveResult> {
  const { step } = placeAt(page);
  const place: WizardPage = { step, ...(g && steps[step].perGuarantee && { g }) };
  const tenderId = tenderIdFromInput(licitacion);
  const key = await findFormDraft(ctx, origin);
  const draft = key ? await readDraft(getDb().read, key, ctx.now) : null;
  // After sending, the first page begins another draft.
  const isFirst = place.step === 'tipo' || tenderId;
  const formerKey = draft?.submissionId && isFirst ? null : key;
  if (!formerKey) await checkDraftQuota(ctx);
  // A form that was opened before its page was folded into another one has only some fields.
  const stored = formerKey && draft && !place.g ? shownValues(draft.answers, place) : {};
  const values = { ...stored, ...typed };
  const chosen = guaranteeTypeFromInput(garantia);
  const opening = {
    licitacion: tenderId,
    garantia: chosen,
    calculo: calculationFromInput(calculo),
  };
  const begin = Object.values(opening).some(Boolean) ? answersFor(opening) : undefined;
  const isLeaving = (volver ?? despues) !== undefined;
  const isTender = place.step === 'licitacion';
  const tenderValues =
    isTender && formerKey && draft
      ? {
          ...valuesOfTender(await readDraftTender(draft.answers)),
          ...(typed.idLicitacion && unconfirmedBeneficiary(draft.answers)),
        }
      : {};
  const post = { place, values, tenderValues, begin, isLeaving, openedBy: origin.vista };
  const saved = await saveStep(formerKey, post, ctx.now);
  // The save comes first, so that a slow or failed query loses no answer. The next pages show the
  // tender if Mercado Público has answered by then.
  if ('next' in saved && !saved.refused && !isLeaving) {
    await askForTender(isTender ? tenderIdFromInput(values.idLicitacion) : tenderId, ctx);
    if (isTender && draft?.answers.like) return addGuaranteeLike(saved.key, ctx.now);
  }
  return saved;
}

/** Returns the draft of a form's page, or null to begin one: each page view begins its own. */
async function findFormDraft(
  ctx: RequestCtx,
  { borrador, vista }: Origin,
): Promise<DraftKey | null> {
  if (borrador || !vista) return draftKeyOf(ctx, borrador);
  const drafts = await listDrafts(ctx);
  return drafts.find(({ answers }) => answers.openedBy === vista)?.key ?? null;
}

type Post = {
  place: WizardPage;
  values: Record<string, string>;
  /**
   * Answers that came from the tender. Choosing another tender removes the answers that were not
   * edited.
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
 * A percentage wins: while it gives no amount, or a new one (`computed`), its page is shown again,
 * whatever else is the matter. Else a `wrong` value refuses the page, and so do `doubts` that are
 * not `confirmed`. A field with both shows what is wrong.
 */
async function saveStep(key: DraftKey | null, submitted: Post, now: number): Promise<SaveResult> {
  const { step } = submitted.place;
  const computed = step === 'garantia-monto' ? withAmountFromPercentage(submitted.values) : null;
  const post = { ...submitted, values: computed?.values ?? withTypedUnit(submitted.values) };
  const { data, errors: unreadable } = readStep(step, post.values);
  const wrong = { ...wrongDates(step, data, now), ...unreadable };
  const doubtsOn = (values: Values): FieldErrors => steps[step].doubt?.(values, isoDay(now)) ?? {};
  const doubts = doubtsOn(data);
  return changeDraft(key, now, (draft, _tx, isNew) => {
    if (draft.answers.answered.length === 0) Object.assign(draft.answers, post.begin);
    if (isNew && post.openedBy) draft.answers.openedBy = post.openedBy;
    const openable = mayOpen(draft.answers, post.place);
    // Stored answers of a guarantee were confirmed, or come from the tender's page.
    const stored = post.place.g ? readStep(step, shownValues(draft.answers, post.place)).data : {};
    const shownErrors = isAbout(draft.attempt, post.place) ? draft.attempt?.errors : {};
    const confirmed = { ...doubtsOn(stored), ...shownErrors };
    // A computed amount is shown first, and accepted when the page is sent again.
    const errors = computed
      ? (computed.errors ?? {})
      : errorsOf(step, { wrong, doubts, confirmed });
    if (post.isLeaving && (openable || isNew)) return leave(draft, post, errors ? null : data);
    if (errors) {
      if (openable || isNew) draft.attempt = attemptOf(post, errors);
      return openable ? post.place : nextPlace(draft.answers);
    }
    if (openable || isNew) acceptPage(draft.answers, post, data);
    if (openable && isAbout(draft.attempt, post.place)) draft.attempt = null;
    return nextPlace(draft.answers);
  });
}

/**
 * Saves a page that is left with `Volver`. Valid values replace an earlier answer; other input is
 * kept for when the person returns.
 */
function leave(draft: Draft, post: Post, data: Values | null): WizardPage {
  const { answers, attempt } = draft;
  const formerPlace = placeBefore(answers, post.place) ?? nextPlace(answers);
  const typed = attemptOf(post, {});
  if (data && isAnswered(answers, post.place)) {
    acceptPage(answers, post, data);
    if (isAbout(attempt, post.place)) draft.attempt = null;
  } else if (Object.values(typed.values).some((text) => text.trim())) draft.attempt = typed;
  return formerPlace;
}

/** Refuses dates that the API accepts, but that a person most likely mistyped, such as 2099. */
function wrongDates(step: StepId, data: Values, now: number): FieldErrors {
  const today = isoDay(now);
  const dates = steps[step].fields.filter(({ kind }) => kind === 'date');
  const wrong = dates.flatMap(({ name }): [string, string][] => {
    const day = data[name];
    if (!day) return [];
    if (!isPlausibleDate(day, today))
      return [[name, `Revisa el año: escribiste ${day.slice(0, 4)}.`]];
    const past = name === 'vigenciaHasta' && day < today;
    return past ? [[name, 'Esa fecha ya pasó. Revisa el año.']] : [];
  });
  return Object.fromEntries(wrong);
}

/**
 * Returns errors in the order of the fields, or null. Sending a doubted answer again confirms it.
 */
function errorsOf(
  step: StepId,
  { wrong, doubts, confirmed }: Record<'wrong' | 'doubts' | 'confirmed', FieldErrors>,
): FieldErrors | null {
  const isOpen = Object.keys(doubts).some((n) => !doubts[n]?.startsWith(confirmed[n] ?? '?'));
  if (!isOpen && Object.keys(wrong).length === 0) return null;
  const errors: FieldErrors = { ...doubts, ...wrong };
  const names = steps[step].fields.map(({ name }) => name);
  return Object.fromEntries(names.flatMap((name) => (errors[name] ? [[name, errors[name]]] : [])));
}

/**
 * Returns the typed values of a page with their errors, to be stored and shown again. Values are
 * cut to 6000 characters, because anyone can post any text.
 */
export function attemptOf({ place, values }: Post, errors: FieldErrors): UnsavedPage {
  const { step, g } = place;
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
