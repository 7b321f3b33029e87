import { readForm } from '#lib/http/body.ts';
import { cookieHeader } from '#lib/http/cookies.ts';
import { FLASH_COOKIE, FLASH_SECONDS, packFlash } from '#lib/http/flash.ts';
import { admit, contextOf, parseInput } from '#lib/http/prelude.ts';
import { type Refusal, refusalOf } from '#lib/http/reply.ts';
import { logRequest } from '#lib/http/route.ts';
import type { ErrorCode } from '#lib/platform/errors.ts';
import type { AnyOperation, RequestCtx } from '#lib/platform/operation.ts';

type NextContext = { params: Promise<Record<string, string | string[]>> };
type Form = Record<string, string>;

type Door = {
  /** The page that a refusal goes back to, from the path of the form and what was read of it. */
  back: (path: string, form: Form) => string;
  /** Where to go after success, `page` being that of `back`; without it the reply's own `location`. */
  done?: (reply: unknown, form: Form, page: string) => string;
  /** Fields that a refusal brings back (`doc-*`: all that begin so); never passwords or codes. */
  keep?: readonly string[];
};

/**
 * The form door: the same declaration and prelude as the JSON door, for a page's native form. It
 * answers 303; a refusal goes back to the page with `?error=<code>` and, for five minutes, what
 * was typed and what is wrong with it (`lib/http/flash.ts`).
 */
export function formRoute(operation: AnyOperation, door: Door) {
  return async (request: Request, { params }: NextContext): Promise<Response> => {
    const ctx = contextOf(request);
    const { pathname, searchParams } = new URL(request.url);
    let form: Form | undefined;
    let location: string;
    try {
      const known = await admit(operation, ctx, request);
      form = operation.kind === 'json' ? await readForm(request) : {};
      const raw = { params: await params, body: form };
      const input = await parseInput(operation, ctx, request, raw);
      const reply = operation.reply.parse(await operation.handler(known, input, request));
      const page = door.back(pathname, form);
      location = door.done?.(reply, form, page) ?? (reply as { location: string }).location; // form operations reply goTo
      if (door.keep) ctx.out.headers.append('Set-Cookie', cookieHeader(FLASH_COOKIE, '', 0, page));
    } catch (thrown) {
      const refusal = refusalOf(thrown, ctx.requestId, operation);
      // What was typed is kept also when the session ended or a limit was reached.
      if (door.keep && !form && unreadRefusals.has(refusal.code)) {
        form = await readForm(request).catch(() => ({}));
      }
      form ??= {};
      const page = door.back(pathname, form);
      searchParams.set('error', refusal.code);
      location = `${page}?${searchParams}`;
      const { fields, message } = refusal.error.detail;
      if (door.keep || fields || message) bringBack(ctx, refusal, { form, page, keep: door.keep });
    }
    ctx.out.headers.set('Location', location);
    ctx.out.headers.set('Cache-Control', 'no-store');
    ctx.out.headers.set('x-request-id', ctx.requestId);
    logRequest(operation, ctx, 303);
    return new Response(null, { status: 303, headers: ctx.out.headers });
  };
}

/** Refusals of a person that come before the form is read. */
const unreadRefusals: ReadonlySet<ErrorCode> = new Set(['no_session', 'rate_limited']);

/** `/a/b/guardar` → `/a/b`: a form's page is where its address hangs. */
export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function bringBack(
  ctx: RequestCtx,
  refusal: Refusal,
  { form, page, keep = [] }: { form: Form; page: string; keep?: readonly string[] | undefined },
): void {
  const values = Object.fromEntries(Object.entries(form).filter(([name]) => isKept(name, keep)));
  const fields = refusal.error.detail.fields ?? {};
  const packed = packFlash({ code: refusal.code, message: refusal.message, fields, values });
  ctx.out.headers.append('Set-Cookie', cookieHeader(FLASH_COOKIE, packed, FLASH_SECONDS, page));
}

function isKept(name: string, keep: readonly string[]): boolean {
  return keep.some((kept) =>
    kept.endsWith('*') ? name.startsWith(kept.slice(0, -1)) : name === kept,
  );
}
