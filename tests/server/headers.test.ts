import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { brand } from '#lib/platform/config/brand.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { setClock } from '#lib/platform/process/clock.ts';
import { createOwnedWorld, type OwnedWorld } from '#tests/support/access/owned-objects.ts';
import { type AppProcess, sharedApp, startApp } from '#tests/support/app-process.ts';
import { openDatabaseOf } from '#tests/support/app-session.ts';
import { startWebpay, type WebpayStandIn } from '#tests/support/providers/webpay.ts';
import { createWorld, type World } from '#tests/support/world.ts';

/** The app is behind https, like in operation, with every kind of answer. */
let webpay: WebpayStandIn;
let world: World;
let owned: OwnedWorld;
let app: AppProcess;
beforeAll(async () => {
  webpay = await startWebpay();
  const variables = {
    ...webpay.variables,
    RATE_LIMITS: 'off',
    APP_SECRET: 'x'.repeat(40),
    CRM_WEBHOOK_TOKEN: 'un-token-del-crm-123',
  };
  world = createWorld(variables);
  setClock(() => Date.now());
  owned = await createOwnedWorld();
  await closeDb();
  app = await startApp({
    dataDir: world.dataDir,
    variables: {
      ...variables,
      APP_ENV: 'production',
      APP_URL: 'https://resguardo.test',
      RATE_LIMITS: 'on',
      CAPTCHA: 'off',
      DATABASE_URL: `file:${join(world.dataDir, 'resguardo.db')}`,
      STORAGE: 'local',
      RESEND_API_KEY: 're_nobody',
      RESEND_BASE_URL: 'http://127.0.0.1:1',
      MAIL_FROM: 'no-responder@resguardo.test',
      MAIL_INTERNAL_TO: 'asesores@resguardo.test',
    },
  });
});

type RequestInput = RequestInit & { path: string; asOwner?: true; asAdvisor?: true };
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const html = { accept: 'text/html' };

/** Each kind has a request and its status. Caching is 'never' by default. */
const kinds: Record<
  string,
  [request: (of: OwnedWorld) => RequestInput, status: number, cached?: RegExp]
> = {
  'a public page': [() => ({ path: '/' }), 200, /^public, max-age=300,/],
  'a page': [() => ({ path: '/contacto' }), 200],
  'a page of an account': [() => ({ path: '/panel', asOwner: true }), 200],
  'a page of the team': [() => ({ path: '/admin', asAdvisor: true }), 200],
  'the data of a page': [() => ({ path: '/panel', asOwner: true, headers: { rsc: '1' } }), 200],
  'a page by token': [({ tokens }) => ({ path: `/comprobante/${tokens.receipt}` }), 200],
  'a page that is not there': [() => ({ path: '/no-existe' }), 404],
  'a page for members': [() => ({ path: '/panel' }), 307],
  'a redirect of Next': [() => ({ path: '/login/' }), 308],
  JSON: [() => ({ path: '/api/health' }), 200],
  'JSON of an account': [() => ({ path: '/api/payments', asOwner: true }), 200],
  'a refusal': [() => ({ path: '/api/payments' }), 401],
  'a validation': [
    () => ({ path: '/api/contact', method: 'POST', headers: json, body: '{}' }),
    403,
  ],
  'nothing under /api': [() => ({ path: '/api/nada' }), 404],
  'a wrong method': [() => ({ path: '/api/health', method: 'DELETE' }), 405],
  'the address of a form': [() => ({ path: '/login/entrar' }), 303],
  'a form that is not there': [() => ({ path: '/nada', method: 'POST', headers: form }), 404],
  'a wrong method of a form': [() => ({ path: '/login/entrar', method: 'PUT' }), 405],
  'a preflight': [() => ({ path: '/api/payments', method: 'OPTIONS' }), 405],
  'too much': [
    () => ({
      path: '/api/auth/login',
      method: 'POST',
      headers: json,
      body: `"${'a'.repeat(300_000)}"`,
    }),
    413,
  ],
  'a wrong type': [() => ({ path: '/api/auth/login', method: 'POST', body: 'x' }), 415],
  'a form': [
    () => ({ path: '/login/entrar', method: 'POST', headers: form, body: 'email=x' }),
    303,
  ],
  'a file of an account': [
    ({ ids }) => ({ path: `/api/documents/download?key=${ids.file}`, asOwner: true }),
    200,
    /^private, no-store, no-transform$/,
  ],
  'a file inline': [
    ({ ids }) => ({ path: `/api/documents/download?inline=1&key=${ids.file}`, asOwner: true }),
    200,
    /^private, no-store, no-transform$/,
  ],
  'a part beyond a file': [
    ({ tokens }) => ({
      path: `/api/guarantees/files/${tokens.file}`,
      headers: { range: 'bytes=99999-' },
    }),
    416,
    /^private, no-store, no-transform$/,
  ],
  'the page of a link': [({ tokens }) => ({ path: `/c/${tokens.share}`, headers: html }), 200],
  'the page of a link that is not there': [() => ({ path: '/c/x', headers: html }), 404],
  'the way to the page of a link': [() => ({ path: '/api/share/x', headers: html }), 303],
  'a shared file': [({ tokens }) => ({ path: `/c/${tokens.share}/archivo` }), 200],
  'a calendar': [
    ({ tokens }) => ({ path: `/api/documents/calendar/${tokens.calendar}` }),
    200,
    /^private|no-store/,
  ],
  'a receipt': [({ tokens }) => ({ path: `/comprobante/${tokens.receipt}/pdf` }), 200],
  'a ZIP of all': [() => ({ path: '/api/account/export', asOwner: true }), 200],
  'a CSV': [() => ({ path: '/api/admin/leads.csv', asAdvisor: true }), 200],
  'a refused webhook': [
    () => ({ path: '/api/webhooks/crm', method: 'POST', headers: json, body: '{}' }),
    401,
  ],
  'a webhook': [
    () => ({
      path: '/api/webhooks/crm',
      method: 'POST',
      headers: { ...json, 'x-webhook-token': 'un-token-del-crm-123' },
      body: '[]',
    }),
    200,
  ],
  'the way back from Webpay': [() => ({ path: '/api/payments/return?token_ws=x' }), 303],
  'the API in full': [() => ({ path: '/api/openapi.json' }), 200, /^public, max-age=300$/],
  'the documentation': [() => ({ path: '/docs' }), 200],
  'a picture': [() => ({ path: '/rosette.svg' }), 200, /^public/],
  'the font': [() => ({ path: brand.font }), 200, /^public, max-age=31536000, immutable$/],
  'the robots': [() => ({ path: '/robots.txt' }), 200, /^public/],
};

describe.each(Object.entries(kinds))(
  'the reply for %s',
  (name, [requestOptions, status, cached = /\bno-store\b/]) => {
    test('has the right status, caching and security headers, and no header that describes the server', async () => {
      const response = await send(requestOptions(owned));
      await response.body?.cancel();
      expect(response.status).toBe(status);
      const { headers } = response;
      expect(headers.get('cache-control')).toMatch(cached);
      expectGuarded(headers, name === 'a file inline' ? 'self' : 'none');
    });
  },
);

function expectGuarded(headers: Headers, framedBy: 'self' | 'none') {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe(framedBy === 'self' ? 'SAMEORIGIN' : 'DENY');
  expect(headers.get('referrer-policy')).toMatch(
    /^(no-referrer|same-origin|strict-origin-when-cross-origin)$/,
  );
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src '(self|none)'/);
  // Two headers of one name arrive as one with a comma, which no policy of ours has.
  expect(policy).not.toContain(',');
  expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|http:)/);
  // A sandbox that shows nothing needs no frame policy beside X-Frame-Options.
  if (!policy.endsWith('sandbox')) expect(policy).toContain(`frame-ancestors '${framedBy}'`);
  for (const [name, value] of headers) {
    expect(name).not.toMatch(/^(server|x-powered-by|via|access-control-.*|x-aspnet.*)$/);
    if (name === 'set-cookie') expect(value).toMatch(/HttpOnly; Secure; SameSite=Lax/);
  }
}

test('cookies of pages, forms and the API are HttpOnly, Secure and SameSite', async () => {
  const set = await Promise.all([
    send({ path: '/api/csrf-token' }),
    send({ path: '/contacto' }),
    send({ path: '/login/entrar', method: 'POST', headers: form, body: 'email=x' }),
    send({
      path: '/gestiona-tu-garantia/tipo/guardar',
      method: 'POST',
      headers: form,
      body: 'sistemaLicitacion=privados',
    }),
    send({
      path: '/api/auth/login',
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'otra@andes.cl', password: 'un paraguas amarillo' }),
    }),
  ]);
  const lines = set.flatMap((response) => response.headers.getSetCookie());
  const names = lines.map((line) => line.split('=', 1)[0]);
  for (const name of [/^csrf-token$/, /^formulario$/, /^borrador-/, /^service_session$/]) {
    expect(names).toContainEqual(expect.stringMatching(name));
  }
  for (const line of lines) {
    expect(line).toMatch(/; Max-Age=\d+; Path=\/[^;]*; HttpOnly; Secure; SameSite=Lax$/);
    expect(line).not.toMatch(/domain=/i);
  }
});

test('a built file may be cached for ever, because its name changes with its content', async () => {
  const page = await (await send({ path: '/contacto' })).text();
  const [, path = ''] = /src="(\/_next\/static\/[^"]+\.js)"/.exec(page) ?? [];
  const response = await send({ path });
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expectGuarded(response.headers, 'none');
});

test('a failure tells nothing of its cause, as JSON and as a page', async () => {
  const db = openDatabaseOf(app);
  await db.execute('alter table payments rename to payments_away');
  for (const path of ['/api/payments', '/panel/pagos']) {
    const response = await send({ path, asOwner: true });
    expect(response.status).toBe(500);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expectGuarded(response.headers, 'none');
    expect(await response.text()).not.toMatch(/SQL|no such table|payments_away|at .*\.(ts|js):\d/);
  }
  await db.execute('alter table payments_away rename to payments');
  db.close();
});

test('without https there is no HSTS header and no Secure cookie', async () => {
  const plain = await sharedApp();
  expect(plain.output()).not.toContain('beyond this machine');
  const response = await fetch(`${plain.url}/api/csrf-token`);
  expect(response.headers.has('strict-transport-security')).toBe(false);
  expect(response.headers.get('set-cookie')).not.toContain('Secure');
});

function send({ path, asOwner, asAdvisor, headers, ...init }: RequestInput): Promise<Response> {
  const cookies = asAdvisor ? owned.admin.cookies : asOwner ? owned.a : {};
  const cookie = Object.entries(cookies).map((pair) => pair.join('='));
  const origin = init.method ? 'https://resguardo.test' : 'https://malo.cl';
  const all = { cookie: cookie.join('; '), origin, ...headers };
  return fetch(app.url + path, { redirect: 'manual', ...init, headers: all });
}
