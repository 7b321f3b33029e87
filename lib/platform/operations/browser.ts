import type { BrowserCookie } from '#lib/platform/operations/cookie-names.ts';

/**
 * `seconds` is the lifetime of the cookie, `path` the path below which the browser sends it (by
 * default `/`).
 */
type CookieOptions = { seconds: number; path?: string };

/**
 * The cookies of a browser. `part` tells several cookies of the same kind apart, by its first eight
 * characters.
 */
export type Browser = {
  get: (cookie: BrowserCookie, part?: string) => string | undefined;
  /** Returns the parts for which the browser sent a cookie of this kind, oldest first. */
  parts: (cookie: BrowserCookie) => string[];
  set: (cookie: BrowserCookie, value: string, options: CookieOptions & { part?: string }) => void;
  delete: (cookie: BrowserCookie, part?: string) => void;
  /** Deletes all cookies except `knownBrowser`, and the site's other storage in the browser. */
  deleteAll: () => void;
};
