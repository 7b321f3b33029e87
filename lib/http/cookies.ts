import { getEnv } from '#lib/platform/env.ts';

/** HttpOnly, SameSite=Lax, Secure when the public address is https. A `;` ends no path. */
export function cookieHeader(
  name: string,
  value: string,
  maxAgeSeconds: number,
  path = '/',
): string {
  const secure = getEnv().appUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=${path.replaceAll(';', '%3B')}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function cookieOf(header: string | null, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return undefined;
}
