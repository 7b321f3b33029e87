import { z } from 'zod';
import { SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { pastedCode, typedPassword } from '#lib/domain/accounts/schema.ts';
import { STEP_PAGE, TICKET_COOKIE } from '#lib/domain/accounts/second-step.ts';
import { joinGoogle, sendJoinCode } from '#lib/domain/accounts/writes/google-join.ts';
import { JOIN_COOKIE, readGoogleJoin, setJoinCookie } from '#lib/http/google-cookie.ts';
import { homeOf, safeNext, withNext } from '#lib/http/safe-next.ts';
import { AppError } from '#lib/platform/errors.ts';
import { defineOperation, type GuestCtx, goTo } from '#lib/platform/operation.ts';

/** The forms of /login/google: they act on the identity in the cookie, never on a typed address. */

export const joinForm = defineOperation({
  method: 'POST',
  path: '/login/google/entrar',
  auth: 'guest',
  limit: { name: 'google-join', points: 30, seconds: 900, per: 'address' },
  body: z.object({ password: typedPassword.optional(), code: pastedCode.optional() }),
  reply: goTo,
  setsCookies: [SESSION_COOKIE, TICKET_COOKIE, JOIN_COOKIE],
  summary: 'Join a proven Google identity to the account with its address, and log in',
  handler: async (ctx, { body }) => {
    const joining = getJoining(ctx);
    const { role, isIn } = await joinGoogle(ctx, joining, body);
    setJoinCookie(ctx, '');
    return isIn ? safeNext(joining.next, homeOf(role)) : withNext(STEP_PAGE, joining.next);
  },
});

export const joinCodeForm = defineOperation({
  method: 'POST',
  path: '/login/google/codigo',
  auth: 'guest',
  limit: { name: 'google-join-code', points: 10, seconds: 3600, per: 'address' },
  reply: goTo,
  summary: 'Mail a code that joins a proven Google identity',
  handler: async (ctx) => {
    await sendJoinCode(ctx, getJoining(ctx));
    return '?aviso=codigo';
  },
});

function getJoining(ctx: GuestCtx) {
  const joining = readGoogleJoin(ctx.cookies.get(JOIN_COOKIE), ctx.now);
  if (!joining) throw new AppError('csrf_invalid');
  return joining;
}
