import { globSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lendBody } from '#lib/http/request-body.ts';
import { sendResponse } from '#lib/http/send-response.ts';
import { log } from '#lib/platform/log.ts';

type Params = Record<string, string>;
type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;
type Handlers = Partial<Record<string, Handler>>;
type RouteFile = { segments: string[]; load: () => Promise<Handlers> };
type Serve = (req: IncomingMessage, res: ServerResponse) => void;

/** Only what needs no decoding and no redirect: everything else goes through Next. */
const plainPath = /^(?:\/[\w.~-]+)+$/;

/**
 * Answers what the `route.ts` files of `app/` handle, from the sources and with Node's own streams;
 * the rest, pages above all, is for `next`. Next's pipeline around a handler (a second set of request
 * objects, tracing, copied chunks) costs more than the handlers do, and its bundles hold every module
 * once for each route. A file is loaded when it is first asked for.
 */
export function serveRouteFiles(root: string, next: Serve): Serve {
  const find = routeFilesOf(root);
  return (req, res) => {
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
    const found = plainPath.test(path) && !path.includes('/.') ? find(path) : null;
    if (!found) return next(req, res);
    answer(found.file, found.params, req, res)
      .then((answered) => answered || next(req, res))
      .catch((err: unknown) => {
        if (!res.destroyed) log().error({ err }, 'unhandled');
        res.destroy();
      });
  };
}

/** False: the file has no handler for this method, which is Next's to say. */
async function answer(
  file: RouteFile,
  params: Params,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<boolean> {
  const { method = 'GET' } = req;
  const handler = (await file.load())[method];
  if (!handler) return false;
  const request = new Request(`http://localhost${req.url}`, { method, headers: headersOf(req) });
  lendBody(request, req);
  await sendResponse(req, res, await handler(request, { params: Promise.resolve(params) }));
  return true;
}

/** Finds the file of a path as Next would: fixed segments win over parameters, all over the rest. */
function routeFilesOf(root: string) {
  const fixed = new Map<string, RouteFile>();
  const open: RouteFile[] = [];
  let unknown: RouteFile | null = null;
  for (const file of globSync('app/**/route.ts', { cwd: root })) {
    const segments = file
      .split('/')
      .slice(1, -1)
      .filter((name) => !name.startsWith('('));
    const route = { segments, load: loader(join(root, file)) };
    if (segments.at(-1)?.startsWith('[...')) unknown = route;
    else if (segments.some(isParameter)) open.push(route);
    else fixed.set(`/${segments.join('/')}`, route);
  }
  open.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return (path: string): { file: RouteFile; params: Params } | null => {
    const file = fixed.get(path);
    if (file) return { file, params: {} };
    const given = path.split('/').slice(1);
    for (const candidate of open) {
      const params = paramsIn(candidate.segments, given);
      if (params) return { file: candidate, params };
    }
    const isRest = unknown?.segments.every(
      (name, i) => name === given[i] || name.startsWith('[...'),
    );
    return unknown && isRest ? { file: unknown, params: {} } : null;
  };
}

const isParameter = (segment: string) => segment.startsWith('[');

function rank({ segments }: RouteFile): string {
  return segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');
}

function paramsIn(segments: string[], given: string[]): Params | null {
  if (segments.length !== given.length) return null;
  const params: Params = {};
  for (const [i, segment] of segments.entries()) {
    const value = given[i] ?? '';
    if (isParameter(segment)) params[segment.slice(1, -1)] = value;
    else if (segment !== value) return null;
  }
  return params;
}

function loader(file: string): RouteFile['load'] {
  let loaded: Promise<Handlers> | undefined;
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
