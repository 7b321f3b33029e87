import { z } from 'zod';
import { SESSION_COOKIE } from '#lib/domain/accounts/reads.ts';
import { pastedCode, typedPassword } from '#lib/domain/accounts/schema.ts';
import { type Entry, letIn, TICKET_COOKIE } from '#lib/domain/accounts/session-cookies.ts';
import { logInWithGoogle } from '#lib/domain/accounts/writes/google.ts';
import { joinGoogle, sendJoinCode } from '#lib/domain/accounts/writes/google-join.ts';
import { STEP_PAGE } from '#lib/domain/factors/rules.ts';
import {
  claimGoogleLogin,
  GOOGLE_COOKIE,
  GOOGLE_COOKIE_SECONDS,
  JOIN_COOKIE,
  JOIN_PAGE,
  packGoogleJoin,
  packGoogleLogin,
  readGoogleJoin,
  setJoinCookie,
} from '#lib/http/accounts/google-cookie.ts';
import { cookieHeader } from '#lib/http/api/cookies.ts';
import { refusalOf } from '#lib/http/api/reply.ts';
import { FLASH_COOKIE, FLASH_SECONDS, packFlash } from '#lib/http/forms/flash.ts';
import { HOLDER_PAGE } from '#lib/http/forms/holder-form.ts';
import { homeOf, safeNext, withNext } from '#lib/http/forms/safe-next.ts';
import { beginGoogleLogin, finishGoogleLogin } from '#lib/platform/identity/google.ts';
import { AppError, type ErrorCode } from '#lib/platform/operations/errors.ts';
import {
  defineOperation,
  defineStream,
  type GuestCtx,
  goTo,
} from '#lib/platform/operations/operation.ts';
import { log } from '#lib/platform/process/log.ts';
import { flowCookie, surplusFlows } from '#lib/platform/security/flow-cookies.ts';

export const getGoogle = defineStream({
  method: 'GET',
  path: '/api/auth/google',
  auth: 'guest',
  limit: { name: 'google', points: 30, seconds: 900, per: 'address' },
  query: z.object({ next: z.string().optional() }),
  reply: z.never(),
  errors: ['not_configured'],
  alsoAnswers: { 302: "Google's consent screen." },
  setsCookies: [GOOGLE_COOKIE],
  summary: 'Log in with Google: the way there',
  handler: async (ctx, { query }) => {
    const { login, url } = beginGoogleLogin();
    const packed = packGoogleLogin({ ...login, next: safeNext(query.next, '') }, ctx.now);
    for (const name of surplusFlows(GOOGLE_COOKIE, ctx.cookies.names()))
      setCookie(ctx, name, '', 0);
    setCookie(ctx, flowCookie(GOOGLE_COOKIE, login.state), packed, GOOGLE_COOKIE_SECONDS);
    return redirectTo(url);
  },
});

/** A browser comes here, so a repeated parameter counts as absent and the page says what to do. */
const once = z.string().optional().catch(undefined);

export const getGoogleCallback = defineStream({
  method: 'GET',
  path: '/api/auth/google/callback',
  auth: 'guest',
  limit: { name: 'google-callback', points: 30, seconds: 900, per: 'address' },
  query: z.object({ code: once, state: once, error: once }),
  reply: z.never(),
  alsoAnswers: {
    302: 'The panel with a session; a page that asks for the account to join; or `/register?error=<code>`.',
  },
  setsCookies: [SESSION_COOKIE, TICKET_COOKIE, JOIN_COOKIE],
  summary: 'Log in with Google: the way back',
  handler: async (ctx, { query }) => {
    const own = flowCookie(GOOGLE_COOKIE, query.state ?? '');
    if (ctx.cookies.names().includes(own)) setCookie(ctx, own, '', 0);
    try {
      return redirectTo(await comeBack(ctx, query));
    } catch (thrown) {
      return refuse(ctx, thrown);
    }
  },
});

type Query = { code?: string | undefined; state?: string | undefined; error?: string | undefined };

/** The state is claimed before anything else, so that every way back counts, declined ones too. */
async function comeBack(ctx: GuestCtx, { code, state, error }: Query): Promise<string> {
  const login = await claimGoogleLogin(
    ctx.cookies.get(flowCookie(GOOGLE_COOKIE, state ?? '')),
    state,
    ctx.now,
  );
  if (error === 'access_denied') throw new AppError('forbidden');
  if (error) throw new AppError('upstream_failed');
  if (!code || code.length > 2048) throw new AppError('invalid_code');
  const identity = await finishGoogleLogin({ code, login, now: ctx.now });
  const known = await logInWithGoogle(ctx, identity);
  if ('entered' in known) return goOn(ctx, known, login.next);
  setJoinCookie(ctx, packGoogleJoin({ ...known, next: login.next }, ctx.now));
  return JOIN_PAGE;
}

/** Leads to the wanted page, by way of the second step or the question of who holds the account. */
function goOn(ctx: GuestCtx, { entered, role, isNew }: Entry, next: string): string {
  if (!letIn(ctx, entered)) return withNext(STEP_PAGE, next);
  return isNew ? withNext(HOLDER_PAGE, next || homeOf(role)) : safeNext(next, homeOf(role));
}

/** Redirects back to the page with the code. Its message lasts five minutes. */
function refuse(ctx: GuestCtx, thrown: unknown): Response {
  const { code, message } = refusalOf(thrown, ctx.requestId);
  log().warn({ requestId: ctx.requestId, code }, 'google login refused');
  const text = messages[code] ?? message;
  const packed = packFlash({ code, message: text, fields: {}, values: {} });
  const flash = cookieHeader(FLASH_COOKIE, packed, FLASH_SECONDS, '/register');
  ctx.out.headers.append('Set-Cookie', flash);
  return redirectTo(`/register?error=${code}`);
}

const messages: Partial<Record<ErrorCode, string>> = {
  forbidden: 'No ingresaste con Google. Inténtalo otra vez o crea tu cuenta con tu correo.',
  csrf_invalid: 'El ingreso con Google venció o ya se usó. Empieza otra vez.',
  invalid_code: 'Google no aceptó el ingreso. Empieza otra vez.',
  invalid_token: 'No pudimos comprobar la respuesta de Google. Empieza otra vez.',
  email_not_verified: 'Tu correo no está verificado en Google. Crea tu cuenta con una contraseña.',
  upstream_failed: 'Google no respondió como esperábamos. Inténtalo otra vez en unos minutos.',
  upstream_timeout: 'Google tardó demasiado. Inténtalo otra vez en unos minutos.',
};

function setCookie(ctx: GuestCtx, name: string, value: string, seconds: number): void {
  const header = cookieHeader(name, value, seconds, getGoogle.path);
  ctx.out.headers.append('Set-Cookie', header);
}

function redirectTo(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store' },
  });
}

/** The forms of /login/google act on the identity in the cookie, never on a typed address. */
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
    const joined = await joinGoogle(ctx, joining, body);
    setJoinCookie(ctx, '');
    return goOn(ctx, joined, joining.next);
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
