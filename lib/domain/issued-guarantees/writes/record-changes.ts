import { sql } from 'drizzle-orm';
import { findHolderId } from '#lib/domain/accounts/reads/holders.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import {
  type IssuedDetail,
  readIssueProgress,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import type { ReportedKind } from '#lib/domain/issued-guarantees/schema.ts';
import { isDecided, leadIssuedPartition } from '#lib/domain/requests/leads/rules.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { assignIfFree } from '#lib/domain/requests/leads/writes/assign-lead.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

type Ctx = AdminCtx | SignedInCtx;
type OwnerEvent = 'recorded' | 'changed' | 'code-renewed' | 'code-ended';

/** Audits a change in the trail of the account that owns the guarantee, if there is one. */
export async function auditForOwner(
  tx: Tx,
  ctx: Ctx,
  { number, ...ownership }: Pick<IssuedDetail, 'number' | 'email' | 'companyId'>,
  event: OwnerEvent,
): Promise<void> {
  await audit(tx, ctx, {
    action: `guarantee.${event}`,
    accountId: await findHolderId(ownership, tx),
    actor: ctx.accountId,
    subject: `guarantee:${number}`,
  });
}

type RequestRecord = Pick<IssuedDetail, 'leadId' | 'submissionId' | 'number' | 'item'>;

/**
 * Adds a new record, or a `reported` event of an earlier one, to the request and the CRM. A record
 * approves the request, the last one makes it `emitida`, and annulling a record undoes that.
 */
export async function addToRequest(
  tx: Tx,
  ctx: Ctx,
  { leadId, submissionId, number, item }: RequestRecord,
  reportedKind?: ReportedKind,
): Promise<void> {
  if (submissionId === null || leadId === null || item === null) return;
  const { now, accountId: actor } = ctx;
  const event = {
    kind: 'issued',
    number,
    item,
    ...(reportedKind && { said: reportedKind }),
  } as const;
  const eventId = await addLeadEvent(tx, { leadId, event, actor, at: now });
  await noteInCrm(tx, { leadId, eventId, now });
  if (reportedKind && reportedKind !== 'anulada') return;
  if (!reportedKind && ctx.auth === 'admin') await assignIfFree(tx, ctx, leadId);
  const { state, isComplete: isWhole } = await readIssueProgress(submissionId, tx);
  const move = { leadId, actor, at: now, now, origin: ctx, isSilent: true };
  const nextState = isWhole ? 'emitida' : 'aprobada';
  if (!reportedKind && !isDecided(state) && state !== nextState)
    await changeRequestState(tx, { ...move, to: nextState });
  if (reportedKind && !isWhole && state === 'emitida')
    await changeRequestState(tx, { ...move, to: 'aprobada' });
  if (reportedKind) await mailMistake(tx, { leadId, number, now });
}

/**
 * Notifies the applicant of a mistake. Does nothing if the mail about the record is still queued:
 * it will not be sent, because the record is annulled.
 */
async function mailMistake(
  tx: Tx,
  { leadId, number, now }: { leadId: number; number: number; now: number },
): Promise<void> {
  const partition = leadIssuedPartition(leadId);
  const unsentCondition = sql`partition = ${partition} and attempts = 0 and kind = 'issued.mail'
    and state = 'waiting' and payload ->> '$.number' = ${number}`;
  if ((await tx.$count(deliveries, unsentCondition)) > 0) return;
  await enqueueDelivery(tx, { partition, kind: 'issued.mistake-mail', payload: { number }, now });
}
