import { beforeEach, describe, expect, test } from 'vitest';
import { api, cookiesOf } from '#tests/support/call.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { noRows, rowCounts, submitRequest } from '#tests/support/submissions.ts';
import { uploadRows } from '#tests/support/upload-client.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

async function issue(): Promise<string> {
  return (await (await api('/api/csrf-token')).json()).token;
}

const query = 'type=contrato&fileName=a.pdf';

async function announce(givenCookies: { cookie?: string; header?: string; query?: string }) {
  const response = await api(
    `/api/guarantees/upload-url?${query}${givenCookies.query ? `&csrfToken=${givenCookies.query}` : ''}`,
    {
      ...(givenCookies.cookie === undefined
        ? {}
        : { cookies: { 'csrf-token': givenCookies.cookie } }),
      headers: givenCookies.header === undefined ? {} : { 'x-csrf-token': givenCookies.header },
    },
  );
  return { status: response.status, body: await response.json() };
}

/** Sends the token as cookie and header alike. */
const twice = (token: string) => ({ cookie: token, header: token });

describe('GET /api/csrf-token', () => {
  test('answers a token and sets it as an HttpOnly cookie for 2 hours', async () => {
    const response = await api('/api/csrf-token');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = await response.json();
    expect(body).toEqual({ success: true, token: expect.any(String) });
    expect(cookiesOf(response)).toEqual({ 'csrf-token': body.token });
    expect(response.headers.get('set-cookie')).toMatch(
      /^csrf-token=[\w.-]+; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await issue()).not.toBe(body.token);
  });

  test('keeps the random part of the browser’s cookie only while that cookie is valid', async () => {
    const randomAfter = async (cookie: string) => {
      const response = await api('/api/csrf-token', { cookies: { 'csrf-token': cookie } });
      return (await response.json()).token.split('.')[0];
    };
    const token = await issue();
    const [random] = token.split('.');
    expect(await randomAfter(token)).toBe(random);
    expect(await randomAfter(`${random}.9999999999.x`)).not.toBe(random);
    world.advance(7_200_000);
    expect(await randomAfter(token)).not.toBe(random);
  });
});

describe('the CSRF token on upload-url', () => {
  test('is accepted in the header and in the query', async () => {
    const token = await issue();
    expect((await announce({ cookie: token, header: token })).status).toBe(200);
    expect((await announce({ cookie: token, query: token })).status).toBe(200);
  });

  test.each([
    ['nothing at all', async () => ({})],
    ['the cookie alone', async () => ({ cookie: await issue() })],
    ['the token without its cookie', async () => ({ header: await issue() })],
    ['the cookie of another token', async () => ({ cookie: await issue(), header: await issue() })],
    ['an empty token', async () => ({ cookie: '', header: '' })],
    ['a token of our own making', async () => twice('a.9999999999.c')],
    ['a token without signature', async () => twice('a')],
    [
      'a token whose life was stretched',
      async () => {
        const [random, expiry, signature] = (await issue()).split('.');
        return twice(`${random}.${Number(expiry) + 9999}.${signature}`);
      },
    ],
    ['a token with something behind it', async () => twice(`${await issue()}.x`)],
    [
      'a right query under a wrong header',
      async () => {
        const token = await issue();
        return { cookie: token, header: 'x', query: token };
      },
    ],
  ])('is refused in a call with %s', async (_, make) => {
    const { status, body } = await announce(await make());
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'csrf_invalid' });
    expect(await uploadRows()).toEqual([]);
  });

  test('is valid for 2 hours, to the second', async () => {
    const token = await issue();
    world.advance(7_199_000);
    expect((await announce({ cookie: token, header: token })).status).toBe(200);
    world.advance(1_000);
    expect((await announce({ cookie: token, header: token })).status).toBe(403);
  });
});

const own = 'https://resguardo.cl';
const foreign = 'https://malo.cl';

describe('a POST', () => {
  beforeEach(() => world.reopen({ APP_URL: own }));

  test.each([
    ['not from a browser', {}],
    ['from our page', { 'sec-fetch-site': 'same-origin', origin: own }],
    ['from our page, without Origin', { 'sec-fetch-site': 'same-origin' }],
    ['that a person typed', { 'sec-fetch-site': 'none' }],
    ['from an old browser on our page', { origin: own }],
    ['on the address the browser used', { origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }],
    ['from a sister site that names our origin', { 'sec-fetch-site': 'same-site', origin: own }],
  ])('%s is accepted', async (_, headers) => {
    const response = await submitRequest(publicBody, {
      headers: headers as Record<string, string>,
    });
    expect(response.status).toBe(200);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: foreign }],
    ['another site without Origin', { 'sec-fetch-site': 'cross-site' }],
    ['another site that claims ours', { 'sec-fetch-site': 'cross-site', origin: own }],
    ['a sister site', { 'sec-fetch-site': 'same-site', origin: 'https://otro.resguardo.cl' }],
    ['a sister site without Origin', { 'sec-fetch-site': 'same-site' }],
    ['an old browser elsewhere', { origin: foreign }],
    ['a sandbox or a file', { origin: 'null' }],
    ['nonsense', { origin: '%%%' }],
    ['our name as a subdomain', { origin: 'https://resguardo.cl.malo.cl' }],
    ['our name on another port', { origin: 'https://resguardo.cl:8443' }],
    ['a word nobody knows', { 'sec-fetch-site': 'future-site' }],
  ])('from %s is refused', async (_, headers) => {
    const response = await submitRequest(publicBody, {
      headers: headers as Record<string, string>,
    });
    expect(response.status).toBe(403);
    expect((await response.json()).error).toBe('csrf_invalid');
    expect(await rowCounts()).toEqual(noRows);
  });
});

test('a GET from another site is accepted', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: foreign };
  expect((await api('/api/csrf-token', { headers })).status).toBe(200);
});
