import { z } from 'zod';
import { checkRoom, draftKeyOf, listDrafts, openHere } from '#lib/domain/drafts/browser.ts';
import { type DraftKey, idOfKey, isElsewhere, readDraft } from '#lib/domain/drafts/reads.ts';
import { answersFor, isRefused, nextPlace, type Place } from '#lib/domain/drafts/rules.ts';
import { guaranteeTypeFromInput, tenderIdFromInput } from '#lib/domain/drafts/schema.ts';
import { foldIds, placeAt, stepIds, steps } from '#lib/domain/drafts/steps.ts';
import { askForTender } from '#lib/domain/drafts/tender.ts';
import { placePath, shownValues, WIZARD } from '#lib/domain/drafts/view.ts';
import { draftLimit } from '#lib/domain/drafts/writes/begin-draft.ts';
import type { Saved } from '#lib/domain/drafts/writes/change-draft.ts';
import { mailResumeLink, resumeDraft } from '#lib/domain/drafts/writes/resume-draft.ts';
import {
  acceptSuggestion,
  removeGuarantee,
  saveStep,
  saveTender,
} from '#lib/domain/drafts/writes/save-step.ts';
import { sendDraft } from '#lib/domain/drafts/writes/send-draft.ts';
import { getShownPath } from '#lib/domain/links/reads.ts';
import { submissionLimit } from '#lib/domain/requests/submissions/operations.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { email, optional, tokenParams } from '#lib/platform/operations/fields.ts';
import {
  defineOperation,
  type RequestCtx,
  redirectAddress,
} from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';

const form = z.record(z.string(), z.string());

/**
 * Sets the browser's cookies after a save and returns the address of the next page. If the draft
 * that the form was about (`before`) expired or was resumed in another browser, `saved` is a new
 * draft and the page says so.
 */
export async function afterSaving(
  ctx: RequestCtx,
  saved: Saved,
  before = draftKeyOf(ctx),
): Promise<string> {
  openHere(ctx, saved.key, 'sent' in saved);
  if ('sent' in saved) return await getShownPath('receipt', saved.sent);
  const next = { ...saved.next, draft: idOfKey(saved.key) };
  const moved = before !== null && before !== saved.key;
  if (!moved) return placePath(next, saved.refused ? 'revisa' : undefined);
  return placePath(next, (await isElsewhere(before, ctx.now)) ? 'en-otro' : 'vencido');
}

/** Forms name the draft of their page, because another tab may have opened another draft. */
export const ofDraft = z.object({ borrador: optional(z.string().max(40)) });
/** A page without a draft names its view instead. */
const ofDraftOrView = ofDraft.extend({ vista: optional(z.string().max(40)) });

/** Returns the draft of a form's page, or null to begin one: each page view begins its own. */
async function findFormDraft(
  ctx: RequestCtx,
  { borrador, vista }: z.output<typeof ofDraftOrView>,
): Promise<DraftKey | null> {
  if (borrador || !vista) return draftKeyOf(ctx, borrador);
  const drafts = await listDrafts(ctx);
  return drafts.find(({ answers }) => answers.openedBy === vista)?.key ?? null;
}
export const ofWizard = {
  method: 'POST',
  auth: 'guest',
  limit: draftLimit,
  query: ofDraft,
  reply: redirectAddress,
} as const;

export const postStep = defineOperation({
  ...ofWizard,
  path: `${WIZARD}/{paso}/guardar`,
  query: ofDraftOrView,
  params: z.object({ paso: z.enum([...stepIds, ...foldIds]).exclude(['documentos', 'revisar']) }),
  body: form,
  summary: 'Save one page of the wizard',
  handler: async (ctx, { params, query, body }) => {
    const { g, licitacion, garantia, volver, ...typed } = body;
    const { step } = placeAt(params.paso);
    const place: Place = { step, ...(g && steps[step].perGuarantee && { g }) };
    const tenderId = tenderIdFromInput(licitacion);
    const key = await findFormDraft(ctx, query);
    const draft = key ? await readDraft(getDb().read, key, ctx.now) : null;
    // After sending, the first page begins another draft.
    const isFirst = place.step === 'tipo' || tenderId;
    const before = draft?.submissionId && isFirst ? null : key;
    if (!before) await checkRoom(ctx);
    // A form that was opened before its page was folded into another one has only some fields.
    const stored = before && draft && !place.g ? shownValues(draft.answers, place) : {};
    const values = { ...stored, ...typed };
    const chosen = guaranteeTypeFromInput(garantia);
    const begin =
      tenderId || chosen ? answersFor({ licitacion: tenderId, garantia: chosen }) : undefined;
    const isLeaving = volver !== undefined;
    const post = { place, values, begin, isLeaving, openedBy: query.vista };
    if (place.step === 'licitacion') {
      return afterSaving(ctx, await saveTender(before, post, ctx), before);
    }
    const saved = await saveStep(before, post, ctx.now);
    // The next pages show the tender if Mercado Público has answered by then.
    if (tenderId && !post.isLeaving && 'next' in saved && !saved.refused)
      await askForTender(tenderId, ctx);
    return afterSaving(ctx, saved, before);
  },
});

export const postSuggestion = defineOperation({
  ...ofWizard,
  path: `${WIZARD}/sugerencia`,
  body: z.object({ clave: z.string().max(20) }),
  summary: 'Take a guarantee that the page of the tender asks for',
  handler: async (ctx, { query, body }) => {
    const key = draftKeyOf(ctx, query.borrador);
    if (!key) return WIZARD;
    return afterSaving(ctx, await acceptSuggestion(key, body.clave, ctx.now), key);
  },
});

export const postRemoveGuarantee = defineOperation({
  ...ofWizard,
  path: `${WIZARD}/quitar`,
  body: z.object({ g: z.string().max(20) }),
  summary: 'Remove a guarantee from the draft',
  handler: async (ctx, { query, body }) => {
    const key = draftKeyOf(ctx, query.borrador);
    if (!key) return WIZARD;
    return afterSaving(ctx, await removeGuarantee(key, body.g, ctx.now), key);
  },
});

/** Sends what `POST /api/guarantees/public` takes, with the same limit, captcha and verb. */
export const postDraft = defineOperation({
  method: 'POST',
  path: `${WIZARD}/enviar`,
  auth: 'guest',
  captcha: 'submission',
  limit: submissionLimit,
  query: ofDraft,
  body: form,
  reply: redirectAddress,
  summary: 'Send the draft as a guarantee request',
  handler: async (ctx, { query, body }) => {
    const key = draftKeyOf(ctx, query.borrador);
    return afterSaving(ctx, await sendDraft(ctx, key, body), key);
  },
});

export const postResumeMail = defineOperation({
  method: 'POST',
  path: `${WIZARD}/continuar-despues/enviar`,
  auth: 'guest',
  captcha: 'resume',
  limit: [
    { name: 'drafts/resume', points: 5, seconds: 3600, per: 'address' },
    { name: 'drafts/resume', points: 5, seconds: 3600, per: 'email+address' },
    { name: 'drafts/resume', points: 50, seconds: 3600, per: 'email' },
  ],
  query: ofDraft,
  body: z.object({ email: email('Ingresa tu correo.') }),
  reply: redirectAddress,
  summary: 'Mail the link that opens the draft on another device',
  handler: async (ctx, { query, body }) => {
    const key = draftKeyOf(ctx, query.borrador);
    return key && (await mailResumeLink(key, body.email, ctx.now)) ? '?enviado=1' : WIZARD;
  },
});

export const postResume = defineOperation({
  ...ofWizard,
  path: `${WIZARD}/retomar/{token}/abrir`,
  params: tokenParams,
  // A random id of the page view, so that a form that is sent twice opens the draft once.
  body: z.object({
    equipo: z
      .string()
      .regex(/^[\w-]{22}$/)
      .catch(randomId),
  }),
  summary: 'Open a draft from a mailed link on this device, and close it on any other',
  handler: async (ctx, { params, body }) => {
    const browser = { browserId: body.equipo, ownKey: draftKeyOf(ctx), now: ctx.now };
    const { key, answers, attempt, submissionId } = await resumeDraft(params.token, browser);
    openHere(ctx, key);
    if (submissionId) return await getShownPath('receipt', submissionId);
    const next = { ...nextPlace(answers), draft: idOfKey(key) };
    return placePath(next, isRefused(attempt, next) ? 'revisa' : undefined);
  },
});
