import { parseCookie, stringifySetCookie } from 'cookie';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Browser } from '#lib/platform/operations/browser.ts';
import { type BrowserCookie, cookieNames } from '#lib/platform/operations/cookie-names.ts';

/**
 * Cookies of which each tab has one of its own, up to five, so that the login in one tab does not
 * end that in another.
 */
const perTabCookies: ReadonlySet<BrowserCookie> = new Set(['googleLogin', 'passkeyChallenge']);
const MAX_FLOWS = 5;

const cookiePaths: Partial<Record<BrowserCookie, string>> = { googleLogin: '/api/auth/google' };

/** Returns access to cookies. All are HttpOnly and SameSite=Lax, and Secure on https. */
export function browserOf(header: string | null, headers = new Headers()): Browser {
  const nameOf = (cookie: BrowserCookie, part = '') => cookieNames[cookie] + part.slice(0, 8);
  const names = () =>
    Object.keys(parseCookie(header ?? '')).filter((name) => /^[\w.-]{1,60}$/.test(name));
  const append = (name: string, value: string, maxAge: number, path = '/') => {
    const line = stringifySetCookie({
      name,
      value,
      maxAge,
      path: path.replaceAll(';', '%3B'),
      httpOnly: true,
      sameSite: 'lax',
      secure: getEnv().appUrl.startsWith('https:'),
    });
    headers.append('Set-Cookie', line);
  };
  const browser: Browser = {
    get: (cookie, part) => parseCookie(header ?? '')[nameOf(cookie, part)],
    parts: (cookie) =>
      names().flatMap((name) =>
        name.startsWith(cookieNames[cookie]) ? [name.slice(cookieNames[cookie].length)] : [],
      ),
    set: (cookie, value, { part, seconds, path = cookiePaths[cookie] }) => {
      // The first cookies are the oldest (RFC 6265, 5.4).
      const surplus = perTabCookies.has(cookie)
        ? browser.parts(cookie).slice(0, 1 - MAX_FLOWS)
        : [];
      for (const oldPart of surplus) browser.delete(cookie, oldPart);
      append(nameOf(cookie, part), value, seconds, path);
    },
    delete: (cookie, part) => append(nameOf(cookie, part), '', 0, cookiePaths[cookie]),
    deleteAll: () => {
      const allNames = new Set([cookieNames.session, ...names()]);
      allNames.delete(cookieNames.knownBrowser);
      for (const name of allNames) append(name, '', 0);
      // "cookies" and "cache" are left out, because Chromium would search its whole cache first.
      headers.set('Clear-Site-Data', '"storage"');
    },
  };
  return browser;
}
