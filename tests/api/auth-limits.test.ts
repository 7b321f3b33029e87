import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { forget } from '#lib/platform/singleton.ts';
import { person } from '#tests/support/accounts.ts';
import { logIn, makeAccount, otherCode, register, verify } from '#tests/support/auth-calls.ts';
import { createWorld, type World } from '#tests/support/world.ts';

const MINUTE = 60_000;
let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** The statuses of `times` calls, one after the other. */
async function statuses(times: number, one: (i: number) => Promise<Response>): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < times; i++) found.push((await one(i)).status);
  return found;
}
const wrong = { password: 'otra clave larga' };

describe('logging in', () => {
  test('ten times per e-mail and address in 15 minutes, then not even with the right password', async () => {
    await makeAccount();
    expect(await statuses(11, () => logIn(wrong))).toEqual([...Array(10).fill(401), 429]);
    expect((await logIn()).status).toBe(429);
    expect((await logIn({}, { address: '198.51.100.7' })).status).toBe(200);
    world.advance(15 * MINUTE);
    expect((await logIn()).status).toBe(200);
  });

  test('is counted alike for letter case, dots and tags of one address', async () => {
    const spelled = ['ana.p@x.cl', 'ANA.P@x.cl', 'anap@X.CL', 'a.n.a.p@x.cl', 'anap+1@x.cl'];
    const found = await statuses(11, (i) => logIn({ email: spelled[i % 5], ...wrong }));
    expect(found).toEqual([...Array(10).fill(401), 429]);
  });

  test('fifty times per address, whatever the e-mails', async () => {
    const found = await statuses(51, (i) => logIn({ email: `a${i}@example.cl`, ...wrong }));
    expect(found).toEqual([...Array(50).fill(401), 429]);
  });

  test('is counted by /64 of an IPv6 address', async () => {
    const from = (i: number) => ({ address: `2001:db8:0:1::${(i + 1).toString(16)}` });
    const found = await statuses(11, (i) => logIn(wrong, from(i)));
    expect(found).toEqual([...Array(10).fill(401), 429]);
    expect((await logIn(wrong, { address: '2001:db8:0:2::1' })).status).toBe(401);
  });

  test('is not counted by headers that anyone can write', async () => {
    const forged = (i: number) => ({
      headers: {
        'x-forwarded-for': `10.0.0.${i}`,
        'x-real-ip': `10.0.1.${i}`,
        'cf-connecting-ip': `10.0.2.${i}`,
        forwarded: `for=10.0.3.${i}`,
        'user-agent': `Navegador ${i}`,
      },
    });
    const found = await statuses(11, (i) => logIn(wrong, forged(i)));
    expect(found).toEqual([...Array(10).fill(401), 429]);
  });

  test('stays refused after a restart', async () => {
    await statuses(10, () => logIn(wrong));
    await restart();
    expect((await logIn(wrong)).status).toBe(429);
    await restart();
    expect((await logIn(wrong)).status).toBe(429);
    world.advance(15 * MINUTE);
    await restart();
    expect((await logIn(wrong)).status).toBe(401);
  });

  test('ten times, also at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 15 }, () => logIn(wrong)));
    expect(all.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test('keeps no e-mail or address with the counts', async () => {
    await logIn(wrong);
    const rows = await getDb().client.execute('select key from rate_limits');
    const keys = JSON.stringify(rows.rows);
    expect(rows.rows.length).toBeGreaterThan(1);
    for (const text of [person.email, 'constructora', '203.0.113.7']) {
      expect(keys).not.toContain(text);
    }
  });
});

test('registering: ten times an hour per address', async () => {
  const found = await statuses(11, (i) => register({ email: `a${i}@example.cl` }));
  expect(found).toEqual([...Array(10).fill(200), 429]);
  expect((await register({}, { address: '198.51.100.7' })).status).toBe(200);
  world.advance(60 * MINUTE);
  expect((await register()).status).toBe(200);
});

test('verifying: ten times in 15 minutes per e-mail, from whatever addresses, over a restart', async () => {
  await register();
  const spelled = [person.email, 'ANA@constructora.cl'];
  const found = await statuses(11, (i) =>
    verify(spelled[i % 2] ?? '', otherCode('AAAAAA'), { address: `198.51.100.${i}` }),
  );
  expect(found).toEqual([...Array(10).fill(401), 429]);
  await restart();
  expect((await verify(person.email, 'AAAAAA', { address: '192.0.2.1' })).status).toBe(429);
  world.advance(15 * MINUTE);
  expect((await verify(person.email, 'AAAAAA')).status).toBe(401);
});

/** What a process keeps is gone; what the database keeps is not. */
async function restart(): Promise<void> {
  await getDb().close();
  for (const name of ['db', 'spent-windows', 'mail', 'storage']) forget(name);
}
