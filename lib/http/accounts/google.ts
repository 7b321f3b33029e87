import { z } from 'zod';
import { type LoginResult, storeLogin } from '#lib/domain/accounts/browser.ts';
import { parseInvitationToken } from '#lib/domain/accounts/companies/view.ts';
import { HOLDER_PAGE } from '#lib/domain/accounts/rules.ts';
import { logInWithGoogle } from '#lib/domain/accounts/writes/google.ts';
import { SECOND_STEP_PAGE } from '#lib/domain/factors/rules.ts';
import {
  claimGoogleLogin,
  GOOGLE_COOKIE_SECONDS,
  JOIN_PAGE,
  packGoogleJoin,
  packGoogleLogin,
  parseGoogleJoin,
  setJoinCookie,
} from '#lib/http/accounts/google-cookie.ts';
import { redirectTo, toRefusal } from '#lib/http/api/reply.ts';
import { homeOf, safeNext, withNext } from '#lib/http/api/safe-next.ts';
import { FLASH_SECONDS, packFlash } from '#lib/http/forms/flash.ts';
import { beginGoogleLogin, finishGoogleLogin } from '#lib/platform/identity/google.ts';
import { AppError, type ErrorCode } from '#lib/platform/operations/errors.ts';
import { defineStream, type GuestCtx } from '#lib/platform/operations/operation.ts';
import { log } from '#lib/platform/process/log.ts';

const nextParam = z.string().optional().describe('Path of this site to go on to after the login.');

export const getGoogle = defineStream({
  method: 'GET',
  path: '/api/auth/google',
  auth: 'guest',
  limit: { name: 'google', points: 30, seconds: 900, per: 'ip' },
  query: z.object({ next: nextParam }),
  reply: z.never(),
  errors: ['not_configured'],
  alsoAnswers: { 302: "Google's consent screen." },
  setsCookies: ['googleLogin'],
  summary: 'Begin a login with Google',
  handler: async (ctx, { query }) => {
    const { login, url } = beginGoogleLogin();
    const cookieValue = packGoogleLogin({ ...login, next: safeNext(query.next, '') }, ctx.now);
    ctx.browser.set('googleLogin', cookieValue, {
      seconds: GOOGLE_COOKIE_SECONDS,
      part: login.state,
    });
    return redirectTo(url, { status: 302 });
  },
});

/** A repeated parameter counts as absent. The browser then gets a page and not JSON. */
const optionalText = z.string().optional().catch(undefined);

export const getGoogleCallback = defineStream({
  method: 'GET',
  path: '/api/auth/google/callback',
  auth: 'guest',
  limit: { name: 'google-callback', points: 30, seconds: 900, per: 'ip' },
  query: z.object({
    code: optionalText.describe('What Google gave.'),
    state: optionalText.describe('What Google gives back of the way there.'),
    error: optionalText.describe('Why Google refused.'),
  }),
  reply: z.never(),
  alsoAnswers: {
    302: 'The panel with a session; a page that asks for the account to join; or `/register?error=<code>`.',
  },
  setsCookies: ['session', 'loginStep', 'googleJoin'],
  summary: 'Return from the login with Google',
  handler: async (ctx, { query }) => {
    const part = (query.state ?? '').slice(0, 8);
    if (ctx.browser.parts('googleLogin').includes(part)) ctx.browser.delete('googleLogin', part);
    try {
      return redirectTo(await finishCallback(ctx, query), { status: 302 });
    } catch (thrown) {
      return refuseLogin(ctx, thrown);
    }
  },
});

type CallbackQuery = {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
};

/**
 * Finishes the login. First uses up the state, so that it cannot be used again even if the login is
 * declined.
 */
async function finishCallback(
  ctx: GuestCtx,
  { code, state, error }: CallbackQuery,
): Promise<string> {
  const login = await claimGoogleLogin(ctx.browser.get('googleLogin', state), state, ctx.now);
  if (error === 'access_denied') throw new AppError('forbidden');
  if (error) throw new AppError('upstream_failed');
  if (!code || code.length > 2048) throw new AppError('invalid_code');
  const identity = await finishGoogleLogin({ code, login, now: ctx.now });
  const result = await logInWithGoogle(ctx, identity);
  if ('entered' in result) return enterAccount(ctx, result, login.next);
  setJoinCookie(ctx, packGoogleJoin({ ...result, next: login.next }, ctx.now));
  return JOIN_PAGE;
}

/**
 * Returns the page of the second step, the page to choose the account's holder, or the requested
 * page.
 */
export function enterAccount(
  ctx: GuestCtx,
  { entered, role, isNew }: LoginResult,
  next: string,
): string {
  if (!storeLogin(ctx, entered)) return withNext(SECOND_STEP_PAGE, next);
  // A person who joins a company is not asked for whom they want guarantees.
  return isNew && !parseInvitationToken(next)
    ? withNext(HOLDER_PAGE, next || homeOf(role))
    : safeNext(next, homeOf(role));
}

/** Redirects to /register with the error. Its message is kept in a cookie for five minutes. */
function refuseLogin(ctx: GuestCtx, thrown: unknown): Response {
  const { code, message } = toRefusal(thrown, ctx.requestId);
  log().warn({ requestId: ctx.requestId, code }, 'google login refused');
  const text = refusalTexts[code] ?? message;
  const cookieValue = packFlash({ code, message: text, fields: {}, values: {} });
  ctx.browser.set('refusedForm', cookieValue, { seconds: FLASH_SECONDS, path: '/register' });
  return redirectTo(`/register?error=${code}`, { status: 302 });
}

const refusalTexts: Partial<Record<ErrorCode, string>> = {
  forbidden: 'No ingresaste con Google. Inténtalo otra vez o crea tu cuenta con tu correo.',
  csrf_invalid: 'El ingreso con Google venció o ya se usó. Empieza otra vez.',
  invalid_code: 'Google no aceptó el ingreso. Empieza otra vez.',
  invalid_token: 'No pudimos comprobar la respuesta de Google. Empieza otra vez.',
  email_not_verified: 'Tu correo no está verificado en Google. Crea tu cuenta con una contraseña.',
  upstream_failed: 'Google no respondió como esperábamos. Inténtalo otra vez en unos minutos.',
  upstream_timeout: 'Google tardó demasiado. Inténtalo otra vez en unos minutos.',
};

/**
 * Returns the Google identity in the cookie. The forms of /login/google use this identity and never
 * a typed e-mail. Throws `csrf_invalid`.
 */
export function getGoogleIdentity(ctx: GuestCtx) {
  const identity = parseGoogleJoin(ctx.browser.get('googleJoin'), ctx.now);
  if (!identity) throw new AppError('csrf_invalid');
  return identity;
}
