import { readForm } from '#lib/http/body.ts';
import { admit, contextOf, parseInput } from '#lib/http/prelude.ts';
import { refusalOf } from '#lib/http/reply.ts';
import { logRequest } from '#lib/http/route.ts';
import type { AnyOperation } from '#lib/platform/operation.ts';

type NextContext = { params: Promise<Record<string, string | string[]>> };

/**
 * The form door: the same declaration and prelude as the JSON door, for a page's native form. It
 * answers 303 to the `location` of the reply; a refusal goes back to the page with `?error=<code>`
 * (the page says it in Spanish) and, for one field, `&campo=<name>`.
 */
export function formRoute(operation: AnyOperation, back: (path: string) => string) {
  return async (request: Request, { params }: NextContext): Promise<Response> => {
    const ctx = contextOf(request);
    let location: string;
    try {
      await admit(operation, ctx, request);
      const body = operation.kind === 'json' ? await readForm(request) : null;
      const input = await parseInput(operation, ctx, request, { params: await params, body });
      const result = await operation.handler(ctx, input, request);
      location = (operation.reply.parse(result) as { location: string }).location; // form operations reply goTo
    } catch (thrown) {
      const refusal = refusalOf(thrown, ctx.requestId);
      const { pathname, searchParams: query } = new URL(request.url);
      query.set('error', refusal.code);
      const field = Object.keys(refusal.error.detail.fields ?? {})[0];
      if (field) query.set('campo', field);
      location = `${back(pathname)}?${query}`;
    }
    ctx.out.headers.set('Location', location);
    ctx.out.headers.set('Cache-Control', 'no-store');
    ctx.out.headers.set('x-request-id', ctx.requestId);
    logRequest(operation, ctx, 303);
    return new Response(null, { status: 303, headers: ctx.out.headers });
  };
}

/** `/a/b/guardar` → `/a/b`: a form's page is where its address hangs. */
export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
