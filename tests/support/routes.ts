import { methodHandler } from '#lib/http/direct/method-handler.ts';
import { projectRoot } from '#tests/support/source-files.ts';

export const routeMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof routeMethods)[number];
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string> | undefined> },
) => Promise<Response>;

/** Returns the handler of each method at a path such as `/api/guarantees/files/{token}`. */
export async function routeOf(path: string): Promise<Record<Method, RouteHandler>> {
  const folder = path.replaceAll('{', '[').replaceAll('}', ']');
  const handlers = await import(/* @vite-ignore */ `${projectRoot}app${folder}/route.ts`);
  return Object.fromEntries(
    routeMethods.map((method) => [method, methodHandler(handlers, method)]),
  ) as Record<Method, RouteHandler>; // fromEntries loses the type of its keys
}

/** Returns values for the parameters of a path that name nothing. */
export function paramsOf(path: string): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return Object.fromEntries(names.map((name) => [name, 'A'.repeat(22)]));
}

/** Returns a path with those values in it. */
export function filledPath(path: string): string {
  return path.replaceAll(/\{\w+\}/g, 'A'.repeat(22));
}
