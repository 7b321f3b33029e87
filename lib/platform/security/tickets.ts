import type { Tx } from '#lib/platform/db/client.ts';
import { rateLimits } from '#lib/platform/db/schema/platform.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { HOUR } from '#lib/platform/process/durations.ts';
import { hashToken, idOfToken, type Purpose, signedToken } from '#lib/platform/security/secrets.ts';

/** No ticket lives longer. */
const LONGEST_MS = HOUR;

export function ticketOver(): AppError {
  return new AppError('no_session', {
    message: 'Tu ingreso venció o ya se usó. Empieza otra vez.',
  });
}

/** Returns a cookie's value for minutes: parts without dots, and the time it ends, signed. */
export function ticketOf(purpose: Purpose, parts: readonly string[], until: number): string {
  return signedToken(purpose, [...parts, until].join('.'));
}

/** Returns the parts of a ticket, or null when it is foreign or over. */
export function partsOf(
  purpose: Purpose,
  ticket: string | undefined,
  now: number,
): string[] | null {
  const parts = idOfToken(purpose, ticket)?.split('.') ?? [];
  return Number(parts.pop()) > now ? parts : null;
}

/** Throws in a write unless this id is new, also for two callers at once. */
export async function spend(tx: Tx, id: string, now: number): Promise<void> {
  const row = { key: `spent:${hashToken(id)}`, points: 1, expiresAt: now + LONGEST_MS };
  const first = await tx.insert(rateLimits).values(row).onConflictDoNothing().returning();
  if (first.length === 0) throw ticketOver();
}
