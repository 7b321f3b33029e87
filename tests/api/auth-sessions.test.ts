import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { getAccount, makeAccount, PASSWORD, personBody } from '#tests/support/accounts.ts';
import {
  anonymousSession,
  completeProfile,
  logIn,
  logOut,
  makeSession,
  readSession,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
  tokenOf,
} from '#tests/support/auth-calls.ts';
import { pausePasswordComparison } from '#tests/support/fast-password-hashes.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => {
  await makeAccount();
});

const live = { authenticated: true, email: personBody.email, role: 'natural' };
const stored = () => getDb().read.select().from(sessions);

describe('a session', () => {
  test('is stored as a hash of its token, with the device and a shortened IP', async () => {
    const token = tokenOf(
      await logIn({}, { headers: { 'user-agent': `Navegador ${'x'.repeat(400)}` } }),
    );
    const rows = await stored();
    expect(rows).toEqual([
      expect.objectContaining({ tokenHash: hashToken(token), shortIp: '203.0.113.0/24' }),
    ]);
    expect(rows[0]?.agent).toHaveLength(300);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await readSession(hashToken(token))).toEqual(anonymousSession);
  });

  test('gets a new token at login, and the previous token stops working', async () => {
    const first = await makeSession();
    const second = tokenOf(await logIn({}, { cookies: { service_session: first } }));
    expect(second).not.toBe(first);
    expect(await readSession(first)).toEqual(anonymousSession);
    expect(await readSession(second)).toEqual(live);
  });

  test('never uses a token that somebody planted in the browser', async () => {
    const planted = 'A'.repeat(43);
    const token = tokenOf(await logIn({}, { cookies: { service_session: planted } }));
    expect(token).not.toBe(planted);
    expect(await readSession(planted)).toEqual(anonymousSession);
  });

  test('cannot be used after logout', async () => {
    const token = await makeSession();
    const other = await makeSession();
    expect((await logOut(token)).headers.get('clear-site-data')).toBe('"storage"');
    expect(await readSession(token)).toEqual(anonymousSession);
    expect((await completeProfile({ name: 'Otra' }, token)).status).toBe(401);
    expect(await readSession(other)).toEqual(live);
  });

  test('ends exactly seven days after its last use', async () => {
    const token = await makeSession();
    world.advance(7 * DAY - 1);
    expect(await readSession(token)).toEqual(live);
    world.advance(7 * DAY - 1);
    expect(await readSession(token)).toEqual(live);
    world.advance(7 * DAY);
    expect(await readSession(token)).toEqual(anonymousSession);
  });

  test('ends after thirty days although it is used every day', async () => {
    const token = await makeSession();
    for (let day = 1; day < 30; day++) {
      world.advance(DAY);
      expect(await readSession(token), `day ${day}`).toEqual(live);
    }
    world.advance(DAY);
    expect(await readSession(token)).toEqual(anonymousSession);
  });

  test('has its last use written at most once an hour', async () => {
    const token = await makeSession();
    const [before] = await stored();
    world.advance(HOUR - 1);
    await readSession(token);
    expect((await stored())[0]).toEqual(before);
    world.advance(1);
    await completeProfile({ name: 'Ana' }, token);
    expect((await stored())[0]?.seenAt).toBe(world.now());
  });

  test('lasts as many days as SESSION_DAYS says', async () => {
    await world.reopen({ SESSION_DAYS: '1', RATE_LIMITS: 'off' });
    await makeAccount();
    const token = await makeSession();
    world.advance(DAY);
    expect(await readSession(token)).toEqual(anonymousSession);
  });

  test('ends at a password reset with all others of the account, and the reset opens none', async () => {
    const tokens = [await makeSession(), await makeSession(), await makeSession()];
    await requestPasswordReset(personBody.email);
    const response = await resetPassword(
      await resetTokenFor(personBody.email),
      'un farol encendido',
    );
    expect(response.headers.getSetCookie()).toEqual([]);
    for (const token of tokens) expect(await readSession(token)).toEqual(anonymousSession);
    expect(await stored()).toEqual([]);
  });

  test('is not opened by a login that compares the old password while a reset changes it', async () => {
    await requestPasswordReset(personBody.email);
    const token = await resetTokenFor(personBody.email);
    const comparison = pausePasswordComparison(PASSWORD);
    const checking = logIn();
    await comparison.begun;
    expect((await resetPassword(token, 'un farol encendido')).status).toBe(200);
    comparison.release();
    expect((await checking).status).toBe(401);
    expect(await stored()).toEqual([]);
  });

  test('ends when its account is deleted', async () => {
    const token = await makeSession();
    await getDb().write((tx) => tx.delete(accounts).where(eq(accounts.email, personBody.email)));
    expect(await readSession(token)).toEqual(anonymousSession);
    expect(await stored()).toEqual([]);
  });

  test('is checked by one read, by indexes', async () => {
    const { client, read } = getDb();
    // Drizzle passes its statements to a function for a file, and to a client for a server.
    type Run = (sql: string, args: unknown[]) => Promise<unknown>;
    const { session } = read as unknown as { session: { client: Run & typeof client } };
    const isFile = typeof session.client === 'function';
    const run = isFile ? vi.spyOn(session, 'client') : vi.spyOn(session.client, 'execute');
    const token = await makeSession();
    run.mockClear();
    expect(await readSession(token)).toEqual(live);
    const calls: unknown[][] = run.mock.calls;
    const requested = calls.map(([sql, args]) => (isFile ? { sql, args } : sql));
    run.mockRestore();
    expect(requested).toEqual([{ sql: expect.stringMatching(/^select/), args: expect.any(Array) }]);
    const [{ sql, args }] = requested as [{ sql: string; args: string[] }];
    const plan = await client.execute({ sql: `explain query plan ${sql}`, args });
    expect(plan.rows.map(({ detail }) => String(detail))).toEqual([
      expect.stringContaining('SEARCH sessions USING INDEX sessions_by_token (token_hash=?)'),
      expect.stringContaining('SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)'),
      expect.stringMatching(
        /^SEARCH company_members USING INDEX .*\(company_id=\? AND person_id=\?\)/,
      ),
      expect.stringMatching(/^SEARCH company USING INDEX sqlite_autoindex_accounts_1 \(id=\?\)/),
    ]);
  });
});

describe('cookies of the session', () => {
  const flags = (response: Response) =>
    response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''));

  test('are HttpOnly and Lax, and Secure when the public address is https', async () => {
    expect(flags(await logIn())).toEqual([
      'navegador; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax',
      'service_session; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    ]);
    await world.reopen({ APP_URL: 'https://resguardo.cl' });
    await makeAccount();
    const response = await logIn();
    expect(flags(response)).toEqual([
      'navegador; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax',
      'service_session; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
    expect(flags(await logOut(tokenOf(response)))).toEqual([
      'service_session; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
  });
});

describe('the profile', () => {
  test('stores the given fields in their normal form and leaves the others', async () => {
    const token = await makeSession();
    const before = await getAccount(personBody.email);
    const input = {
      rut: '76.123.456-0',
      telefono: ' +56 9 1234 5678 ',
      region: 'Región del Biobío',
      comuna: 'Concepción',
      direccion: '',
    };
    expect((await completeProfile(input, token)).status).toBe(200);
    expect(await getAccount(personBody.email)).toEqual({
      ...before,
      rut: '76123456-0',
      telefono: '+56 9 1234 5678',
      region: 'Región del Biobío',
      comuna: 'Concepción',
      updatedAt: world.now(),
    });
    expect((await completeProfile({}, token)).status).toBe(200);
  });

  test('ignores fields for a role, an e-mail or a verification', async () => {
    const token = await makeSession();
    const before = await getAccount(personBody.email);
    const forged = {
      role: 'admin',
      email: 'otra@example.cl',
      emailVerified: true,
      emailVerifiedAt: 1,
      id: 'x',
      passwordHash: 'x',
      googleSub: 'x',
      createdAt: 1,
    };
    expect((await completeProfile(forged, token)).status).toBe(200);
    expect(await getAccount(personBody.email)).toEqual(before);
    expect(await readSession(token)).toEqual(live);
  });

  test.each([
    [{ rut: '1-1' }, 'rut'],
    [{ telefono: '123' }, 'telefono'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ name: 'Ana\0' }, 'name'],
    [{ region: 'Región del Biobío', comuna: 'Arica' }, 'comuna'],
    [{ direccion: ['a'] }, 'direccion'],
  ])('refuses %j', async (body, field) => {
    const response = await completeProfile(body, await makeSession());
    expect(response.status).toBe(400);
    expect(Object.keys((await response.json()).fields)).toEqual([field]);
  });
});
