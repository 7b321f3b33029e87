import type { z } from 'zod';
import { checkDraftQuota, draftKeyOf, listDrafts } from '#lib/domain/drafts/browser.ts';
import type { FoldId } from '#lib/domain/drafts/field-types.ts';
import { type DraftKey, readDraft } from '#lib/domain/drafts/reads.ts';
import { answersFor, type WizardPage } from '#lib/domain/drafts/rules.ts';
import {
  guaranteeTypeFromInput,
  type ofDraftOrView,
  tenderIdFromInput,
} from '#lib/domain/drafts/schema.ts';
import { placeAt, type StepId, steps } from '#lib/domain/drafts/steps.ts';
import { askForTender, readDraftTender } from '#lib/domain/drafts/tender.ts';
import { shownValues, valuesOfTender } from '#lib/domain/drafts/view.ts';
import type { SaveResult } from '#lib/domain/drafts/writes/change-draft.ts';
import { saveStep } from '#lib/domain/drafts/writes/save-step.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

type Origin = z.output<typeof ofDraftOrView>;

/**
 * Saves the fields of one page of the wizard in the draft that it names, or begins a draft. Throws
 * `conflict` if the browser has too many drafts.
 */
export async function savePage(
  ctx: RequestCtx,
  { page, ...origin }: Origin & { page: StepId | FoldId },
  { g, licitacion, garantia, volver, ...typed }: Record<string, string>,
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
  const begin =
    tenderId || chosen ? answersFor({ licitacion: tenderId, garantia: chosen }) : undefined;
  const isLeaving = volver !== undefined;
  const isTender = place.step === 'licitacion';
  const tenderValues =
    isTender && formerKey && draft ? valuesOfTender(await readDraftTender(draft.answers)) : {};
  const post = { place, values, tenderValues, begin, isLeaving, openedBy: origin.vista };
  const saved = await saveStep(formerKey, post, ctx.now);
  // The save comes first, so that a slow or failed query loses no answer. The next pages show the
  // tender if Mercado Público has answered by then.
  if ('next' in saved && !saved.refused && !isLeaving) {
    await askForTender(isTender ? tenderIdFromInput(values.idLicitacion) : tenderId, ctx);
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
