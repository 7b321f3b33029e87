import { and, eq, gt } from 'drizzle-orm';
import type { Place } from '#lib/domain/drafts/rules.ts';
import { DRAFT_DAYS } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { getDb, type Reads, type Tx } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import type { FieldErrors } from '#lib/platform/errors.ts';
import { idOfToken, signedToken } from '#lib/platform/secrets.ts';

/** The cookie that holds a draft's token, on each device that works on it. */
export const DRAFT_COOKIE = 'borrador';
export const DRAFT_SECONDS = DRAFT_DAYS * 24 * 60 * 60;

/** A post that was refused: what was typed and what is wrong with it. */
export type Attempt = Place & { values: Record<string, string>; errors: FieldErrors };

export type Draft = {
  id: string;
  answers: DraftAnswers;
  attempt: Attempt | null;
  submissionId: number | null;
};

/** The live draft that a cookie proves, or null when it is absent, forged or past 30 days. */
export async function findDraft(token: string | undefined, now: number): Promise<Draft | null> {
  const id = idOfToken('draft', token);
  return id ? readDraft(getDb().read, id, now) : null;
}

/** The live draft that a mailed link proves. */
export async function findDraftOfResumeLink(token: string, now: number): Promise<Draft | null> {
  const id = idOfToken('resume', token);
  return id ? readDraft(getDb().read, id, now) : null;
}

export function draftToken(id: string): string {
  return signedToken('draft', id);
}

export async function readDraft(db: Reads | Tx, id: string, now: number): Promise<Draft | null> {
  const [row] = await db
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), gt(drafts.updatedAt, now - DRAFT_SECONDS * 1000)))
    .limit(1);
  if (!row) return null;
  // Both columns are only ever written by this noun's writes, from these types.
  return {
    id: row.id,
    answers: JSON.parse(row.answers) as DraftAnswers,
    attempt: row.attempt ? (JSON.parse(row.attempt) as Attempt) : null,
    submissionId: row.submissionId,
  };
}
