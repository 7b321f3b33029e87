import { eq, sql } from 'drizzle-orm';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import type { Submission } from '#lib/domain/requests/submissions/schema.ts';
import type { GuaranteeRequest } from '#lib/domain/requests/submissions/view.ts';
import { requestFilesColumn } from '#lib/domain/uploads/reads.ts';
import { neededKinds, type UploadKind } from '#lib/domain/uploads/schema.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { isRepetition, repetitionOf } from '#lib/platform/db/idempotency.ts';
import { jsonColumn } from '#lib/platform/db/json.ts';
import { type RequestState, requestStates } from '#lib/platform/db/schema/request-states.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

export async function getGuaranteeRequest(
  id: number,
  db: ReadDb | Tx = getDb().read,
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
      files: requestFilesColumn,
    })
    .from(submissions)
    .where(eq(submissions.id, id))
    .limit(1);
  if (!row) throw new AppError('not_found');
  return row;
}

const decidedStatesJson = JSON.stringify(requestStates.filter(isDecided));

/**
 * Subquery on `leads` and `submissions` for the attachments that an open request lacks. A request
 * that only extends guarantees lacks none, because their contracts are known.
 */
export const missingKindsColumn = jsonColumn<UploadKind[]>(sql`(
  select json_group_array(value) from json_each(${JSON.stringify(neededKinds)})
  where submissions.id is not null and leads.state not in (select value from json_each(${decidedStatesJson}))
    and exists (select 1 from json_each(submissions.answers, '$.garantias')
      where value ->> '$.renews' is null)
    and submissions.answers ->> ('$.' || value || '.externalUrl') is null
    and not exists (select 1 from uploads u where u.state = 'kept' and u.verdict <> 'infected' and (
      u.id = submissions.answers ->> ('$.' || value || '.uploadId')
      or (u.submission_id = submissions.id and u.added_at is not null and u.kind = value)))
  )`);

export async function isRepeatedSubmission(
  body: Submission,
  idempotencyKey?: string,
): Promise<boolean> {
  return isRepetition(submissions, repetitionOf(idempotencyKey, body));
}
