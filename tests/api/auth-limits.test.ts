import { describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { codeFor, makeAccount, personBody } from '#tests/support/accounts.ts';
import {
  logIn,
  queuedMails,
  register,
  requestPasswordReset,
  resendCode,
  verifyEmail,
  wrongCodeFor,
} from '#tests/support/auth-calls.ts';
import { statusesOfCalls } from '#tests/support/repeated-calls.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

const wrong = { password: 'otra clave larga' };

describe('the limit of logins', () => {
  test('is ten per e-mail and IP in 15 minutes, and then refuses the right password too', async () => {
    await makeAccount();
    expect(await statusesOfCalls(11, () => logIn(wrong))).toEqual([...Array(10).fill(401), 429]);
    expect((await logIn()).status).toBe(429);
    expect((await logIn({}, { ip: '198.51.100.7' })).status).toBe(200);
    world.advance(15 * MINUTE);
    expect((await logIn()).status).toBe(200);
  });

  test('counts all spellings of a Gmail address as one, and elsewhere ignores only letter case', async () => {
    const gmail = [
      'ana.p@gmail.com',
      'ANA.P@gmail.com',
      'a.n.a.p@googlemail.com',
      'anap+1@gmail.com',
    ];
    const found = await statusesOfCalls(11, (i) => logIn({ email: gmail[i % 4], ...wrong }));
    expect(found).toEqual([...Array(10).fill(401), 429]);
    const other = await statusesOfCalls(11, (i) =>
      logIn({ email: i % 2 ? 'A@x.cl' : 'a@x.cl', ...wrong }),
    );
    expect(other).toEqual([...Array(10).fill(401), 429]);
    expect((await logIn({ email: 'a+1@x.cl', ...wrong })).status).toBe(401);
  });

  test('counts an IPv6 address by its /64 network', async () => {
    const from = (i: number) => ({ ip: `2001:db8:0:1::${(i + 1).toString(16)}` });
    const found = await statusesOfCalls(11, (i) => logIn(wrong, from(i)));
    expect(found).toEqual([...Array(10).fill(401), 429]);
    expect((await logIn(wrong, { ip: '2001:db8:0:2::1' })).status).toBe(401);
  });

  test('stores neither e-mails nor IPs', async () => {
    await logIn(wrong);
    const rows = await getDb().client.execute('select key from rate_limits');
    const keys = JSON.stringify(rows.rows);
    expect(rows.rows.length).toBeGreaterThan(1);
    for (const text of [personBody.email, 'constructora', '203.0.113.7']) {
      expect(keys).not.toContain(text);
    }
  });
});

test('an unverified e-mail can be registered again twice an hour per IP, and refused tries do not count', async () => {
  await register();
  const weak = await statusesOfCalls(4, () => register({ password: 'password' }));
  expect(weak).toEqual(Array(4).fill(400));
  const other = await statusesOfCalls(4, () => register({}, { ip: '198.51.100.7' }));
  expect(other).toEqual([200, 200, 429, 429]);
  expect(await statusesOfCalls(3, () => register())).toEqual([200, 200, 429]);
  world.advance(60 * MINUTE);
  expect((await register()).status).toBe(200);
});

test('verifying is limited to ten tries in 15 minutes per e-mail and IP, also after a restart', async () => {
  await register();
  const spelled = [personBody.email, 'ANA@constructora.cl'];
  const found = await statusesOfCalls(11, (i) => verifyEmail(spelled[i % 2] ?? '', 'AAAAAA'));
  expect(found).toEqual([...Array(10).fill(401), 429]);
  await restart();
  expect((await verifyEmail(personBody.email, 'AAAAAA')).status).toBe(429);
  world.advance(15 * MINUTE);
  expect((await verifyEmail(personBody.email, 'AAAAAA')).status).toBe(401);
});

test('wrong codes from another IP or for another spelling leave the owner a try', async () => {
  const email = 'victima@empresa.cl';
  await register({ email });
  const stranger = { ip: '198.51.100.9' };
  await statusesOfCalls(10, () => verifyEmail('v.ictima+x@empresa.cl', 'AAAAAA', stranger));
  await statusesOfCalls(12, () => verifyEmail(email, wrongCodeFor('AAAAAA'), stranger));
  await statusesOfCalls(20, () => verifyEmail('v.ictima+x@empresa.cl', 'AAAAAA'));
  expect((await verifyEmail(email, await codeFor(email))).status).toBe(200);
});

test('one IP that is over its limit does not use up the common limit of an e-mail', async () => {
  await register();
  for (let place = 0; place < 5; place++) {
    await statusesOfCalls(30, () =>
      verifyEmail(personBody.email, 'AAAAAA', { ip: `198.51.100.${place}` }),
    );
  }
  expect((await verifyEmail(personBody.email, await codeFor(personBody.email))).status).toBe(200);
});

test('guessing the code of one e-mail from many IPs ends after a hundred tries in 15 minutes', async () => {
  await register();
  const from = (i: number) => ({ ip: `198.51.${Math.floor(i / 9)}.1` });
  const found = await statusesOfCalls(101, (i) => verifyEmail(personBody.email, 'AAAAAA', from(i)));
  expect(found).toEqual([...Array(100).fill(401), 429]);
});

describe('strangers with nine IPs, or in three IPv6 /48 networks, leave the owner able', () => {
  const nine = Array.from({ length: 9 }, (_, i) => [`198.51.100.${i}`]);
  const third = [1, 2, 3].map((i) => [1, 2, 3].map((j) => `2001:db8:${i}:${j}::1`));
  const strangers = [['nine', nine.flat()] as const, ['three', third.flat()] as const];

  test.each(strangers)('to verify with the right code: %s', async (_, addresses) => {
    await register();
    for (const address of addresses) {
      await statusesOfCalls(11, () => verifyEmail(personBody.email, 'AAAAAA', { ip: address }));
    }
    expect((await verifyEmail(personBody.email, await codeFor(personBody.email))).status).toBe(200);
  });

  test.each(strangers)('to request another code: %s', async (_, addresses) => {
    await register();
    for (const address of addresses) {
      for (let i = 0; i < 5; i++) {
        world.advance(MINUTE);
        await resendCode(personBody.email, { ip: address });
      }
    }
    world.advance(MINUTE);
    expect((await resendCode(personBody.email)).status).toBe(200);
  });

  test.each(strangers)('to register again: %s', async (_, addresses) => {
    await register();
    for (const address of addresses) await statusesOfCalls(4, () => register({}, { ip: address }));
    expect((await register()).status).toBe(200);
  });
});

describe('strangers in one IPv6 /48 network leave the owner able', () => {
  const from = (i: number) => ({ ip: `2001:db8:9:${i.toString(16)}::1` });

  test('to verify with the right code after 70 wrong tries', async () => {
    await register();
    await statusesOfCalls(70, (i) =>
      verifyEmail(personBody.email, 'AAAAAA', from(Math.floor(i / 5))),
    );
    expect((await verifyEmail(personBody.email, await codeFor(personBody.email))).status).toBe(200);
  });

  test('to request another code', async () => {
    await register();
    for (let i = 0; i < 22; i++) {
      world.advance(MINUTE);
      await resendCode(personBody.email, from(Math.floor(i / 5)));
    }
    world.advance(MINUTE);
    expect((await resendCode(personBody.email)).status).toBe(200);
  });

  test('to verify with the last code, although the e-mail is registered again from there', async () => {
    await register();
    world.advance(MINUTE);
    const found = await statusesOfCalls(10, (i) => register({}, from(i)));
    expect(found).toEqual([...Array(6).fill(200), ...Array(4).fill(429)]);
    // The refused calls did not use up her wait for another code either.
    expect((await resendCode(personBody.email)).status).toBe(200);
    await register({}, from(10));
    expect((await verifyEmail(personBody.email, await codeFor(personBody.email))).status).toBe(200);
  });

  test('to get a link for a new password', async () => {
    await makeAccount();
    const resets = async () =>
      (await queuedMails()).filter(({ kind }) => kind === 'account.reset-mail').length;
    await statusesOfCalls(45, (i) =>
      requestPasswordReset(personBody.email, from(Math.floor(i / 3))),
    );
    const before = await resets();
    await requestPasswordReset(personBody.email);
    expect([before, await resets()]).toEqual([9, 10]);
  });
});

/** Forgets the process's memory. The database stays. */
async function restart(): Promise<void> {
  await getDb().close();
  for (const name of ['db', 'spent-windows', 'mail', 'storage']) forget(name);
}
