import { eq, sql } from 'drizzle-orm';
import type { GuaranteeRequest, StoredAnswers } from '#lib/domain/guarantees/view.ts';
import { getDb, type Reads, type Tx } from '#lib/platform/db/client.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

export async function getGuaranteeRequest(
  id: number,
  db: Reads | Tx = getDb().read,
): Promise<GuaranteeRequest> {
  const [row] = await db
    .select({
      id: submissions.id,
      leadId: sql<number>`(select l.id from leads l where l.submission_id = submissions.id)`,
      state: sql<RequestState>`(select l.state from leads l where l.submission_id = submissions.id)`,
      source: submissions.source,
      createdAt: submissions.createdAt,
      answers: submissions.answers,
      consentVersion: submissions.consentVersion,
    })
    .from(submissions)
    .where(eq(submissions.id, id))
    .limit(1);
  if (!row) throw new AppError('not_found');
  // `answers` is only ever written by createRequest, from a StoredAnswers.
  return { ...row, answers: JSON.parse(row.answers) as StoredAnswers };
}
