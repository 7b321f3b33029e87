import { deviceSubject } from '#lib/domain/accounts/device.ts';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import { findTicket, openBy, sealOf, TICKET_COOKIE } from '#lib/domain/accounts/second-step.ts';
import { setSessionCookie } from '#lib/domain/accounts/writes/sessions.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { TICKET_TRIES } from '#lib/domain/factors/rules.ts';
import { checkFactor, type Proof } from '#lib/domain/factors/writes/check-factor.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { RequestCtx } from '#lib/platform/operation.ts';
import { takePoint } from '#lib/platform/rate-limits.ts';
import { spend, ticketOver } from '#lib/platform/tickets.ts';

/** Throws `no_session` when the ticket is over or the account changed; `invalid_code`. */
export async function finishLogIn(ctx: RequestCtx, proof: Proof) {
  const ticket = await findTicket(ctx);
  if (!ticket) throw ticketOver();
  const { id, account, profile, by } = ticket;
  await takePoint(TICKET_TRIES, id, ctx.now);
  const take = await checkFactor(ctx, account.id, proof);
  const opened = await getDb().write(async (tx) => {
    const still = await findAccount(account.id, tx);
    if (!still || sealOf(still) !== sealOf(account)) throw ticketOver();
    if (await take(tx)) {
      await spend(tx, id, ctx.now);
      return { token: await openBy(tx, ctx, { account: still, profile, by, strong: true }) };
    }
    const subject = deviceSubject(ctx);
    await audit(tx, ctx, { accountId: account.id, action: 'factor.refused', subject });
    return null;
  });
  // Thrown outside: a rolled back write would not be in the trail.
  if (!opened) throw new AppError('invalid_code');
  ctx.cookies.set(TICKET_COOKIE, '', 0);
  setSessionCookie(ctx, opened.token);
  return { email: account.email, role: profile };
}
