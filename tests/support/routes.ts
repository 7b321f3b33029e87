import { apiOperations } from '#lib/http/operations.ts';
import { route } from '#lib/http/route.ts';
import { projectRoot } from '#tests/support/source-files.ts';

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof methods)[number];
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** The handlers of a declared path such as `/api/guarantees/files/{token}`, by method. */
export function handlersAt(path: string): Record<Method, RouteHandler> {
  return route(...apiOperations.filter((operation) => operation.path === path));
}

/** The exports of the `route.ts` behind a declared path: of the API, or of its own. */
export async function routeOf(path: string): Promise<Record<Method, RouteHandler>> {
  if (path.startsWith('/api/')) return handlersAt(path);
  const folder = path.replaceAll('{', '[').replaceAll('}', ']');
  return import(/* @vite-ignore */ `${projectRoot}app${folder}/route.ts`);
}

/** Values for the parameters of a path that name nothing. */
export function paramsOf(path: string): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return Object.fromEntries(names.map((name) => [name, 'A'.repeat(22)]));
}
