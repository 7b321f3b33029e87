import { eq } from 'drizzle-orm';
import { findAccountByEmail } from '#lib/domain/accounts/reads.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { type IssuedDetail, progressOf } from '#lib/domain/issued/reads.ts';
import type { NewGuaranteeEvent } from '#lib/domain/issued/schema.ts';
import { addLeadEvent, moveRequest, noteInCrm } from '#lib/domain/leads/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { AdminCtx, MemberCtx } from '#lib/platform/operation.ts';

/** In the trail of the account whose guarantee it is, if it has one. */
export async function tellOwner(
  tx: Tx,
  ctx: AdminCtx | MemberCtx,
  {
    action,
    email,
    number,
  }: {
    action:
      | 'guarantee.recorded'
      | 'guarantee.changed'
      | 'guarantee.code-renewed'
      | 'guarantee.code-ended';
    email: string;
    number: number;
  },
): Promise<void> {
  const account = await findAccountByEmail(email, tx);
  const accountId = account?.emailVerifiedAt ? account.id : null;
  await audit(tx, ctx, { action, accountId, actor: ctx.accountId, subject: `guarantee:${number}` });
}

/** In the history of the request that it answers, and in the CRM. */
export async function tellRequest(
  tx: Tx,
  ctx: MemberCtx | AdminCtx,
  { submissionId, number, item }: IssuedDetail,
  kind: NewGuaranteeEvent['kind'],
): Promise<void> {
  if (submissionId === null) return;
  const { now, accountId: actor } = ctx;
  const [lead] = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(eq(leads.submissionId, submissionId))
    .limit(1);
  if (!lead) return;
  const leadId = lead.id;
  const event = { kind: 'issued', number, item: item ?? 0, said: kind } as const;
  const eventId = await addLeadEvent(tx, { leadId, event, actor, at: now });
  await noteInCrm(tx, { leadId, eventId, now });
  if (kind === 'anulada') await followRecords(tx, ctx, { leadId, submissionId }, kind);
}

/**
 * Inside a write: with its last record a request is `emitida`. It leaves that only for a record that was
 * a mistake: one that came there before there were records stays.
 */
export async function followRecords(
  tx: Tx,
  { accountId: actor, now }: AdminCtx | MemberCtx,
  { leadId, submissionId }: { leadId: number; submissionId: number },
  said: 'registrada' | 'anulada',
): Promise<void> {
  const { state, isWhole } = await progressOf(submissionId, tx);
  const move = { leadId, actor, at: now, now, untold: true };
  if (said === 'registrada' && isWhole && state === 'aprobada') {
    await moveRequest(tx, { ...move, to: 'emitida' });
  }
  if (said === 'anulada' && !isWhole && state === 'emitida') {
    await moveRequest(tx, { ...move, to: 'aprobada' });
  }
}
