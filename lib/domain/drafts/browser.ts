import {
  DRAFT_SECONDS,
  type Draft,
  type DraftKey,
  draftToken,
  idOfKey,
  keyOfToken,
  readDraft,
} from '#lib/domain/drafts/reads.ts';
import { isUnsent, MAX_DRAFTS } from '#lib/domain/drafts/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';

// Each draft of a browser has a cookie of its own, so that tabs do not overwrite each other.

/** Maximum number of drafts that are read, well above `MAX_DRAFTS`. */
const MAX_KEPT = 30;

/**
 * Makes this draft the one that the wizard shows, and keeps the browser's other drafts. A sent
 * draft (`isSent`) is kept for a day, because tabs may still show it and must lead to its receipt.
 * Call it after the commit, because it sets cookies.
 */
export function openHere(ctx: RequestCtx, key: DraftKey, isSent = false): void {
  const shownKey = keyOfToken(ctx.browser.get('shownDraft'));
  if (shownKey && idOfKey(shownKey) !== idOfKey(key)) keep(ctx, shownKey);
  ctx.browser.set('shownDraft', draftToken(key), { seconds: DRAFT_SECONDS });
  keep(ctx, key, isSent ? DAY_SECONDS : DRAFT_SECONDS);
}

/**
 * Lets the wizard begin with an empty draft. The draft that it showed stays open in this browser,
 * in a cookie of its own.
 */
export function setAside(ctx: RequestCtx): void {
  const shownKey = keyOfToken(ctx.browser.get('shownDraft'));
  if (shownKey) keep(ctx, shownKey);
  ctx.browser.delete('shownDraft');
}

function keep({ browser }: RequestCtx, key: DraftKey, seconds = DRAFT_SECONDS): void {
  browser.set('draft', draftToken(key), { part: key, seconds });
}

export function removeHere({ browser }: RequestCtx, key: DraftKey): void {
  browser.delete('draft', key);
  if (keyOfToken(browser.get('shownDraft')) === key) browser.delete('shownDraft');
}

/** Returns the draft `id` if this browser has it. Without `id`, returns the one that it shows. */
export function draftKeyOf({ browser }: Pick<RequestCtx, 'browser'>, id?: string): DraftKey | null {
  const shownKey = keyOfToken(browser.get('shownDraft'));
  if (!id) return shownKey;
  const keys = [keyOfToken(browser.get('draft', id)), shownKey];
  return keys.find((key) => key && idOfKey(key) === id) ?? null;
}

/** Lists the unsent drafts of this browser, the last changed first. */
export async function listDrafts({
  browser,
  now,
}: Pick<RequestCtx, 'browser' | 'now'>): Promise<Draft[]> {
  const parts = browser.parts('draft').slice(0, MAX_KEPT);
  const tokens = [browser.get('shownDraft'), ...parts.map((part) => browser.get('draft', part))];
  const keys = tokens.flatMap((token) => keyOfToken(token) ?? []);
  const { read } = getDb();
  const drafts = await Promise.all([...new Set(keys)].map((key) => readDraft(read, key, now)));
  return drafts
    .flatMap((draft) => (draft && isUnsent(draft) ? [draft] : []))
    .sort((a, b) => b.updatedAt - a.updatedAt);
}

/**
 * Throws `conflict` if this browser has `MAX_DRAFTS` unsent drafts. None is removed automatically,
 * because a person may still want it.
 */
export async function checkDraftQuota(ctx: RequestCtx): Promise<void> {
  const existing = await listDrafts(ctx);
  if (existing.length >= MAX_DRAFTS) throw new AppError('conflict', { message: full });
}

const full = `Tienes ${MAX_DRAFTS} borradores en este navegador y no caben más. Borra uno en «Pide tu garantía» y vuelve a intentarlo.`;
