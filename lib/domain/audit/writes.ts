import type { AuditAction } from '#lib/domain/audit/copy.ts';
import { shortAddress } from '#lib/platform/addresses.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { later } from '#lib/platform/db/later.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';

type Where = { requestId: string; address: string; now: number };

/** Inside the write that does what it tells. `actor` is the account itself when absent. */
export async function audit(
  tx: Tx,
  where: Where,
  event: { accountId: string; action: AuditAction; actor?: string; subject?: string },
): Promise<void> {
  await later(
    tx,
    tx.insert(auditEvents).values({
      accountId: event.accountId,
      actor: event.actor ?? event.accountId,
      action: event.action,
      subject: event.subject,
      place: shortAddress(where.address),
      requestId: where.requestId,
      at: where.now,
    }),
  );
}
