import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { oneTimeCodes } from '#lib/platform/db/schema/accounts.ts';
import { findMailbox } from '#lib/platform/mail/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { codeFor, getAccount, makeAccount, personBody } from '#tests/support/accounts.ts';
import {
  auditTrailOf,
  queuedMails,
  refusalBodyOf,
  refusalWith,
  register,
  resendCode,
  verifyEmail,
  wrongCodeFor,
} from '#tests/support/auth-calls.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { lastMail } from '#tests/support/sent-mails.ts';
import { worldForTest } from '#tests/support/world.ts';

const other = 'otra@example.cl';
const world = worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => {
  await register();
});

const isVerified = async () => (await getAccount(personBody.email)).emailVerifiedAt !== null;

async function tries(): Promise<number | undefined> {
  const { id } = await getAccount(personBody.email);
  const [row] = await getDb()
    .read.select()
    .from(oneTimeCodes)
    .where(eq(oneTimeCodes.accountId, id));
  return row?.tries;
}

describe('a verification code', () => {
  test('has six characters that are not easily confused, and is not stored in the clear', async () => {
    const code = await codeFor(personBody.email);
    expect(code).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{6}$/);
    const rows = await getDb().read.select().from(oneTimeCodes);
    expect(JSON.stringify([rows, await queuedMails()])).not.toContain(code);
  });

  test.each([
    ['in small letters', (code: string) => code.toLowerCase()],
    ['with blanks around', (code: string) => ` ${code}\n`],
  ])('is accepted %s', async (_name, typed) => {
    expect(
      (await verifyEmail(personBody.email, typed(await codeFor(personBody.email)))).status,
    ).toBe(200);
  });

  test('is dead after five wrong tries, until another code is sent', async () => {
    const code = await codeFor(personBody.email);
    for (let i = 0; i < 5; i++) {
      expect((await verifyEmail(personBody.email, wrongCodeFor(code))).status).toBe(401);
    }
    expect(await refusalBodyOf(await verifyEmail(personBody.email, code))).toEqual(
      refusalWith(401, 'invalid_code'),
    );
    expect(await isVerified()).toBe(false);
    world.advance(MINUTE);
    await resendCode(personBody.email);
    expect((await verifyEmail(personBody.email, code)).status).toBe(401);
    expect((await verifyEmail(personBody.email, await codeFor(personBody.email))).status).toBe(200);
  });

  test('is accepted at the fifth try', async () => {
    const code = await codeFor(personBody.email);
    for (let i = 0; i < 4; i++) await verifyEmail(personBody.email, wrongCodeFor(code));
    expect((await verifyEmail(personBody.email, code)).status).toBe(200);
  });

  test('is valid for ten minutes', async () => {
    world.advance(10 * MINUTE - 1);
    const code = await codeFor(personBody.email);
    await verifyEmail(personBody.email, wrongCodeFor(code));
    world.advance(1);
    expect((await verifyEmail(personBody.email, code)).status).toBe(401);
    expect(await tries()).toBe(1);
  });

  test('is invalid once another one is sent', async () => {
    const first = await codeFor(personBody.email);
    world.advance(MINUTE);
    await resendCode(personBody.email);
    expect(await codeFor(personBody.email)).not.toBe(first);
    expect((await verifyEmail(personBody.email, first)).status).toBe(401);
  });

  test('verifies only the address that it was sent to', async () => {
    await register({ email: other });
    expect((await verifyEmail(other, await codeFor(personBody.email))).status).toBe(401);
    expect((await verifyEmail(personBody.email, await codeFor(other))).status).toBe(401);
    expect(await isVerified()).toBe(false);
  });

  test('is refused if it comes after five wrong ones, of 20 sent at the same time', async () => {
    const code = await codeFor(personBody.email);
    const typed = Array.from({ length: 20 }, (_, i) => (i === 13 ? code : wrongCodeFor(code)));
    const responses = await Promise.all(typed.map((one) => verifyEmail(personBody.email, one)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(401));
    expect(await tries()).toBe(5);
    expect(await isVerified()).toBe(false);
  });

  test('verifies once if it comes third of 20 sent at the same time, and no later try is counted', async () => {
    const code = await codeFor(personBody.email);
    const typed = Array.from({ length: 20 }, (_, i) => (i === 2 ? code : wrongCodeFor(code)));
    const responses = await Promise.all(typed.map((one) => verifyEmail(personBody.email, one)));
    // Once verified, any code is accepted: the answer reveals nothing more than a login.
    expect(responses.slice(0, 3).map(({ status }) => status)).toEqual([401, 401, 200]);
    const verified = (await auditTrailOf((await getAccount(personBody.email)).id)).filter(
      (action) => action === 'email.verified',
    );
    expect(verified).toHaveLength(1);
    expect(await tries()).toBeUndefined();
  });

  test('is not sent to a verified address', async () => {
    await makeAccount({ email: other });
    const before = (await queuedMails()).length;
    expect((await resendCode(other)).status).toBe(200);
    expect(await queuedMails()).toHaveLength(before);
  });
});

describe('guessing verification codes', () => {
  test('ends after ten tries in 15 minutes, although more codes are requested', async () => {
    await world.reopen();
    await register();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      if (i % 5 === 0 && i > 0) {
        world.advance(MINUTE);
        expect((await resendCode(personBody.email, { ip: `198.51.100.${i}` })).status).toBe(200);
      }
      const typed = wrongCodeFor(await codeFor(personBody.email));
      statuses.push((await verifyEmail(personBody.email, typed)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await verifyEmail(personBody.email, await codeFor(personBody.email))).status).toBe(429);
    await register({}, { ip: '198.51.100.99' });
    expect((await verifyEmail(personBody.email, await codeFor(personBody.email))).status).toBe(429);
  });

  test('from other IPs leaves the owner five tries, although 45 wrong ones came', async () => {
    const code = await codeFor(personBody.email);
    const from = (i: number) => ({ ip: `198.51.100.${Math.floor(i / 5)}` });
    for (let i = 0; i < 45; i++) await verifyEmail(personBody.email, wrongCodeFor(code), from(i));
    for (let i = 0; i < 4; i++) await verifyEmail(personBody.email, wrongCodeFor(code));
    expect((await verifyEmail(personBody.email, code)).status).toBe(200);
  });

  test('from ten IPs kills the code after fifty tries', async () => {
    const code = await codeFor(personBody.email);
    const from = (i: number) => ({ ip: `198.51.100.${Math.floor(i / 5)}` });
    for (let i = 0; i < 50; i++) await verifyEmail(personBody.email, wrongCodeFor(code), from(i));
    expect(await tries()).toBe(50);
    expect((await verifyEmail(personBody.email, code)).status).toBe(401);
  });

  test('by resending is limited to one code a minute and five an hour', async () => {
    await world.reopen();
    await register();
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      world.advance(MINUTE);
      statuses.push((await resendCode(personBody.email)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    world.advance(54 * MINUTE);
    expect((await resendCode(personBody.email)).status).toBe(200);
  });
});

describe('a code whose mail was delayed', () => {
  const sent = () => findMailbox()?.listMessages({ limit: 10 });

  test('is not sent once another code replaced it, which is sent instead', async () => {
    world.advance(MINUTE);
    await resendCode(personBody.email);
    const code = await codeFor(personBody.email);
    await deliverDue();
    expect(await sent()).toMatchObject([{ subject: `${code} es tu código de Resguardo` }]);
  });

  test('is in the text part and in the HTML part of the mail', async () => {
    const code = await codeFor(personBody.email);
    await deliverDue();
    const mail = await lastMail();
    expect(mail?.text).toContain(`Código: ${code}`);
    expect(mail?.html).toContain(code);
  });

  test('is not sent after its ten minutes', async () => {
    world.advance(10 * MINUTE + 1);
    await deliverDue();
    expect(await sent()).toEqual([]);
  });
});
