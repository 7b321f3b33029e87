import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { openRequest, type RequestAccess } from '#lib/domain/links/entries.ts';
import { changedCallText } from '#lib/domain/requests/applicant/copy.ts';
import { addNews, isKnown } from '#lib/domain/requests/applicant/writes.ts';
import { type CallChoice, callAnswer, datedAnswer } from '#lib/domain/requests/leads/rules.ts';
import { answerChoices } from '#lib/domain/requests/leads/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { repetitionOf } from '#lib/platform/db/idempotency.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';

/**
 * Replaces the call that the sender of a form was promised, or cancels it, and tells the team. A
 * repetition from one `view` changes nothing. Throws `validation_failed` for a time that has
 * passed, and `not_found` for a lead that offers no call.
 */
export async function changeCall(
  ctx: GuestCtx,
  entry: RequestAccess,
  { view, isCancelled, ...choice }: CallChoice & { view: string; isCancelled: boolean },
): Promise<void> {
  const key = repetitionOf(entry.kind, { view, isCancelled, ...choice })?.bodyHash;
  await getDb().write(async (tx) => {
    const { leadId } = await openRequest(entry, ctx.now, tx);
    if (await isKnown(tx, leadId, key)) return;
    const answer = isCancelled
      ? answerChoices[0]
      : datedAnswer(callAnswer(choice, ctx.now), ctx.now);
    const [lead] = await tx
      .update(leads)
      .set({ answers: sql`json_set(answers, '$.respuesta_preferida', ${answer})` })
      .where(and(eq(leads.id, leadId), eq(leads.kind, 'asesor'), isNotNull(leads.phone)))
      .returning({ email: leads.email });
    if (!lead) throw new AppError('not_found');
    const event = { kind: 'message', text: changedCallText(answer), isCall: true } as const;
    await addNews(tx, ctx, entry, { leadId, ...lead, event, key });
  });
}
