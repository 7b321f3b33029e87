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

/** Each draft of a browser is kept by itself, so that no tab overwrites another one's. */

/** Maximum number of kept drafts that are read. Nobody here keeps so many. */
const MOST_KEPT = 30;

/**
 * Makes this draft the one whose pages the browser shows, and keeps its others. For a day, a tab
 * that still shows a draft that was sent (`isSent`) is led to its receipt.
 */
export function openHere(ctx: RequestCtx, key: DraftKey, isSent = false): void {
  const shown = keyOfToken(ctx.browser.get('shownDraft'));
  if (shown && idOfKey(shown) !== idOfKey(key)) keep(ctx, shown);
  ctx.browser.keep('shownDraft', draftToken(key), { seconds: DRAFT_SECONDS });
  keep(ctx, key, isSent ? DAY_SECONDS : DRAFT_SECONDS);
}

/** Shows no draft, and keeps the one that was shown, which may have been shown before each was kept by itself. */
export function setAside(ctx: RequestCtx): void {
  const shown = keyOfToken(ctx.browser.get('shownDraft'));
  if (shown) keep(ctx, shown);
  ctx.browser.forget('shownDraft');
}

function keep({ browser }: RequestCtx, key: DraftKey, seconds = DRAFT_SECONDS): void {
  browser.keep('draft', draftToken(key), { part: key, seconds });
}

export function removeHere({ browser }: RequestCtx, key: DraftKey): void {
  browser.forget('draft', key);
  if (keyOfToken(browser.get('shownDraft')) === key) browser.forget('shownDraft');
}

/** Returns the draft whose page the form was on (`id`), or else the one that this browser shows. */
export function draftKeyOf({ browser }: Pick<RequestCtx, 'browser'>, id?: string): DraftKey | null {
  const shown = keyOfToken(browser.get('shownDraft'));
  if (!id) return shown;
  const keys = [keyOfToken(browser.get('draft', id)), shown];
  return keys.find((key) => key && idOfKey(key) === id) ?? null;
}

/** Lists the unsent drafts of this browser, the last changed first. */
export async function listDrafts({
  browser,
  now,
}: Pick<RequestCtx, 'browser' | 'now'>): Promise<Draft[]> {
  const parts = browser.parts('draft').slice(0, MOST_KEPT);
  const tokens = [browser.get('shownDraft'), ...parts.map((part) => browser.get('draft', part))];
  const keys = tokens.flatMap((token) => keyOfToken(token) ?? []);
  const { read } = getDb();
  const found = await Promise.all([...new Set(keys)].map((key) => readDraft(read, key, now)));
  return found
    .flatMap((draft) => (draft && isUnsent(draft) ? [draft] : []))
    .sort((a, b) => b.updatedAt - a.updatedAt);
}

/** Throws `conflict` when there are too many drafts, because none is removed automatically. */
export async function checkRoom(ctx: RequestCtx): Promise<void> {
  const held = await listDrafts(ctx);
  if (held.length >= MAX_DRAFTS) throw new AppError('conflict', { message: full });
}

const full = `Tienes ${MAX_DRAFTS} borradores en este navegador y no caben más. Borra uno en «Pide tu garantía» y vuelve a intentarlo.`;
