import type { Role } from '#lib/platform/operations/operation.ts';

const HOME = '/panel';

export function homeOf(role: Role): string {
  return role === 'admin' ? '/admin' : HOME;
}

/**
 * Returns `next` if it is a path of this site, else `home`. Browsers could read `//`, `\` and
 * control characters as the beginning of a host.
 */
export function safeNext(next: unknown, home = HOME): string {
  const isPath =
    typeof next === 'string' &&
    next.length <= 1000 &&
    plainPathPattern.test(next) &&
    !hasDoubleSlash(next);
  return isPath ? withoutNotice(next) : home;
}

/** Returns a path without `aviso`, which the redirect after an action adds again. */
function withoutNotice(path: string): string {
  const [, start = '', search = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/.exec(path) ?? [];
  const query = new URLSearchParams(search);
  if (!query.has('aviso')) return path;
  query.delete('aviso');
  return `${start}${query.size > 0 ? `?${query}` : ''}${hash}`;
}

/** Returns a path with the parameter `next`, or without it if `next` leads to another site. */
export function withNext(path: string, next: unknown): string {
  const safePath = safeNext(next, '');
  if (!safePath) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ next: safePath })}`;
}

/**
 * Returns whether a path such as `/.//x` resolves to `//x`, which a browser could read as a host.
 */
function hasDoubleSlash(path: string): boolean {
  return new URL(path, 'http://page.invalid').pathname.startsWith('//');
}

/** Matches one slash, then printable ASCII without `\`. Other characters are percent-encoded. */
const plainPathPattern = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;
