import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import {
  DRAFT_SECONDS,
  type Draft,
  type DraftKey,
  draftToken,
  findDraft,
  findDraftInAnyBrowser,
  idOfKey,
  keyOfToken,
  listDraftsOf,
} from '#lib/domain/drafts/reads.ts';
import { isUnsent, MAX_DRAFTS } from '#lib/domain/drafts/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { conflict } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';

// Each draft of a browser has a cookie of its own, so that tabs do not overwrite each other's.
// While a person is logged in, their drafts open without a cookie.

/** Maximum number of drafts that are read. It is well above `MAX_DRAFTS`. */
const MAX_REMEMBERED_DRAFTS = 30;

/**
 * Keeps a draft in this browser by a cookie, so call it after the commit. A sent draft (`isSent`)
 * is kept for a day, because tabs that still show it must lead to its receipt.
 */
export function keepDraft({ browser }: RequestCtx, key: DraftKey, { isSent = false } = {}): void {
  const seconds = isSent ? DAY_SECONDS : DRAFT_SECONDS;
  browser.set('draft', draftToken(key), { part: key, seconds });
}

export function forgetDraft({ browser }: RequestCtx, key: DraftKey): void {
  browser.delete('draft', key);
  if (keyOfToken(browser.get('oldDraft')) === key) browser.delete('oldDraft');
}

/** Returns the key of the draft `id` if this browser has it. */
export function findKeptKey(
  { browser }: Pick<RequestCtx, 'browser'>,
  id?: string,
): DraftKey | null {
  if (!id) return null;
  const keys = [browser.get('draft', id), browser.get('oldDraft')].map(keyOfToken);
  return keys.find((key) => key && idOfKey(key) === id) ?? null;
}

export async function findDraftPersonId(ctx: RequestCtx): Promise<string | null> {
  return ctx.browser.get('session') ? ((await findSignedInCtx(ctx))?.accountId ?? null) : null;
}

/**
 * Returns the key of the draft `id` if this browser has it or it belongs to the logged-in person.
 * That person cannot open the draft of somebody else, even in a browser that both use.
 */
export async function findDraftKey(ctx: RequestCtx, id?: string): Promise<DraftKey | null> {
  const keptKey = findKeptKey(ctx, id);
  const personId = id ? await findDraftPersonId(ctx) : null;
  if (!id || !personId) return keptKey;
  const draft = await findDraftInAnyBrowser(getDb().read, id, ctx.now);
  if (!draft?.accountId) return keptKey;
  return draft.accountId === personId ? draft.key : null;
}

/** Lists the unsent drafts of this browser and of the logged-in person, the last changed first. */
export async function listDrafts(ctx: RequestCtx): Promise<Draft[]> {
  const personId = await findDraftPersonId(ctx);
  const ownDrafts = personId ? await listDraftsOf(personId, ctx.now, MAX_REMEMBERED_DRAFTS) : [];
  const ownIds = new Set(ownDrafts.map(({ id }) => id));
  const keptDrafts = (await readDrafts(ctx)).flatMap(({ draft }) => draft ?? []);
  const others = keptDrafts.filter(
    ({ id, accountId }) => !ownIds.has(id) && !(personId && accountId),
  );
  return [...ownDrafts, ...others].filter(isUnsent).sort((a, b) => b.updatedAt - a.updatedAt);
}

/**
 * Returns the key of a draft that this browser lost, because it expired or was resumed elsewhere.
 */
export async function findLostDraft(ctx: RequestCtx): Promise<DraftKey | null> {
  const drafts = await readDrafts(ctx);
  return drafts.every(({ draft }) => !draft) ? (drafts.at(-1)?.key ?? null) : null;
}

async function readDrafts({ browser, now }: RequestCtx) {
  const parts = browser.parts('draft').slice(0, MAX_REMEMBERED_DRAFTS);
  // A browser that was last used before each draft got a cookie of its own may have a draft only in
  // `oldDraft`.
  const tokens = [browser.get('oldDraft'), ...parts.map((part) => browser.get('draft', part))];
  const keys = tokens.flatMap((token) => keyOfToken(token) ?? []);
  // The home page calls this too, and it must work without a database.
  if (keys.length === 0) return [];
  const { read } = getDb();
  // If a draft is in both kinds of cookie, its own cookie comes later and wins.
  const keysById = new Map(keys.map((key) => [idOfKey(key), key]));
  return Promise.all(
    [...keysById.values()].map(async (key) => ({ key, draft: await findDraft(read, key, now) })),
  );
}

/**
 * Throws `conflict` if the browser and the person together have `MAX_DRAFTS` unsent drafts. No old
 * draft is deleted for a new one, because the person may still want the old one.
 */
export async function checkDraftQuota(ctx: RequestCtx): Promise<void> {
  const existing = await listDrafts(ctx);
  if (existing.length >= MAX_DRAFTS) throw conflict(draftQuotaText);
}

const draftQuotaText = `Tienes ${MAX_DRAFTS} borradores y no caben más. Borra uno en «Pide tu garantía» y vuelve a intentarlo.`;
