import type { Tx } from '#lib/platform/db/client.ts';
import { rateLimits } from '#lib/platform/db/schema/platform.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import {
  hashToken,
  type Purpose,
  signedToken,
  verifySignedToken,
} from '#lib/platform/security/secrets.ts';

/** Longest lifetime (ms) of a ticket: a signed value that a cookie keeps between two steps. */
const MAX_TICKET_MS = HOUR;

export function ticketExpiredError(): AppError {
  return new AppError('no_session', {
    message: 'Tu ingreso venció o ya se usó. Empieza otra vez.',
  });
}

/** Returns a signed value with parts and expiry (ms) for a cookie. Parts must not contain dots. */
export function createTicket(
  purpose: Purpose,
  parts: readonly string[],
  expiresAt: number,
): string {
  return signedToken(purpose, [...parts, expiresAt].join('.'));
}

/** Returns the parts of a ticket, or null if its signature is wrong or it has expired. */
export function openTicket(
  purpose: Purpose,
  ticket: string | undefined,
  now: number,
): string[] | null {
  const parts = verifySignedToken(purpose, ticket)?.split('.') ?? [];
  return Number(parts.pop()) > now ? parts : null;
}

/** Uses up a ticket. Throws if it was used before, also for simultaneous callers. */
export async function consumeTicket(tx: Tx, id: string, now: number): Promise<void> {
  const row = { key: `spent:${hashToken(id)}`, points: 1, expiresAt: now + MAX_TICKET_MS };
  const insertedRows = await tx.insert(rateLimits).values(row).onConflictDoNothing().returning();
  if (insertedRows.length === 0) throw ticketExpiredError();
}
