import { z } from 'zod';
import {
  DRAFT_COOKIE,
  DRAFT_SECONDS,
  draftToken,
  findDraft,
  findDraftOfResumeLink,
} from '#lib/domain/drafts/reads.ts';
import { nextPlace } from '#lib/domain/drafts/rules.ts';
import { givenTenderId, guaranteeSteps, stepIds } from '#lib/domain/drafts/schema.ts';
import { placePath, startPath, WIZARD } from '#lib/domain/drafts/view.ts';
import { acceptSuggestion } from '#lib/domain/drafts/writes/accept-suggestion.ts';
import type { Saved } from '#lib/domain/drafts/writes/change-draft.ts';
import { mailResumeLink } from '#lib/domain/drafts/writes/mail-resume-link.ts';
import { removeGuarantee, saveStep } from '#lib/domain/drafts/writes/save-step.ts';
import { saveTender } from '#lib/domain/drafts/writes/save-tender.ts';
import { sendDraft } from '#lib/domain/drafts/writes/send-draft.ts';
import { submissionLimit } from '#lib/domain/guarantees/operations.ts';
import { receiptUrl } from '#lib/domain/guarantees/view.ts';
import { limitSubject } from '#lib/platform/addresses.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { email } from '#lib/platform/fields.ts';
import { defineOperation, type GuestCtx } from '#lib/platform/operation.ts';
import { takePoint } from '#lib/platform/rate-limits.ts';
import { idOfToken } from '#lib/platform/secrets.ts';

/** The wizard's forms. They answer with the page to go to; the form door makes it a redirect. */
export const goTo = z.object({ location: z.string() });
const form = z.record(z.string(), z.string());
const newDrafts = { name: 'drafts/new', points: 60, seconds: 600 };
export const draftLimit = { name: 'drafts', points: 600, seconds: 600, per: 'address' } as const;

/** Keeps the draft on this device and says where to go; another one than `before` had expired. */
export function afterSaving(
  ctx: GuestCtx,
  saved: Saved,
  before = draftIdOf(ctx),
): z.infer<typeof goTo> {
  ctx.cookies.set(DRAFT_COOKIE, draftToken(saved.draftId), DRAFT_SECONDS);
  if ('sent' in saved) return { location: receiptUrl(saved.sent) };
  const path = placePath(saved.next);
  if (!before || before === saved.draftId) return { location: path };
  return { location: `${path}${path.includes('?') ? '&' : '?'}aviso=vencido` };
}

export function draftIdOf(ctx: GuestCtx): string | null {
  return idOfToken('draft', ctx.cookies.get(DRAFT_COOKIE));
}

/** The draft to write to. Without one a new one begins, of which an address may begin only so many. */
export async function draftIdFor(ctx: GuestCtx): Promise<string | null> {
  const id = draftIdOf(ctx);
  if (!id && getEnv().rateLimits) await takePoint(newDrafts, limitSubject(ctx.address), ctx.now);
  return id;
}

export const postStep = defineOperation({
  method: 'POST',
  path: `${WIZARD}/{paso}/guardar`,
  auth: 'guest',
  limit: draftLimit,
  params: z.object({ paso: z.enum(stepIds).exclude(['contrato', 'adicional', 'revisar']) }),
  body: form,
  reply: goTo,
  summary: 'Save one page of the wizard',
  handler: async (ctx, { params, body }) => {
    const { g, licitacion, ...values } = body;
    const about = g && guaranteeSteps.some((step) => step === params.paso) ? { g } : {};
    const place = { step: params.paso, ...about };
    const draft = await findDraft(ctx.cookies.get(DRAFT_COOKIE), ctx.now);
    // The first page of a request that was sent begins another one.
    const before = draft?.submissionId && place.step === 'tipo' ? null : draftIdOf(ctx);
    if (place.step === 'licitacion') {
      return afterSaving(ctx, await saveTender(before, values, ctx), before);
    }
    const ahead = place.step === 'tipo' ? tenderAhead(licitacion) : {};
    return afterSaving(ctx, await saveStep(before, { place, values, ahead }, ctx.now), before);
  },
});

/** A wizard that was opened for a tender knows its id before the page that asks for it. */
function tenderAhead(given: string | undefined): Record<string, string> {
  const idLicitacion = givenTenderId(given);
  return idLicitacion ? { idLicitacion } : {};
}

export const postSuggestion = defineOperation({
  method: 'POST',
  path: `${WIZARD}/sugerencia`,
  auth: 'guest',
  limit: draftLimit,
  body: z.object({ clave: z.string().max(20) }),
  reply: goTo,
  summary: 'Take a guarantee that the page of the tender asks for',
  handler: async (ctx, { body }) => {
    const draftId = draftIdOf(ctx);
    if (!draftId) return { location: WIZARD };
    return afterSaving(ctx, await acceptSuggestion(draftId, body.clave, ctx.now));
  },
});

export const postRemoveGuarantee = defineOperation({
  method: 'POST',
  path: `${WIZARD}/quitar`,
  auth: 'guest',
  limit: draftLimit,
  body: z.object({ g: z.string().max(20) }),
  reply: goTo,
  summary: 'Remove a guarantee from the draft',
  handler: async (ctx, { body }) => {
    const draftId = draftIdOf(ctx);
    if (!draftId) return { location: WIZARD };
    return afterSaving(ctx, await removeGuarantee(draftId, body.g, ctx.now));
  },
});

/** The form door of `POST /api/guarantees/public`: same limit, same captcha, same verb inside. */
export const postDraft = defineOperation({
  method: 'POST',
  path: `${WIZARD}/enviar`,
  auth: 'guest',
  captcha: 'submission',
  limit: submissionLimit,
  body: form,
  reply: goTo,
  summary: 'Send the draft as a guarantee request',
  handler: async (ctx, { body }) => afterSaving(ctx, await sendDraft(ctx, draftIdOf(ctx), body)),
});

export const postStartOver = defineOperation({
  method: 'POST',
  path: `${WIZARD}/empezar`,
  auth: 'guest',
  limit: draftLimit,
  body: form,
  reply: goTo,
  summary: 'Begin with an empty draft; the one before expires by itself',
  handler: async (ctx, { body }) => {
    ctx.cookies.set(DRAFT_COOKIE, '', 0);
    return { location: startPath(givenTenderId(body.licitacion)) };
  },
});

export const postResumeMail = defineOperation({
  method: 'POST',
  path: `${WIZARD}/continuar-despues/enviar`,
  auth: 'guest',
  limit: { name: 'drafts/resume', points: 5, seconds: 3600, per: 'address' },
  body: z.object({ email: email('Ingresa tu correo.') }),
  reply: goTo,
  summary: 'Mail the link that opens the draft on another device',
  handler: async (ctx, { body }) => {
    const draft = await findDraft(ctx.cookies.get(DRAFT_COOKIE), ctx.now);
    if (!draft || draft.submissionId) return { location: WIZARD };
    await mailResumeLink(draft.id, body.email, ctx.now);
    return { location: `${WIZARD}/continuar-despues?enviado=1` };
  },
});

export const postResume = defineOperation({
  method: 'POST',
  path: `${WIZARD}/retomar/{token}/abrir`,
  auth: 'guest',
  limit: draftLimit,
  params: z.object({ token: z.string().max(200) }),
  body: form,
  reply: goTo,
  summary: 'Open a draft from a mailed link on this device',
  handler: async (ctx, { params }) => {
    const draft = await findDraftOfResumeLink(params.token, ctx.now);
    if (!draft) throw new AppError('invalid_token');
    ctx.cookies.set(DRAFT_COOKIE, draftToken(draft.id), DRAFT_SECONDS);
    const next = placePath(nextPlace(draft.answers));
    return { location: draft.submissionId ? receiptUrl(draft.submissionId) : next };
  },
});
