import { describe, expect, test } from 'vitest';
import { passwordCost } from '#lib/platform/passwords.ts';
import { person } from '#tests/support/accounts.ts';
import { getAccount, logIn, makeAccount, refusalOf, refused } from '#tests/support/auth-calls.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ RATE_LIMITS: 'off' });

describe('a typed password', () => {
  test.each([
    ['a NUL', 'un paraguas amarillo\0'],
    ['half an emoji', 'un paraguas \ud83e'],
    ['1,024 characters', 'x'.repeat(1024)],
  ])('with %s is just wrong', async (_name, password) => {
    await makeAccount();
    expect(await refusalOf(await logIn({ password }))).toEqual(refused(401, 'wrong_credentials'));
  });

  test('of 10,000 characters is refused before it is hashed', async () => {
    expect((await logIn({ password: 'x'.repeat(10_000) })).status).toBe(400);
  });

  test('is hashed anew at login when the cost has risen, and only then', async () => {
    await makeAccount();
    const before = await getAccount(person.email);
    await logIn();
    expect((await getAccount(person.email)).passwordHash).toBe(before.passwordHash);
    passwordCost.timeCost += 1;
    try {
      await logIn({ password: 'another password' });
      expect((await getAccount(person.email)).passwordHash).toBe(before.passwordHash);
      expect((await logIn()).status).toBe(200);
      const after = await getAccount(person.email);
      expect(after.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=3,p=1\$/);
      expect((await logIn()).status).toBe(200);
      expect((await getAccount(person.email)).passwordHash).toBe(after.passwordHash);
    } finally {
      passwordCost.timeCost -= 1;
    }
  });
});
