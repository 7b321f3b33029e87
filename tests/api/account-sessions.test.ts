import { describe, expect, test } from 'vitest';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import { makeAccount, PASSWORD, personBody } from '#tests/support/accounts.ts';
import {
  anonymousSession,
  auditTrailOf,
  companyBody,
  logIn,
  makeSession,
  queuedMails,
  readSession,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
  tokenOf,
} from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { pausePasswordComparison } from '#tests/support/fast-password-hashes.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const as = (token: string) => ({ cookies: { [cookieNames.session]: token } });
const windows = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36' };

async function mine(token: string) {
  const response = await api('/api/auth/sessions', as(token));
  expect(response.status).toBe(200);
  return (await response.json()).data;
}

function end(token: string, id: string) {
  return api(`/api/auth/sessions/${id}`, {
    method: 'DELETE',
    ...as(token),
  });
}

describe('GET /api/auth/sessions', () => {
  test('lists the live sessions of this account only, the last used first, without their tokens', async () => {
    await makeAccount();
    await makeAccount(companyBody);
    await makeSession({ email: companyBody.email });
    const address = '198.51.100.77';
    const older = tokenOf(await logIn({}, { ip: address, headers: windows }));
    world.advance(60_000);
    const token = await makeSession();
    const [first, second, ...rest] = await mine(token);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ thisDevice: true, seenAt: '2026-11-20T15:01:00.000Z' });
    expect(second).toEqual({
      id: second.id,
      device: 'Chrome en Windows',
      place: '198.51.100.0/24',
      createdAt: '2026-11-20T15:00:00.000Z',
      seenAt: '2026-11-20T15:00:00.000Z',
      thisDevice: false,
    });
    expect(JSON.stringify([first, second])).not.toContain(older);
    world.advance(8 * 24 * 3600_000);
    expect((await api('/api/auth/sessions', as(token))).status).toBe(401);
  });
});

describe('DELETE /api/auth/sessions/{id}', () => {
  test('ends another session at once and audits it; a second call finds nothing', async () => {
    const account = await makeAccount();
    const other = await makeSession();
    const token = await makeSession();
    const { id } = (await mine(token)).find((s: { thisDevice: boolean }) => !s.thisDevice);
    expect((await end(token, id)).status).toBe(200);
    expect(await readSession(other)).toEqual(anonymousSession);
    expect(await mine(token)).toHaveLength(1);
    expect((await end(token, id)).status).toBe(404);
    expect((await auditTrailOf(account.id)).at(-1)).toBe('session.ended');
  });

  test('clears cookie and storage of the browser only if it ends its own session', async () => {
    await makeAccount();
    const token = await makeSession();
    const other = await makeSession();
    const sessions: { id: string; thisDevice: boolean }[] = await mine(token);
    const idOf = (thisDevice: boolean) =>
      String(sessions.find((session) => session.thisDevice === thisDevice)?.id);
    const left = (response: Response) => [
      response.headers.get('clear-site-data'),
      response.headers.getSetCookie().map((line) => line.split('; HttpOnly')[0]),
    ];
    expect(left(await end(token, idOf(false)))).toEqual([null, []]);
    expect(await readSession(other)).toEqual(anonymousSession);
    expect(left(await end(token, idOf(true)))).toEqual([
      '"storage"',
      ['service_session=; Max-Age=0; Path=/'],
    ]);
    expect(await readSession(token)).toEqual(anonymousSession);
  });
});

describe('POST /api/auth/sessions/end-others', () => {
  test('ends the other sessions of this account, but neither this one nor those of other accounts', async () => {
    await makeAccount();
    await makeAccount(companyBody);
    const foreign = await makeSession({ email: companyBody.email });
    const others = [await makeSession(), await makeSession()];
    const token = await makeSession();
    const options = { method: 'POST', ...as(token) };
    expect((await api('/api/auth/sessions/end-others', options)).status).toBe(200);
    for (const other of others) expect(await readSession(other)).toEqual(anonymousSession);
    expect(await mine(token)).toHaveLength(1);
    expect(await readSession(foreign)).toMatchObject({ authenticated: true });
  });
});

describe('POST /api/auth/change-password', () => {
  const fresh = 'una tetera azul';
  const change = (token: string, json: object) =>
    api('/api/auth/change-password', { json, ...as(token) });

  test('replaces the password, ends the other sessions, keeps this one and queues a mail to the owner', async () => {
    const account = await makeAccount();
    const other = await makeSession();
    const token = await makeSession();
    const response = await change(token, { current: PASSWORD, password: fresh });
    expect(response.status).toBe(200);
    expect(await readSession(token)).toMatchObject({ authenticated: true });
    expect(await readSession(other)).toEqual(anonymousSession);
    expect((await logIn()).status).toBe(401);
    expect((await logIn({ password: fresh })).status).toBe(200);
    expect(await auditTrailOf(account.id)).toContain('password.changed');
    expect((await queuedMails()).map(({ kind }) => kind)).toContain(
      'account.password-changed-mail',
    );
  });

  test.each([
    ['current', { current: 'otra cosa', password: fresh }],
    ['current', { password: fresh }],
    ['password', { current: PASSWORD, password: 'corta' }],
    ['password', { current: PASSWORD, password: 'Password1' }],
  ])('refuses a wrong %s: %j', async (field, json) => {
    await makeAccount();
    const response = await change(await makeSession(), json);
    expect(response.status).toBe(400);
    expect(Object.keys((await response.json()).fields)).toEqual([field]);
    expect((await logIn()).status).toBe(200);
  });

  test('fails if a reset changed the password while the current one was being compared', async () => {
    await makeAccount();
    const token = await makeSession();
    await requestPasswordReset(personBody.email);
    const reset = await resetTokenFor(personBody.email);
    const comparison = pausePasswordComparison(PASSWORD);
    const changing = change(token, { current: PASSWORD, password: fresh });
    await comparison.begun;
    expect((await resetPassword(reset, 'un farol encendido')).status).toBe(200);
    comparison.release();
    expect((await changing).status).toBe(401);
    expect((await logIn({ password: fresh })).status).toBe(401);
    expect((await logIn({ password: 'un farol encendido' })).status).toBe(200);
  });

  test('needs a session, and is limited to ten wrong guesses of the current password', async () => {
    expect((await change('', { current: PASSWORD, password: fresh })).status).toBe(401);
    await makeAccount();
    const token = await makeSession();
    const guess = () => change(token, { current: 'otra cosa', password: fresh });
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
    expect((await change(token, { current: PASSWORD, password: fresh })).status).toBe(429);
    expect((await logIn({ email: personBody.email })).status).toBe(200);
  });
});
