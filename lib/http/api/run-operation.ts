import type { z } from 'zod';
import { findSignedInCtx, getSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import { browserOf } from '#lib/http/api/cookies.ts';
import { checkCsrf, checkOrigin } from '#lib/http/api/csrf.ts';
import { uploadBodyOf } from '#lib/http/api/multipart.ts';
import { clientIpOf } from '#lib/http/server/client-ip.ts';
import { checkCaptcha } from '#lib/platform/captcha/captcha.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { countedEmail } from '#lib/platform/mail/email-address.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';
import type { MultipartFile } from '#lib/platform/operations/files.ts';
import { HOLDER_FIELD } from '#lib/platform/operations/holder-field.ts';
import type {
  Endpoint,
  GuestCtx,
  Limit,
  RequestCtx,
  SignedInCtx,
} from '#lib/platform/operations/operation.ts';
import { plainFields, plainText } from '#lib/platform/operations/plain-text.ts';
import { now } from '#lib/platform/process/clock.ts';
import { requestIdOf } from '#lib/platform/security/ids.ts';
import { consumePoint, consumePointAt } from '#lib/platform/security/rate-limits.ts';
import { limitSubject } from '#lib/platform/web/ip-addresses.ts';

/**
 * Builds the context of a request from its headers, in which `server.ts` has replaced forged ones.
 */
export function contextOf({ headers }: { headers: Headers }): RequestCtx {
  const requestId = requestIdOf(headers.get('x-request-id'));
  const reply = { headers: new Headers() };
  return {
    requestId,
    ip: clientIpOf({ headers }),
    agent: (headers.get('user-agent') ?? '').slice(0, 300),
    bearer: /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '',
    now: now(),
    startedAt: performance.now(),
    browser: browserOf(headers.get('cookie'), reply.headers),
    response: reply,
  };
}

type RawInput = {
  params: Record<string, unknown>;
  body: unknown;
  /** Files beside the body. Only forms with a handler of their own receive them. */
  files?: readonly MultipartFile[];
};

/**
 * Runs an operation for the API or for a form: first the checks that need no body, then
 * `readInput`, then the checks of the input, then the handler. Throws an `AppError` if one of them
 * refuses.
 */
export async function runOperation(
  operation: Endpoint,
  ctx: RequestCtx,
  request: Request,
  readInput: () => Promise<RawInput>,
  upload = uploadBodyOf(request),
) {
  const caller = await checkBeforeBody(operation, ctx, request);
  const { files, ...rawInput } = await readInput();
  const input = await parseInput(operation, ctx, request, rawInput);
  let body: unknown = request;
  if (operation.kind === 'file') body = request.method;
  if (operation.kind === 'upload') body = upload;
  // Receiving the body may take minutes, so the handler gets the time after that.
  const result = await operation.handler({ ...caller, now: now() }, { ...input, files }, body);
  return { caller, input, result };
}

/** Checks what needs no body: origin, limits by IP, session and limits by account. */
async function checkBeforeBody(operation: Endpoint, ctx: RequestCtx, request: Request) {
  if (!operation.crossSite) checkOrigin(request);
  await consumePoints(operation, 'ip', limitSubject(ctx.ip), ctx);
  if (operation.auth === 'guest') {
    await checkHolder(operation, request, () => findSignedInCtx(ctx));
    return { ...ctx, auth: 'guest' } satisfies GuestCtx;
  }
  const user = await getSignedInCtx(ctx, operation);
  await checkHolder(operation, request, async () => user);
  await consumePoints(operation, 'account', user.accountId, ctx);
  return user;
}

/**
 * Refuses a request from a page of one account holder if the session has since begun to act for
 * another, for example in another tab. Pages name their account holder in the query. Operations
 * about the person are allowed from any page.
 */
async function checkHolder(
  { actsFor }: Endpoint,
  { url }: Request,
  findUser: () => Promise<Pick<SignedInCtx, 'holderId'> | null>,
): Promise<void> {
  const holder = new URL(url).searchParams.get(HOLDER_FIELD);
  if (!holder || actsFor === 'person') return;
  const user = await findUser();
  if (user && user.holderId !== holder) throw new AppError('other_holder');
}

/**
 * Checks a request whose body was read: CSRF, schemas, limits by e-mail and IP, captcha, and limits
 * by e-mail alone. Those come last, because they would also lock out the owner of the e-mail.
 */
async function parseInput(
  operation: Endpoint,
  ctx: RequestCtx,
  request: Request,
  rawInput: RawInput,
) {
  if (operation.csrf) checkCsrf(request, rawInput.body, ctx.now);
  const query = operation.query ? parse(operation.query, queryOf(request)) : undefined;
  const headers = operation.headers
    ? parse(operation.headers, Object.fromEntries(request.headers))
    : undefined;
  const pathParams = plainFields(rawInput.params);
  const params = operation.params ? parse(operation.params, pathParams, 'not_found') : undefined;
  const body = operation.body ? parse(operation.body, rawInput.body) : undefined;
  const email = countedEmail((body as { email?: unknown } | undefined)?.email);
  if (email) await consumePoints(operation, 'email+ip', email, ctx);
  const input = { params, query, headers, body };
  if (operation.captcha && !(await operation.repeats?.(input))) {
    const token = (rawInput.body as Record<string, unknown> | null)?.['cf-turnstile-response'];
    await checkCaptcha(token, { action: operation.captcha, ip: ctx.ip });
  }
  if (email) await consumePoints(operation, 'email', email, ctx);
  return input;
}

/** Returns the query's values by name. A repeated name becomes a list, which the schemas refuse. */
function queryOf(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  const names = [...new Set(searchParams.keys())];
  const entries = names.map((name) => {
    const values = searchParams.getAll(name).map((value) => plainText(value, name));
    return [name, values.length > 1 ? values : (values[0] ?? '')];
  });
  return Object.fromEntries(entries);
}

async function consumePoints(
  operation: Endpoint,
  scope: Limit['per'],
  subject: string,
  ctx: RequestCtx,
): Promise<void> {
  if ('unlimited' in operation.limit || !getEnv().hasRateLimits) return;
  for (const limit of [operation.limit].flat()) {
    if (limit.per !== scope) continue;
    const scopedLimit = {
      ...limit,
      name: scope === 'ip' ? limit.name : `${limit.name}/${scope}`,
    };
    if (scope === 'email+ip') await consumePointAt(ctx.ip, scopedLimit, subject, ctx.now);
    else await consumePoint(scopedLimit, subject, ctx.now);
  }
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
