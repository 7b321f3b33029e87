import { describe, expect, test } from 'vitest';
import { api, cookiesOf } from '#tests/support/call.ts';
import { uploadRows } from '#tests/support/upload-client.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

async function issue(): Promise<string> {
  return (await (await api('/api/csrf-token')).json()).token;
}

const query = 'type=contrato&fileName=a.pdf';

async function announce(given: { cookie?: string; header?: string; query?: string }) {
  const response = await api(
    `/api/guarantees/upload-url?${query}${given.query ? `&csrfToken=${given.query}` : ''}`,
    {
      ...(given.cookie === undefined ? {} : { cookies: { 'csrf-token': given.cookie } }),
      headers: given.header === undefined ? {} : { 'x-csrf-token': given.header },
    },
  );
  return { status: response.status, body: await response.json() };
}

describe('GET /api/csrf-token', () => {
  test('answers a token and sets it as a guarded cookie for 2 hours', async () => {
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

  test('sets a Secure cookie when the public address is https', async () => {
    await world.reopen({ APP_URL: 'https://resguardo.cl' });
    const response = await api('/api/csrf-token');
    expect(response.headers.get('set-cookie')).toMatch(/; Secure; SameSite=Lax$/);
  });
});

describe('the token on upload-url', () => {
  test('passes in the header or in the query', async () => {
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
    [
      'a token of our own making',
      async () => ({ cookie: 'a.9999999999.c', header: 'a.9999999999.c' }),
    ],
    ['a token without signature', async () => ({ cookie: 'a', header: 'a' })],
    [
      'a token whose life was stretched',
      async () => {
        const [random, expiry, signature] = (await issue()).split('.');
        const forged = `${random}.${Number(expiry) + 9999}.${signature}`;
        return { cookie: forged, header: forged };
      },
    ],
    [
      'a token with something behind it',
      async () => {
        const forged = `${await issue()}.x`;
        return { cookie: forged, header: forged };
      },
    ],
    [
      'a right query under a wrong header',
      async () => {
        const token = await issue();
        return { cookie: token, header: 'x', query: token };
      },
    ],
  ])('is refused: %s', async (_, make) => {
    const { status, body } = await announce(await make());
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'csrf_invalid' });
    expect(await uploadRows()).toEqual([]);
  });

  test('lives 2 hours, to the second', async () => {
    const token = await issue();
    world.advance(7_199_000);
    expect((await announce({ cookie: token, header: token })).status).toBe(200);
    world.advance(1_000);
    expect((await announce({ cookie: token, header: token })).status).toBe(403);
  });

  test('of another installation is refused', async () => {
    const token = await issue();
    await world.reopen({ APP_SECRET: 'y'.repeat(40) });
    expect((await announce({ cookie: token, header: token })).status).toBe(403);
  });
});
