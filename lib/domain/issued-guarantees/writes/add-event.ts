import { and, eq } from 'drizzle-orm';
import { issuedRefusals } from '#lib/domain/issued-guarantees/copy.ts';
import {
  getIssuedGuarantee,
  type IssuedDetail,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { mayAnnul, mayReport, sumClaim } from '#lib/domain/issued-guarantees/rules.ts';
import type {
  GuaranteeEventDetail,
  NewGuaranteeEvent,
  Side,
} from '#lib/domain/issued-guarantees/schema.ts';
import { endCode } from '#lib/domain/issued-guarantees/writes/codes.ts';
import {
  addToRequest,
  auditForOwner,
} from '#lib/domain/issued-guarantees/writes/record-changes.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { guaranteeEvents, issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Adds an event to a guarantee, once per `key`. Throws:
 * - `not_found`
 * - `forbidden` if a company annuls a record of the team
 * - `conflict` if the guarantee's state does not allow the event
 * - `validation_failed` if its day, claim or successor is impossible
 */
export async function addGuaranteeEvent(
  ctx: SignedInCtx | AdminCtx,
  id: string,
  event: NewGuaranteeEvent,
  key: string,
): Promise<void> {
  await getDb().write(async (tx) => {
    const record = await getIssuedGuarantee(ctx, id, tx);
    if (await isRepeated(tx, record.number, key)) return;
    await writeEvent(tx, ctx, record, event, key);
  });
}

/** Does what `addGuaranteeEvent` does, in the caller's transaction. */
export async function writeEvent(
  tx: Tx,
  ctx: SignedInCtx | AdminCtx,
  record: IssuedDetail,
  { kind, on: day, text, ...event }: NewGuaranteeEvent,
  key?: string,
): Promise<void> {
  const { number } = record;
  const side: Side = ctx.auth === 'admin' ? 'advisor' : 'company';
  const { now, accountId: actor } = ctx;
  if (kind === 'anulada' && !mayAnnul(record, side)) throw new AppError('forbidden');
  if (!mayReport(kind, record, side)) throw conflict(issuedRefusals.ended);
  if (day !== undefined && day > isoDay(now)) throw refusedError('on', issuedRefusals.future);
  if (kind === 'cobrada' && day !== undefined && day < record.validFrom) {
    throw refusedError('on', issuedRefusals.early);
  }
  const detail: GuaranteeEventDetail = { ...(text && { text }) };
  const changes: Partial<typeof issuedGuarantees.$inferInsert> =
    kind === 'entregada'
      ? {}
      : { reported: kind === 'deshecha' ? (record.claimed ? 'cobrada' : null) : kind };
  if (kind === 'cobrada') {
    const addedClaim = sumClaim(record, event.amount);
    if (addedClaim === null) throw refusedError('amount', issuedRefusals.claim);
    changes.claimed = addedClaim.sum;
    detail.amount = addedClaim.added;
  }
  if (kind === 'prorrogada') {
    changes.successor = await getSuccessorNumber(tx, ctx, record, event.successorId);
    detail.successor = changes.successor;
  }
  if (kind === 'anulada') await endCode(tx, number, now);
  if (kind !== 'entregada') {
    await tx.update(issuedGuarantees).set(changes).where(eq(issuedGuarantees.number, number));
  }
  const reportedEvent = { guaranteeNumber: number, kind, by: side, actor, day, key, at: now };
  await tx.insert(guaranteeEvents).values({ ...reportedEvent, detail });
  await auditForOwner(tx, ctx, record, 'changed');
  await addToRequest(tx, ctx, record, kind);
}

function refusedError(field: string, message: string): AppError {
  return new AppError('validation_failed', { fields: { [field]: message } });
}

async function isRepeated(tx: Tx, number: number, key: string): Promise<boolean> {
  const [existing] = await tx
    .select({ id: guaranteeEvents.id })
    .from(guaranteeEvents)
    .where(and(eq(guaranteeEvents.guaranteeNumber, number), eq(guaranteeEvents.key, key)))
    .limit(1);
  return existing !== undefined;
}

/**
 * Returns the number of the successor, which must be another guarantee in force of the same owner.
 */
async function getSuccessorNumber(
  tx: Tx,
  ctx: SignedInCtx | AdminCtx,
  { id, number, owner }: IssuedDetail,
  successorId: string | undefined,
): Promise<number> {
  const refusal = refusedError('successorId', issuedRefusals.successor);
  if (successorId === undefined || successorId === id) throw refusal;
  const successor = await getIssuedGuarantee(ctx, successorId, tx).catch((error) => {
    throw error instanceof AppError && error.code === 'not_found' ? refusal : error;
  });
  // A guarantee in force has no successor, so the chain cannot form a circle.
  if (successor.owner !== owner || successor.reported !== null || successor.number === number)
    throw refusal;
  return successor.number;
}
