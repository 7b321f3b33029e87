// This folder lets `server.ts` call the handlers of `route.ts` files directly. Next takes 7 times
// as long for a handler without database work, and its bundles hold a copy of a module for each
// route. Without this folder Next answers every route, as `server.ts --all-next` does
// (docs/decisions/http-and-server.md).
import { globSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFinder } from '#lib/http/api/paths.ts';
import { type MethodHandlers, methodHandler } from '#lib/http/direct/method-handler.ts';
import { sendResponse } from '#lib/http/direct/send-response.ts';
import { log } from '#lib/platform/process/log.ts';
import { attachBody } from '#lib/platform/web/request-body.ts';

type Params = Record<string, string>;
type RouteFile = { path: string; load: () => Promise<MethodHandlers> };
/** A `route.ts` and the values of its path's parameters. */
type FoundRoute = { entry: RouteFile; params: Params };

/** Matches paths that need neither decoding nor a redirect. All other paths go through Next. */
const plainPathPattern = /^(?:\/[\w.~-]+)+$/;

/** Answers a request with the handler of its `route.ts`, on Node's streams. */
export function answerRoute(
  { entry, params }: FoundRoute,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  answerRequest(entry, params, req, res).catch((err: unknown) => {
    if (!res.destroyed) log().error({ err }, 'unhandled');
    res.destroy();
  });
}

async function answerRequest(
  file: RouteFile,
  params: Params,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = req;
  const handler = methodHandler(await file.load(), method);
  const request = new Request(`http://localhost${req.url}`, { method, headers: headersOf(req) });
  attachBody(request, req);
  await sendResponse(req, res, await handler(request, { params: Promise.resolve(params) }));
}

/**
 * Finds the `route.ts` files of the app. Returns a function that finds the file for a path. Paths
 * are written as in operations, such as `/api/a/{id}`.
 */
export function createRouteFinder(root: string): (path: string) => FoundRoute | null {
  const files = globSync(['app/**/route.ts', 'app/.well-known/**/route.ts'], { cwd: root }).map(
    (file) => ({
      path: file
        .slice('app'.length, -'/route.ts'.length)
        .replace(/\/\([^)]+\)/g, '')
        .replace(/\[+([\w.]+)\]+/g, '{$1}'),
      load: loader(join(root, file)),
    }),
  );
  const find = createFinder(files);
  return (path) => {
    const isPlain =
      plainPathPattern.test(path) && !path.replace(/^\/\.well-known\//, '/').includes('/.');
    return isPlain ? find(path) : null;
  };
}

function loader(file: string): RouteFile['load'] {
  let loaded: Promise<MethodHandlers> | undefined;
  return () => {
    loaded ??= import(pathToFileURL(file).href);
    return loaded;
  };
}

function headersOf(req: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined)
      headers.set(name, typeof value === 'string' ? value : value.join(', '));
  }
  return headers;
}
