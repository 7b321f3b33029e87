import { MINUTE } from '#lib/platform/durations.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';
import { partsOf, ticketOf } from '#lib/platform/tickets.ts';

/** Holds what a passkey has to sign next. */
export const CHALLENGE_COOKIE = 'desafio';
const CHALLENGE_MS = 5 * MINUTE;

/** `use`: `show`, or the account that a passkey is made for. */
export function giveChallenge(ctx: RequestCtx, use: string, challenge: string): void {
  const ticket = ticketOf('passkey', [use, challenge], ctx.now + CHALLENGE_MS);
  ctx.cookies.set(CHALLENGE_COOKIE, ticket, CHALLENGE_MS / 1000);
}

export function findChallenge(ctx: RequestCtx, use: string): string | null {
  const [given, challenge] = partsOf('passkey', ctx.cookies.get(CHALLENGE_COOKIE), ctx.now) ?? [];
  return given === use && challenge ? challenge : null;
}
