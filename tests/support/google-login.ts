import { api, type CallOptions, cookiesOf } from '#tests/support/call.ts';

/** A browser that went to Google and stands before the callback. */
export type OnTheWay = { cookies: Record<string, string>; query: string };

/** Through the start and Google's consent, up to the address that Google sends the browser to. */
export async function goToGoogle(path = '/api/auth/google', cookies = {}): Promise<OnTheWay> {
  const left = await api(path, { cookies });
  const consent = await fetch(left.headers.get('location') ?? '', { redirect: 'manual' });
  const back = new URL(consent.headers.get('location') ?? '');
  return { cookies: { ...cookies, ...cookiesOf(left) }, query: back.search };
}

export function comeBack({ cookies, query }: OnTheWay, options: CallOptions = {}) {
  return api(`/api/auth/google/callback${query}`, { cookies, ...options });
}

export async function logInWithGoogle(path?: string): Promise<Response> {
  return comeBack(await goToGoogle(path));
}
