import { parseCookie, stringifySetCookie } from 'cookie';
import { getEnv } from '#lib/platform/config/env.ts';

/** Returns an HttpOnly, SameSite=Lax cookie, Secure on https. A `;` in `path` is encoded. */
export function cookieHeader(name: string, value: string, maxAge: number, path = '/'): string {
  return stringifySetCookie({
    name,
    value,
    maxAge,
    path: path.replaceAll(';', '%3B'),
    httpOnly: true,
    sameSite: 'lax',
    secure: getEnv().appUrl.startsWith('https:'),
  });
}

export function cookieOf(header: string | null, name: string): string | undefined {
  return parseCookie(header ?? '')[name];
}

export function cookieNames(header: string | null): string[] {
  return Object.keys(parseCookie(header ?? '')).filter((name) => /^[\w.-]{1,60}$/.test(name));
}
