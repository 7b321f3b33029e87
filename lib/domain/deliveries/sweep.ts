import { and, lt, sql } from 'drizzle-orm';
import { retentionStart } from '#lib/domain/privacy/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';

/** Deletes old sent deliveries. Those that were given up stay until an advisor has settled them. */
export async function sweepDeliveries(now: number): Promise<void> {
  const keptFrom = retentionStart('delivery', now);
  await getDb().write((tx) =>
    tx.delete(deliveries).where(and(sql`state = 'sent'`, lt(deliveries.settledAt, keptFrom))),
  );
}
