import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { DRAFT_DAYS, type UnsavedPage } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { isFold, isStep, wizardPageOf } from '#lib/domain/drafts/steps.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';
import { signedToken, verifySignedToken } from '#lib/platform/security/secrets.ts';

export const DRAFT_SECONDS = DRAFT_DAYS * DAY_SECONDS;

/**
 * Identifies a draft in one browser: `<id>.<browserId>`, or only the id for an old draft. When
 * another browser resumes the draft, its key changes, and the former key no longer works.
 */
export type DraftKey = string;

export type Draft = {
  id: string;
  key: DraftKey;
  /** The person to whom the draft belongs, or null if only its browser can open it. */
  accountId: string | null;
  answers: DraftAnswers;
  attempt: UnsavedPage | null;
  submissionId: number | null;
  updatedAt: number;
};

export function draftToken(key: DraftKey): string {
  return signedToken('draft', key);
}

/** Returns the key from a cookie's token, or null if the signature is wrong. */
export function keyOfToken(token: string | undefined): DraftKey | null {
  return verifySignedToken('draft', token);
}

export function composeDraftKey(id: string, browserId: string): DraftKey {
  return browserId ? `${id}.${browserId}` : id;
}

/**
 * Finds a draft by its key. Returns null if it does not exist, expired, or was resumed in another
 * browser.
 */
export async function findDraft(
  db: ReadDb | Tx,
  key: DraftKey,
  now: number,
): Promise<Draft | null> {
  const draft = await findDraftInAnyBrowser(db, idOfKey(key), now);
  return draft?.key === key ? draft : null;
}

export async function isResumedElsewhere(key: DraftKey, now: number): Promise<boolean> {
  const draft = await findDraftInAnyBrowser(getDb().read, idOfKey(key), now);
  return draft !== null && draft.key !== key;
}

export function idOfKey(key: DraftKey): string {
  return key.split('.')[0] ?? '';
}

/**
 * Finds a draft by its id, whatever browser has it. Show its answers only to its person, or to
 * somebody with a mailed link.
 */
export async function findDraftInAnyBrowser(
  db: ReadDb | Tx,
  id: string,
  now: number,
): Promise<Draft | null> {
  const [row] = await db
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), gt(drafts.updatedAt, now - DRAFT_SECONDS * 1000)))
    .limit(1);
  return row ? draftOf(row) : null;
}

/** Lists the unsent drafts of a person in all browsers, the last changed first. */
export async function listDraftsOf(
  accountId: string,
  now: number,
  limit: number,
): Promise<Draft[]> {
  const rows = await getDb()
    .read.select()
    .from(drafts)
    .where(
      and(
        eq(drafts.accountId, accountId),
        isNull(drafts.submissionId),
        gt(drafts.updatedAt, now - DRAFT_SECONDS * 1000),
      ),
    )
    .orderBy(desc(drafts.updatedAt))
    .limit(limit);
  return rows.map(draftOf);
}

function draftOf(row: typeof drafts.$inferSelect): Draft {
  const { answers, attempt } = row;
  // A draft from before 2026-11-28 may name steps that no longer exist.
  answers.answered = answers.answered.filter(isStep);
  // The page of an old attempt may have been folded into another page, which then shows the typed
  // values.
  const page: string = attempt?.step ?? '';
  if (attempt && isFold(page)) {
    attempt.step = wizardPageOf(page).step;
    answers.answered = answers.answered.filter((step) => step !== attempt.step);
  }
  return {
    id: row.id,
    key: composeDraftKey(row.id, row.browserId),
    accountId: row.accountId,
    answers,
    attempt,
    submissionId: row.submissionId,
    updatedAt: row.updatedAt,
  };
}
