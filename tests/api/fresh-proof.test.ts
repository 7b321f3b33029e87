import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { apiOperations } from '#lib/http/api/operations.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { now } from '#lib/platform/process/clock.ts';
import { databaseSnapshot } from '#tests/support/access/snapshot.ts';
import { codeFor, makeAccount, PASSWORD, personBody } from '#tests/support/accounts.ts';
import { newSession } from '#tests/support/advisors.ts';
import { auditTrailOf, logIn } from '#tests/support/auth-calls.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { api, type CallOptions, cookiesOf } from '#tests/support/call.ts';
import { addFactors, RECOVERY_CODE, totpCode } from '#tests/support/factors.ts';
import { forms } from '#tests/support/forms.ts';
import { browseAs } from '#tests/support/page-request.ts';
import { addPasskey, startPasskeyLogin } from '#tests/support/passkeys.ts';
import { postForm } from '#tests/support/post-form.ts';
import { filledPath } from '#tests/support/routes.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
let id: string;
let cookies: Record<string, string>;
beforeEach(async () => {
  ({ id } = await makeAccount());
  cookies = await newSession(id, 'natural');
});

/** Operations of the API that require a new proof. */
const powerful = [
  'DELETE /api/guarantees/mine/{id}',
  'GET /api/account/export',
  'GET /api/admin/audit.csv',
  'GET /api/admin/guarantees.csv',
  'GET /api/admin/leads.csv',
  'GET /api/admin/payments.csv',
  'PATCH /api/documents/shares/{id}',
  'POST /api/account/delete',
  'POST /api/admin/accounts/{id}/access',
  'POST /api/admin/leads/{id}/conditions',
  'POST /api/admin/leads/{id}/erase',
  'POST /api/admin/payment-requests',
  'POST /api/admin/people/erase',
  'POST /api/auth/email',
  'POST /api/auth/passkeys',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/totp',
  'POST /api/auth/totp/confirm',
  'POST /api/documents/calendar',
  'POST /api/documents/share',
  'POST /api/documents/shares/{id}/repeat',
  'POST /api/payments/{buyOrder}/refund',
];

const QUARTER = 15 * 60_000;
const provedAt = async () =>
  (await getDb().read.select().from(sessions).where(eq(sessions.accountId, id)))[0]?.provedAt;
const prove = (json: object, more: CallOptions = {}) =>
  api('/api/auth/proof', { json, cookies, ...more });

test('powerful operations need a new proof after a quarter of an hour, and change nothing without it', async () => {
  const guarded = apiOperations.filter(({ sudo }) => sudo);
  expect(guarded.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(powerful);
  await getDb().write((tx) => tx.run("update accounts set role = 'admin'"));
  const requestOptions = async (method: string, path: string) => {
    const json = method === 'GET' ? undefined : {};
    const response = await api(filledPath(path), { method, cookies, json });
    return response.headers.get('content-type')?.includes('json')
      ? (await response.json()).error
      : '';
  };
  world.advance(QUARTER - 1);
  for (const { method, path } of guarded.filter(({ path }) => path.includes('{'))) {
    expect(await requestOptions(method, path), path).not.toBe('proof_required');
  }
  world.advance(1);
  const before = await databaseSnapshot();
  for (const { method, path } of guarded)
    expect(await requestOptions(method, path), path).toBe('proof_required');
  const handlers = forms.filter(({ operation }) => operation.sudo);
  expect(handlers.length).toBeGreaterThan(9);
  for (const { path } of handlers) {
    const posted = await postForm(path.replace(/\{\w+\}/g, 'x'), { form: {}, cookies });
    expect(posted.headers.get('location'), path).toMatch(/^\/confirmar\?next=%2F/);
  }
  expect(await databaseSnapshot()).toEqual(before);
  expect((await prove({ password: PASSWORD })).status).toBe(200);
  expect(await requestOptions('GET', '/api/account/export')).toBe('');
});

test('a form comes back from the proof to its page with what was typed, and never to another site', async () => {
  world.advance(QUARTER);
  const form = { expiresInHours: '24', label: 'Banco', recipients: 'Andes' };
  const page = '/panel/documentos/compartir';
  const stopped = await postForm(`${page}/crear`, { form, cookies });
  const way = new URL(stopped.headers.get('location') ?? '', 'http://x');
  expect([way.pathname, way.searchParams.get('next')]).toEqual([
    '/confirmar',
    `${page}?error=proof_required`,
  ]);
  expect(stopped.headers.getSetCookie().join()).toContain(`Path=${page}`);
  const next = way.searchParams.get('next') ?? '';
  const wrong = await postForm('/confirmar/seguir', {
    form: { password: 'otra clave', next },
    cookies,
  });
  expect(wrong.headers.get('location')).toBe('/confirmar?error=validation_failed');
  const right = await postForm('/confirmar/seguir', {
    form: { password: PASSWORD, next },
    cookies,
  });
  expect(right.headers.get('location')).toBe(next);
  const away = await postForm('/confirmar/seguir', {
    form: { password: PASSWORD, next: '//malo.cl' },
    cookies,
  });
  expect(away.headers.get('location')).toBe('/panel');
});

test('a password, a code once or a passkey once is a proof; a wrong one is in the audit trail', async () => {
  const device = createAuthenticator();
  await addPasskey(device, cookies);
  await addFactors(id);
  const { challenge, cookies: requested } = await startPasskeyLogin(cookies);
  const credential = device.show(challenge);
  world.advance(60_000);
  for (const wrong of [
    { password: 'otra clave' },
    { code: '000000' },
    { mailCode: 'AAAAAA' },
    {},
  ]) {
    expect((await prove(wrong)).status, JSON.stringify(wrong)).toBeGreaterThanOrEqual(400);
  }
  expect(await provedAt()).toBe(now() - 60_000);
  expect(await auditTrailOf(id)).toContain('factor.refused');
  const code = totpCode();
  for (const [proof, status, more] of [
    [{ code }, 200],
    [{ code }, 400],
    [{ code: RECOVERY_CODE }, 200],
    [{ password: PASSWORD }, 200],
    [{ credential }, 200, { cookies: requested }],
    [{ credential }, 401, { cookies: requested }],
  ] as [object, number, CallOptions?][]) {
    world.advance(1000);
    expect((await prove(proof, more)).status, JSON.stringify(proof)).toBe(status);
    if (status === 200) expect(await provedAt()).toBe(now());
  }
});

test('a passkey of another account is no proof for this session', async () => {
  const other = await makeAccount({ email: 'otra@example.cl', rut: '11.111.111-1' });
  const device = createAuthenticator();
  await addPasskey(device, await newSession(other.id, 'natural'));
  const { challenge, cookies: requested } = await startPasskeyLogin(cookies);
  expect((await prove({ credential: device.show(challenge) }, { cookies: requested })).status).toBe(
    400,
  );
});

test('an account with Google alone proves itself by a mailed code, which other accounts do not get', async () => {
  const ask = () => api('/api/auth/proof/mail', { method: 'POST', cookies });
  expect((await ask()).status).toBe(403);
  await getDb().write((tx) => tx.update(accounts).set({ passwordHash: null, googleSub: 'g' }));
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  world.advance(1000);
  expect((await prove({ mailCode: 'AAAAAA' })).status).toBe(400);
  const code = await codeFor(personBody.email);
  expect((await prove({ mailCode: code })).status).toBe(200);
  expect(await provedAt()).toBe(now());
  expect((await prove({ mailCode: code })).status).toBe(400);
});

test.each([
  ['/panel', '/panel'],
  ['/panel?aviso=subido', '/panel'],
  ['/panel/pagos?q=a&aviso=x&_rsc=1b2', '/panel/pagos?q=a'],
])('who has to log in for %s comes back to %s', async (path, back) => {
  browseAs({}, 'same-origin', path);
  await expect(requirePageUser()).rejects.toMatchObject({
    digest: expect.stringContaining(`;/login?next=${encodeURIComponent(back)};`),
  });
});

test('a login is a proof, but a proof dated in the future is none', async () => {
  cookies = cookiesOf(await logIn());
  const token = () => api('/api/auth/proof/mail', { method: 'POST', cookies });
  expect((await token()).status).toBe(403);
  await getDb().write((tx) => tx.update(sessions).set({ provedAt: now() + 2 * QUARTER }));
  const exportFrom = async (referer: string) => {
    const headers = { accept: 'text/html', referer };
    const { status, headers: to } = await api('/api/account/export', { cookies, headers });
    return [status, to.get('location')];
  };
  const profile = [303, '/confirmar?next=%2Fpanel%2Fperfil%23mis-datos'];
  expect(await exportFrom('http://localhost:3000/panel/perfil')).toEqual(profile);
  expect(await exportFrom('https://evil.cl/panel/empresa')).toEqual(profile);
  expect(await exportFrom('')).toEqual(profile);
  expect(await exportFrom('http://localhost:3000/panel/empresa')).toEqual([
    303,
    '/confirmar?next=%2Fpanel%2Fempresa',
  ]);
});
