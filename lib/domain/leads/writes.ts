import type { LeadEvent } from '#lib/domain/leads/schema.ts';
import { privacyVersion } from '#lib/domain/privacy/copy.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import type { GuestCtx } from '#lib/platform/operation.ts';

export type NewLead = Pick<
  typeof leads.$inferInsert,
  'kind' | 'submissionId' | 'name' | 'email' | 'phone' | 'rut' | 'company' | 'tenderId'
> & { answers: Record<string, unknown> };

/** Inside the write of what they sent: who wrote, as the inbox lists them. Returns the lead's id. */
export async function createLead(tx: Tx, ctx: GuestCtx, lead: NewLead): Promise<number> {
  const [row] = await tx
    .insert(leads)
    .values({
      ...lead,
      email: lead.email.toLowerCase(),
      answers: JSON.stringify(lead.answers),
      consentVersion: privacyVersion,
      consentAddress: ctx.address,
      requestId: ctx.requestId,
      createdAt: ctx.now,
    })
    .returning({ id: leads.id });
  if (!row) throw new Error('the insert returned no row');
  return row.id;
}

/** One line of a lead's history. `at`: when it happened, in ms; by the provider's clock if it told. */
export async function addLeadEvent(
  tx: Tx,
  { leadId, event, actor, at }: { leadId: number; event: LeadEvent; actor: string; at: number },
): Promise<void> {
  const { kind, ...detail } = event;
  await tx.insert(leadEvents).values({ leadId, kind, actor, detail: JSON.stringify(detail), at });
}
