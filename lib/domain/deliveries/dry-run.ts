import { eq } from 'drizzle-orm';
import type { SkippedDelivery } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandler } from '#lib/domain/deliveries/worker.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { deliveries } from '#lib/platform/db/schema/deliveries.ts';
import { captureMail } from '#lib/platform/mail/client.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { log } from '#lib/platform/process/log.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/**
 * Sets the handlers that `findSkipReason` runs. The start passes them in: they belong to domain modules
 * that import `deliveries`, so this file cannot import them.
 */
export function setDryRunHandlers(handlers: Record<string, DeliveryHandler>): void {
  rehearsal().handlers = handlers;
}

/**
 * Runs the handler of a sent mail without sending anything. Returns why it would not send the mail
 * now. Returns null if it would send, cannot be rehearsed, or fails in a way that a try will show.
 */
export async function findSkipReason(id: number, now: number): Promise<string | null> {
  const [row] = await getDb().read.select().from(deliveries).where(eq(deliveries.id, id)).limit(1);
  const { handlers } = rehearsal();
  if (row?.state !== 'sent' || row.channel === 'crm') return null;
  const handle = Object.hasOwn(handlers, row.kind) ? handlers[row.kind] : undefined;
  if (!handle) return null;
  const { idempotencyKey } = row;
  try {
    const { result } = await captureMail(() => handle(row.payload, { idempotencyKey, now }));
    return (result as SkippedDelivery | undefined)?.skipped ?? null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return 'not_found';
    log().warn({ err: error, kind: row.kind }, 'a mail could not be rehearsed');
    return null;
  }
}

/**
 * A singleton, because the requests and the worker may run from different bundles in one process.
 */
const rehearsal = () =>
  singleton('deliveries.rehearsal', (): { handlers: Record<string, DeliveryHandler> } => ({
    handlers: {},
  }));
