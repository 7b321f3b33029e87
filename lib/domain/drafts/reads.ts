import { and, eq, gt } from 'drizzle-orm';
import { DRAFT_DAYS, type Place } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { isFold, isStep, placeAt } from '#lib/domain/drafts/steps.ts';
import { getDb, type Reads, type Tx } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';
import { idOfToken, signedToken } from '#lib/platform/security/secrets.ts';

export const DRAFT_SECONDS = DRAFT_DAYS * DAY_SECONDS;

export type Attempt = Place & { values: Record<string, string>; errors: FieldErrors };

/** `<id>.<holder>`, or only the id of an old draft. Resuming elsewhere changes the holder. */
export type DraftKey = string;

export type Draft = {
  id: string;
  key: DraftKey;
  answers: DraftAnswers;
  attempt: Attempt | null;
  submissionId: number | null;
  updatedAt: number;
};

/** Finds the draft of a token, or null if it is forged, expired or was opened elsewhere. */
export async function findDraft(token: string | undefined, now: number): Promise<Draft | null> {
  const key = keyOfToken(token);
  return key ? readDraft(getDb().read, key, now) : null;
}

export function draftToken(key: DraftKey): string {
  return signedToken('draft', key);
}

export function keyOfToken(token: string | undefined): DraftKey | null {
  return idOfToken('draft', token);
}

export function keyOf(id: string, holder: string): DraftKey {
  return holder ? `${id}.${holder}` : id;
}

export async function readDraft(db: Reads | Tx, key: DraftKey, now: number): Promise<Draft | null> {
  const draft = await readDraftById(idOfKey(key), now, db);
  return draft?.key === key ? draft : null;
}

export async function isElsewhere(key: DraftKey, now: number): Promise<boolean> {
  const draft = await readDraftById(idOfKey(key), now);
  return draft !== null && draft.key !== key;
}

export function idOfKey(key: DraftKey): string {
  return key.split('.')[0] ?? '';
}

export async function readDraftById(
  id: string,
  now: number,
  db: Reads | Tx = getDb().read,
): Promise<Draft | null> {
  const [row] = await db
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), gt(drafts.updatedAt, now - DRAFT_SECONDS * 1000)))
    .limit(1);
  if (!row) return null;
  // The writes of drafts fill both columns, from these types.
  const answers = JSON.parse(row.answers) as DraftAnswers;
  // An older version may have had steps that no longer exist.
  answers.answered = answers.answered.filter(isStep);
  const attempt = row.attempt ? (JSON.parse(row.attempt) as Attempt) : null;
  // The page of an old attempt may be folded into another one, which then shows what was typed.
  const page: string = attempt?.step ?? '';
  if (attempt && isFold(page)) {
    attempt.step = placeAt(page).step;
    answers.answered = answers.answered.filter((step) => step !== attempt.step);
  }
  return {
    id: row.id,
    key: keyOf(row.id, row.holder),
    answers,
    attempt,
    submissionId: row.submissionId,
    updatedAt: row.updatedAt,
  };
}
