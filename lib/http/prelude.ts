import type { z } from 'zod';
import { cookieHeader, cookieOf } from '#lib/http/cookies.ts';
import { checkCsrf } from '#lib/http/csrf.ts';
import { addressOf, checkOrigin, requestIdOf } from '#lib/http/request.ts';
import { limitSubject } from '#lib/platform/addresses.ts';
import { checkCaptcha } from '#lib/platform/captcha/captcha.ts';
import { now } from '#lib/platform/clock.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import { fieldErrors } from '#lib/platform/fields.ts';
import type { AnyOperation, GuestCtx } from '#lib/platform/operation.ts';
import { takePoint } from '#lib/platform/rate-limits.ts';

/** Who asks, from headers that `server.ts` made trustworthy. */
export function contextOf(request: Request): GuestCtx {
  const requestId = requestIdOf(request.headers.get('x-request-id'));
  const cookies = request.headers.get('cookie');
  const out = { status: 200, headers: new Headers() };
  return {
    auth: 'guest',
    requestId,
    address: addressOf(request),
    now: now(),
    startedAt: Date.now(),
    cookies: {
      get: (name) => cookieOf(cookies, name),
      set: (name, value, age) => out.headers.append('Set-Cookie', cookieHeader(name, value, age)),
    },
    out,
  };
}

/** What comes before the body is read, in this order: origin, then the operation's limit. */
export async function admit(operation: AnyOperation, ctx: GuestCtx, request: Request) {
  checkOrigin(request);
  if ('unlimited' in operation.limit || !getEnv().rateLimits) return;
  await takePoint(operation.limit, limitSubject(ctx.address), ctx.now);
}

/** What comes after the body is read, in this order: CSRF, schemas, captcha. */
export async function parseInput(
  operation: AnyOperation,
  ctx: GuestCtx,
  request: Request,
  raw: { params: unknown; body: unknown },
) {
  if (operation.csrf) checkCsrf(request, raw.body, ctx.now);
  const query = operation.query
    ? parse(operation.query, Object.fromEntries(new URL(request.url).searchParams))
    : undefined;
  const headers = operation.headers
    ? parse(operation.headers, Object.fromEntries(request.headers))
    : undefined;
  const params = operation.params ? parse(operation.params, raw.params, 'not_found') : undefined;
  const body = operation.body ? parse(operation.body, raw.body) : undefined;
  if (operation.captcha) {
    const token = (raw.body as Record<string, unknown> | null)?.['cf-turnstile-response'];
    await checkCaptcha(token, ctx.address);
  }
  return { params, query, headers, body };
}

function parse(
  schema: z.ZodType,
  value: unknown,
  code: 'validation_failed' | 'not_found' = 'validation_failed',
) {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError(code, code === 'not_found' ? {} : { fields: fieldErrors(parsed.error) });
}
