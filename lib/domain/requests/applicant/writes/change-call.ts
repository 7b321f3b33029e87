import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { openRequest, type RequestAccess } from '#lib/domain/links/request-access.ts';
import {
  isRepeatedAddition,
  recordAddition,
} from '#lib/domain/requests/applicant/writes/record-addition.ts';
import { callChangeLine } from '#lib/domain/requests/leads/call-copy.ts';
import type { CallChange } from '#lib/domain/requests/leads/call-schema.ts';
import { answerChoices } from '#lib/domain/requests/leads/contact-schema.ts';
import { preferredAnswerColumn } from '#lib/domain/requests/leads/reads/leads.ts';
import {
  type CallChoice,
  callAnswer,
  datedAnswer,
  parseCallChoice,
} from '#lib/domain/requests/leads/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { repetitionOf } from '#lib/platform/db/idempotency.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';

type CallForm = CallChoice & {
  view: string;
  isCancelled: boolean;
  telefono?: string | undefined;
};

/**
 * Replaces or cancels the call that was promised to the sender of a form, stores a corrected
 * telephone, and notifies the team. A repetition from the same page `view` changes nothing. Throws
 * `validation_failed` for a time that has passed, and `not_found` for a lead to which no call is
 * offered.
 */
export async function changeCall(
  ctx: GuestCtx,
  entry: RequestAccess,
  { view, isCancelled, telefono, ...choice }: CallForm,
): Promise<void> {
  const key = repetitionOf(entry.kind, { view, isCancelled, telefono, ...choice })?.bodyHash;
  await getDb().write(async (tx) => {
    const { leadId } = await openRequest(entry, ctx.now, tx);
    if (await isRepeatedAddition(tx, leadId, key)) return;
    const answer = isCancelled
      ? answerChoices[0]
      : datedAnswer(callAnswer(choice, ctx.now), ctx.now);
    const condition = and(eq(leads.id, leadId), eq(leads.kind, 'asesor'), isNotNull(leads.phone));
    const [lead] = await tx
      .select({
        email: leads.email,
        phone: leads.phone,
        createdAt: leads.createdAt,
        preferred: preferredAnswerColumn,
      })
      .from(leads)
      .where(condition);
    if (!lead) throw new AppError('not_found');
    const phone = !isCancelled && telefono && telefono !== lead.phone ? telefono : undefined;
    await tx
      .update(leads)
      .set({
        answers: sql`json_set(answers, '$.respuesta_preferida', ${answer},
          '$.telefono', ${phone ?? lead.phone})`,
        ...(phone && { phone }),
      })
      .where(condition);
    const previous = datedAnswer(lead.preferred ?? undefined, lead.createdAt);
    // If the earlier call is over or was recorded, the message leaves its time out.
    const isOver = (parseCallChoice(previous, ctx.now)?.day ?? ctx.now) < ctx.now;
    const call: CallChange = { from: isOver ? undefined : previous, to: answer, phone };
    const { title, text } = callChangeLine(call, { isForTeam: true });
    const words = [`${title}.`, text].filter(Boolean).join('\n');
    const event = { kind: 'message', text: words, isCall: true, call } as const;
    await recordAddition(tx, ctx, entry, { leadId, email: lead.email, event, key });
  });
}
