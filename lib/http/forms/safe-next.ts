import type { Role } from '#lib/platform/operations/operation.ts';

const HOME = '/panel';

export function homeOf(role: Role): string {
  return role === 'admin' ? '/admin' : HOME;
}

/** `home` for what a browser could read as another host: `//`, backslashes, control characters. */
export function safeNext(next: unknown, home = HOME): string {
  const isPath =
    typeof next === 'string' && next.length <= 1000 && plainPath.test(next) && !isDoubled(next);
  return isPath ? withoutNotice(next) : home;
}

/** The redirect after an action alone tells of it: an undo would repeat the notice of an address. */
function withoutNotice(path: string): string {
  const [, start = '', search = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/.exec(path) ?? [];
  const query = new URLSearchParams(search);
  if (!query.has('aviso')) return path;
  query.delete('aviso');
  return `${start}${query.size > 0 ? `?${query}` : ''}${hash}`;
}

/** The address with `next` on it, for the page after it; what leads off this site stays behind. */
export function withNext(path: string, next: unknown): string {
  const safe = safeNext(next, '');
  if (!safe) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ next: safe })}`;
}

/** `/.//x` names the path `//x`, which a later step could read as a host. */
function isDoubled(path: string): boolean {
  return new URL(path, 'http://page.invalid').pathname.startsWith('//');
}

/** One slash, then printable ASCII without `\`: other characters of a path arrive percent-encoded. */
const plainPath = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;
