import { publicBody } from '#tests/support/request-bodies.ts';

const whole = (guarantee: (typeof publicBody.garantias)[number]) => ({
  ...guarantee,
  montoGarantia: '1500000',
});

/** The request of the demo's applicants. Pesos have no decimals. */
export const request = { ...publicBody, garantias: publicBody.garantias.map(whole) };

/** Posts JSON or a form or, without a body, sends a GET. Throws if the request is refused. */
export async function call(url: string, body?: object, cookie = ''): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** Posts a page's form as a browser does. Throws if it is refused. */
export async function postPage(url: string, fields: Record<string, string>, cookie: string) {
  const body = new URLSearchParams(fields);
  const headers = { cookie, origin: new URL(url).origin };
  const { status, headers: sent } = await fetch(url, {
    ...{ method: 'POST', redirect: 'manual', headers, body },
  });
  const way = sent.get('location') ?? '';
  if (status !== 303 || way.includes('error=')) throw new Error(`${url}: ${status} ${way}`);
}

/** Logs in and returns the `Cookie` header. */
export async function logIn(url: string, { email, password }: { email: string; password: string }) {
  const { headers } = await call(`${url}/api/auth/login`, { email, password });
  return headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}
