import type { BrowserCookie } from '#lib/platform/operations/cookie-names.ts';

/** Lifetime in seconds, and the path below which the browser sends the cookie, by default `/`. */
type CookieOptions = { seconds: number; path?: string };

/** `part` distinguishes several values of one cookie by its first eight characters. */
export type Browser = {
  get: (cookie: BrowserCookie, part?: string) => string | undefined;
  /** Lists the parts of a cookie that the browser sent, oldest first. */
  parts: (cookie: BrowserCookie) => string[];
  set: (cookie: BrowserCookie, value: string, options: CookieOptions & { part?: string }) => void;
  delete: (cookie: BrowserCookie, part?: string) => void;
  /** Deletes all cookies but `knownBrowser`, and the site's other browser storage. */
  deleteAll: () => void;
};
