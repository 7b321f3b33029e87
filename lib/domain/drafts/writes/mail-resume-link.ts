import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { DRAFT_SECONDS } from '#lib/domain/drafts/reads.ts';
import { addMailedLink } from '#lib/domain/links/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';

export async function mailResumeLink(draftId: string, email: string, now: number): Promise<void> {
  await getDb().write(async (tx) => {
    const linkId = await addMailedLink(tx, { kind: 'resume', subject: draftId, email, now });
    await enqueueDelivery(tx, {
      lane: `draft:${draftId}/mail`,
      kind: 'draft.resume-mail',
      payload: { linkId, email, validUntil: now + DRAFT_SECONDS * 1000 },
      now,
    });
  });
  wakeDeliveries();
}
