import { describe, expect, test } from 'vitest';
import { api, refusalOf } from '#tests/support/call.ts';
import { startTurnstile } from '#tests/support/providers/turnstile.ts';
import { publicBody } from '#tests/support/request-bodies.ts';
import { noRows, rowCounts, submitRequest } from '#tests/support/submissions.ts';
import { shortenTimeouts } from '#tests/support/timing.ts';
import { reachReview, WIZARD } from '#tests/support/wizard.ts';
import { forEachTest, worldForTest } from '#tests/support/world.ts';

const turnstile = forEachTest(() => startTurnstile());
const world = worldForTest(() => turnstile.variables);

const withToken = (token: unknown) => ({ ...publicBody, 'cf-turnstile-response': token });

describe('a submission with captchas on', () => {
  test('is accepted with a token of the widget; the provider is asked about it with the client’s IP', async () => {
    const token = turnstile.mint();
    const response = await submitRequest(withToken(token), { ip: '198.51.100.4' });
    expect(response.status).toBe(200);
    expect(turnstile.requests).toEqual([
      {
        secret: turnstile.secretKey,
        response: token,
        remoteip: '198.51.100.4',
        idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    expect(await rowCounts()).toEqual({ submissions: 1, deliveries: 3 });
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['of another type', 7],
    ['an object', { a: 1 }],
    ['too long', 'x'.repeat(2049)],
  ])('is refused when the token is %s, and the provider is not asked', async (_, token) => {
    expect(await refusalOf(submitRequest(withToken(token)))).toBe('403 captcha_invalid');
    expect(turnstile.requests).toEqual([]);
    expect(await rowCounts()).toEqual(noRows);
  });

  test('is refused when the provider rejects the token, and when a token is used twice', async () => {
    expect(await refusalOf(submitRequest(withToken('invented')))).toBe('403 captcha_invalid');
    const token = turnstile.mint();
    expect((await submitRequest(withToken(token))).status).toBe(200);
    expect(await refusalOf(submitRequest(withToken(token)))).toBe('403 captcha_invalid');
    expect((await rowCounts()).submissions).toBe(1);
  });

  test('can be repeated under its Idempotency-Key with its used token, but not with other answers', async () => {
    const body = withToken(turnstile.mint());
    const send = (b: object) => submitRequest(b, { headers: { 'idempotency-key': 'the same' } });
    const first = await (await send(body)).json();
    expect(await (await send(body)).json()).toEqual(first);
    const other = { ...body, nombreSolicitante: 'Otra persona' };
    expect(await refusalOf(send(other))).toBe('403 captcha_invalid');
    expect((await rowCounts()).submissions).toBe(1);
  });

  test.each(['cut', 'page', 'garbage', 'internal-error'] as const)(
    'is answered with 503 when the provider fails (%s), and the token still works afterwards',
    async (failure) => {
      const token = turnstile.mint();
      turnstile.failNext(failure);
      expect(await refusalOf(submitRequest(withToken(token)))).toBe('503 unavailable');
      expect(await rowCounts()).toEqual(noRows);
      expect((await submitRequest(withToken(token))).status).toBe(200);
    },
  );

  test('is answered with 503 when the provider does not respond within 5 seconds', async () => {
    turnstile.failNext('hang');
    const timeout = shortenTimeouts();
    expect(await refusalOf(submitRequest(withToken(turnstile.mint())))).toBe('503 unavailable');
    // The calls of a database server have other deadlines.
    expect(timeout.mock.calls.filter(([ms]) => ms === 5000)).toHaveLength(1);
  });

  test('is answered with 503 when the provider cannot be reached', async () => {
    await turnstile.close();
    expect(await refusalOf(submitRequest(withToken('x')))).toBe('503 unavailable');
  });

  test('100 verifications without a token do not block one with a token for the same e-mail', async () => {
    const json = { email: 'ana@constructora.cl', code: '000000' };
    for (let n = 0; n <= 100; n += 1) {
      const address = `198.51.100.${n}`;
      expect((await api('/api/auth/verify', { json, ip: address })).status).toBe(403);
    }
    const own = { ...json, 'cf-turnstile-response': turnstile.mint({ action: 'verify' }) };
    expect(await refusalOf(api('/api/auth/verify', { json: own }))).toBe('404 account_not_found');
  });

  test('that is invalid is refused without asking the provider', async () => {
    const response = await submitRequest({ ...withToken(turnstile.mint()), email: 'no' });
    expect(response.status).toBe(400);
    expect(turnstile.requests).toEqual([]);
  });
});

describe('the wizard with captchas on', () => {
  test('sends the request only with a valid token, and keeps the draft when it is refused', async () => {
    const who = await reachReview();
    const refused = `${WIZARD}/revisar?error=captcha_invalid`;
    expect(await who.send()).toBe(refused);
    expect(await who.send({ acepto: 'true', 'cf-turnstile-response': 'x' })).toBe(refused);
    turnstile.failNext('page');
    const token = turnstile.mint();
    expect(await who.send({ acepto: 'true', 'cf-turnstile-response': token })).toBe(
      `${WIZARD}/revisar?error=unavailable`,
    );
    expect(await rowCounts()).toEqual(noRows);
    expect(await who.send({ acepto: 'true', 'cf-turnstile-response': token })).toMatch(
      /\/comprobante\//,
    );
  });
});

describe('a captcha token', () => {
  test.each([
    ['of another site', { hostname: 'malo.example' }],
    ['of a name that ours begins with', { hostname: 'localhost.malo.example' }],
    ['of no site', { hostname: '' }],
    ['for another form', { action: 'login' }],
  ])('%s is refused', async (_, created) => {
    expect(await refusalOf(submitRequest(withToken(turnstile.mint(created))))).toBe(
      '403 captcha_invalid',
    );
    expect(await rowCounts()).toEqual(noRows);
  });

  test.each([
    ['for this form', { action: 'submission' }],
    ['of a widget without an action', {}],
  ])('%s is accepted', async (_, created) => {
    expect((await submitRequest(withToken(turnstile.mint(created)))).status).toBe(200);
  });

  test('of Cloudflare’s test keys is accepted although it names another host', async () => {
    const testing = await startTurnstile({ secretKey: '1x0000000000000000000000000000000AA' });
    await world.reopen(testing.variables);
    const token = testing.mint({ hostname: 'example.com', action: 'test' });
    expect((await submitRequest(withToken(token))).status).toBe(200);
  });
});

test('verify and resend refuse a call without a token before they say whether the account exists', async () => {
  const body = { email: 'nadie@example.cl', code: 'AAAAAA' };
  for (const path of ['/api/auth/verify', '/api/auth/resend']) {
    const ask = (token?: string) =>
      api(path, { json: { ...body, 'cf-turnstile-response': token } });
    expect(await refusalOf(ask())).toBe('403 captcha_invalid');
    const login = turnstile.mint({ action: 'login' });
    expect((await ask(login)).status).toBe(403);
    expect((await ask(turnstile.mint({ action: 'verify' }))).status).toBe(404);
  }
});

describe('captchas that are on without valid keys', () => {
  test.each([
    ['no keys', {}],
    ['no secret', { TURNSTILE_SITE_KEY: 'x' }],
  ])('refuse every submission with %s', async (_, keys) => {
    await world.reopen({ CAPTCHA: 'on', ...keys });
    expect(await refusalOf(submitRequest(withToken('x')))).toBe('503 not_configured');
    expect(await rowCounts()).toEqual(noRows);
  });

  test('answer 503 for a wrong secret, and do not blame the visitor', async () => {
    await world.reopen({ ...turnstile.variables, TURNSTILE_SECRET_KEY: 'wrong' });
    expect(await refusalOf(submitRequest(withToken(turnstile.mint())))).toBe('503 unavailable');
  });
});
