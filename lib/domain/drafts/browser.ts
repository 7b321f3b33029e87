import {
  DRAFT_COOKIE,
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

/** Maximum number of draft cookies that are read. Nobody here sets so many. */
const MOST_COOKIES = 30;

/** Each draft of a browser has its own cookie, so that no tab overwrites another one's. */
function cookieOfDraft(id: string): string {
  return `${DRAFT_COOKIE}-${id.slice(0, 8)}`;
}

/**
 * Makes this draft the one whose pages the browser shows, and keeps its others. For a day, a tab
 * that still shows a draft that was sent (`isSent`) is led to its receipt.
 */
export function openHere(ctx: RequestCtx, key: DraftKey, isSent = false): void {
  const shown = keyOfToken(ctx.cookies.get(DRAFT_COOKIE));
  if (shown && idOfKey(shown) !== idOfKey(key)) keep(ctx, shown);
  ctx.cookies.set(DRAFT_COOKIE, draftToken(key), DRAFT_SECONDS);
  keep(ctx, key, isSent ? DAY_SECONDS : DRAFT_SECONDS);
}

/** Shows no draft, and keeps the one that was shown, which may predate cookies for each draft. */
export function setAside(ctx: RequestCtx): void {
  const shown = keyOfToken(ctx.cookies.get(DRAFT_COOKIE));
  if (shown) keep(ctx, shown);
  ctx.cookies.set(DRAFT_COOKIE, '', 0);
}

function keep({ cookies }: RequestCtx, key: DraftKey, seconds = DRAFT_SECONDS): void {
  cookies.set(cookieOfDraft(key), draftToken(key), seconds);
}

export function removeHere({ cookies }: RequestCtx, key: DraftKey): void {
  cookies.set(cookieOfDraft(key), '', 0);
  if (keyOfToken(cookies.get(DRAFT_COOKIE)) === key) cookies.set(DRAFT_COOKIE, '', 0);
}

/** Returns the draft whose page the form was on (`id`), or else the one that this browser shows. */
export function draftKeyOf(
  { cookies }: { cookies: Pick<Cookies, 'get'> },
  id?: string,
): DraftKey | null {
  const shown = keyOfToken(cookies.get(DRAFT_COOKIE));
  if (!id) return shown;
  const keys = [keyOfToken(cookies.get(cookieOfDraft(id))), shown];
  return keys.find((key) => key && idOfKey(key) === id) ?? null;
}

type Cookies = Pick<RequestCtx['cookies'], 'get' | 'names'>;

/** Lists the unsent drafts of this browser, the last changed first. */
export async function listDrafts({ get, names }: Cookies, now: number): Promise<Draft[]> {
  const held = names().filter((name) => name === DRAFT_COOKIE || name.startsWith('borrador-'));
  const keys = held.slice(0, MOST_COOKIES).flatMap((name) => keyOfToken(get(name)) ?? []);
  const { read } = getDb();
  const found = await Promise.all([...new Set(keys)].map((key) => readDraft(read, key, now)));
  return found
    .flatMap((draft) => (draft && isUnsent(draft) ? [draft] : []))
    .sort((a, b) => b.updatedAt - a.updatedAt);
}

/** Throws `conflict` when there are too many drafts, because none is removed automatically. */
export async function checkRoom(ctx: RequestCtx): Promise<void> {
  const held = await listDrafts(ctx.cookies, ctx.now);
  if (held.length >= MAX_DRAFTS) throw new AppError('conflict', { message: full });
}

const full = `Tienes ${MAX_DRAFTS} borradores en este navegador y no caben más. Borra uno en «Pide tu garantía» y vuelve a intentarlo.`;
