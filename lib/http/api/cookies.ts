import { parseCookie, stringifySetCookie } from 'cookie';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Browser, Kept } from '#lib/platform/operations/browser.ts';

/** Names of all cookies. Kinds with several values have one cookie for each, named on by its part. */
export const cookieNames: Record<Kept, string> = {
  session: 'service_session',
  /** It distinguishes known browsers from new ones and opens nothing. */
  knownBrowser: 'navegador',
  /** The ticket of a login after its first step, or of a registration that waits for its code. */
  loginStep: 'segundo_paso',
  passwordReset: 'restablecer',
  googleLogin: 'google_login_',
  googleJoin: 'google_cuenta',
  passkeyChallenge: 'desafio_',
  recoveryCodes: 'codigos_de_respaldo',
  shownDraft: 'borrador',
  draft: 'borrador-',
  comparison: 'comparado',
  attachmentSending: 'adjunto-envio',
  sharePassword: 'enlace-clave',
  shareCode: 'enlace-codigo',
  shareSending: 'enlace-envio',
  csrf: 'csrf-token',
  refusedForm: 'formulario',
};

/** Two tabs with one cookie would end each other's flow, so each has its own. The sixth ends the oldest. */
const flows: ReadonlySet<Kept> = new Set(['googleLogin', 'passkeyChallenge']);
const MOST_FLOWS = 5;

const paths: Partial<Record<Kept, string>> = { googleLogin: '/api/auth/google' };

/** Reads and sets HttpOnly, SameSite=Lax cookies, Secure on https. A `;` in a path is encoded. */
export function browserOf(header: string | null, out = new Headers()): Browser {
  const nameOf = (kept: Kept, part = '') => cookieNames[kept] + part.slice(0, 8);
  const names = () =>
    Object.keys(parseCookie(header ?? '')).filter((name) => /^[\w.-]{1,60}$/.test(name));
  const set = (name: string, value: string, maxAge: number, path = '/') => {
    const cookie = stringifySetCookie({
      name,
      value,
      maxAge,
      path: path.replaceAll(';', '%3B'),
      httpOnly: true,
      sameSite: 'lax',
      secure: getEnv().appUrl.startsWith('https:'),
    });
    out.append('Set-Cookie', cookie);
  };
  const browser: Browser = {
    get: (kept, part) => parseCookie(header ?? '')[nameOf(kept, part)],
    parts: (kept) =>
      names().flatMap((name) =>
        name.startsWith(cookieNames[kept]) ? [name.slice(cookieNames[kept].length)] : [],
      ),
    keep: (kept, value, { part, seconds, path = paths[kept] }) => {
      // Browsers send the oldest first (RFC 6265, 5.4).
      const surplus = flows.has(kept) ? browser.parts(kept).slice(0, 1 - MOST_FLOWS) : [];
      for (const old of surplus) browser.forget(kept, old);
      set(nameOf(kept, part), value, seconds, path);
    },
    forget: (kept, part) => set(nameOf(kept, part), '', 0, paths[kept]),
    forgetAll: () => {
      const all = new Set([cookieNames.session, ...names()]);
      all.delete(cookieNames.knownBrowser);
      for (const name of all) set(name, '', 0);
      // "cookies" and "cache" are left out, because Chromium would search its whole cache first.
      out.set('Clear-Site-Data', '"storage"');
    },
  };
  return browser;
}
