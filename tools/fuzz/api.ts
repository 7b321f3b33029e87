import { api as ask, type CallOptions } from '#tests/support/call.ts';
import type { Method } from '#tests/support/routes.ts';

// biome-ignore lint/suspicious/noExplicitAny: recipes read replies of every shape
type Reply = any;

/** Calls an operation and returns its reply. Throws if it is refused. */
export async function api(
  method: Method,
  path: string,
  { query = {}, ...options }: CallOptions & { query?: Record<string, string> } = {},
): Promise<Reply> {
  const response = await ask(`${path}?${new URLSearchParams(query)}`, { method, ...options });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

/** Returns the last part of a URL's path: `http://…/name/<token>?a=b` → `<token>`. */
export function lastPart(address: string): string {
  return new URL(address, 'http://localhost').pathname.split('/').at(-1) ?? '';
}
