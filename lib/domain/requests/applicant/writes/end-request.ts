import { eq } from 'drizzle-orm';
import { actorOf, openRequest, type RequestAccess } from '#lib/domain/links/request-access.ts';
import { actRefusals } from '#lib/domain/requests/applicant/copy.ts';
import { recordAddition } from '#lib/domain/requests/applicant/writes/record-addition.ts';
import {
  findOpenConditions,
  findRequestWithConditions,
} from '#lib/domain/requests/conditions/reads.ts';
import { endUnpaidRequest } from '#lib/domain/requests/conditions/writes.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { changeRequestState } from '#lib/domain/requests/leads/writes/change-request-state.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests } from '#lib/platform/db/schema/payments.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

/**
 * Declines a version of the conditions, once, with a message to the team. The request stays open.
 * Throws `conflict` if the version could not be accepted any more either.
 */
export async function declineConditions(
  ctx: RequestCtx,
  entry: RequestAccess,
  { version, reason }: { version: number; reason?: string | undefined },
): Promise<void> {
  const { now } = ctx;
  await getDb().write(async (tx) => {
    const { request, isRepeated } = await findOpenConditions(
      tx,
      entry,
      { version, now },
      'declined',
    );
    if (isRepeated) return;
    const statement = `No acepto las condiciones, versión ${version}.`;
    const text = [statement, reason].filter(Boolean).join('\n');
    const event = { kind: 'message', text, declined: version } as const;
    await recordAddition(tx, ctx, entry, { ...request, event, key: undefined });
  });
}

/**
 * Cancels a request that is neither accepted nor paid. Its state becomes `rechazada`, which ends
 * reminders and requested documents, and its open payment requests end. A repetition changes
 * nothing. Throws `conflict` if the request is decided, accepted, paid or being paid.
 */
export async function cancelRequest(ctx: RequestCtx, entry: RequestAccess): Promise<void> {
  const { now } = ctx;
  await getDb().write(async (tx) => {
    const { leadId } = await openRequest(entry, now, tx);
    const request = await findRequestWithConditions(eq(leads.id, leadId), tx);
    if (!request) throw new AppError('not_found');
    const { state, isPaid, conditions, email } = request;
    if (state === 'rechazada') return;
    if (isDecided(state)) throw conflict(actRefusals.issued);
    const isAccepted = conditions?.acceptedAt !== undefined;
    if (isAccepted || isPaid || !(await endPaymentRequests(tx, ctx, entry, leadId))) {
      throw conflict(actRefusals.agreed);
    }
    const actor = actorOf(entry);
    const to = 'rechazada';
    await changeRequestState(tx, {
      leadId,
      to,
      actor,
      at: now,
      now,
      origin: ctx,
      isCancelled: true,
    });
    const event = { kind: 'message', text: 'Anulo esta solicitud.' } as const;
    await recordAddition(tx, ctx, entry, { leadId, email, event, key: undefined, isSilent: true });
  });
}

/** Ends the open payment requests of a lead. Returns false if one is paid or being paid. */
async function endPaymentRequests(
  tx: Tx,
  ctx: RequestCtx,
  entry: RequestAccess,
  leadId: number,
): Promise<boolean> {
  const rows = await tx
    .select({ id: paymentRequests.id, accountId: paymentRequests.createdBy })
    .from(paymentRequests)
    .where(eq(paymentRequests.leadId, leadId));
  for (const { id, accountId } of rows) {
    if (!(await endUnpaidRequest(tx, { ...ctx, accountId, actor: actorOf(entry) }, id)))
      return false;
  }
  return true;
}
