import { describe, expect, test } from 'vitest';
import { MINUTE } from '#lib/platform/durations.ts';
import { codeFor, person } from '#tests/support/accounts.ts';
import {
  forgot,
  makeAccount,
  queuedMails,
  register,
  resend,
  verify,
} from '#tests/support/auth-calls.ts';
import { statuses } from '#tests/support/statuses.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest();

describe('one IPv6 /48, which is one customer’s, leaves the owner', () => {
  const from = (i: number) => ({ address: `2001:db8:9:${i.toString(16)}::1` });

  test('the right code, and more tries', async () => {
    await register();
    await statuses(70, (i) => verify(person.email, 'AAAAAA', from(Math.floor(i / 5))));
    expect((await verify(person.email, await codeFor(person.email))).status).toBe(200);
  });

  test('another code', async () => {
    await register();
    for (let i = 0; i < 22; i++) {
      world.advance(MINUTE);
      await resend(person.email, from(Math.floor(i / 5)));
    }
    world.advance(MINUTE);
    expect((await resend(person.email)).status).toBe(200);
  });

  test('the code that came last, however often her address is registered there', async () => {
    await register();
    world.advance(MINUTE);
    const found = await statuses(10, (i) => register({}, from(i)));
    expect(found).toEqual([...Array(6).fill(200), ...Array(4).fill(429)]);
    // Nor did those take from her the wait for another code.
    expect((await resend(person.email)).status).toBe(200);
    await register({}, from(10));
    expect((await verify(person.email, await codeFor(person.email))).status).toBe(200);
  });

  test('a link for a new password', async () => {
    await makeAccount();
    const resets = async () =>
      (await queuedMails()).filter(({ kind }) => kind === 'account.reset-mail').length;
    await statuses(45, (i) => forgot(person.email, from(Math.floor(i / 3))));
    const before = await resets();
    await forgot(person.email);
    expect([before, await resets()]).toEqual([9, 10]);
  });
});
