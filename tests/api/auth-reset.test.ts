import { beforeEach, describe, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { passwordResets } from '#lib/platform/db/schema/accounts.ts';
import { HOUR, MINUTE } from '#lib/platform/process/durations.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';
import { getAccount, makeAccount, PASSWORD, personBody, signIn } from '#tests/support/accounts.ts';
import {
  auditTrailOf,
  logIn,
  makeSession,
  queuedMails,
  readSession,
  refusalBodyOf,
  refusalWith,
  register,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
} from '#tests/support/auth-calls.ts';
import { api } from '#tests/support/call.ts';
import { worldForTest } from '#tests/support/world.ts';

const next = 'un farol encendido';
const world = worldForTest();
beforeEach(async () => {
  await makeAccount();
});

const resets = async () =>
  (await queuedMails()).filter(({ kind }) => kind === 'account.reset-mail').length;

describe('requesting a link for a new password', () => {
  test('is answered the same for a known, an unknown and an unverified e-mail, also over the limit', async () => {
    await register({ email: 'nueva@example.cl' });
    const answers: string[] = [];
    for (const email of [personBody.email, 'nadie@example.cl', 'nueva@example.cl']) {
      for (let i = 0; i < 5; i++) {
        const response = await requestPasswordReset(email);
        const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
        answers.push(JSON.stringify([response.status, headers, await response.text()]));
      }
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^\[200,/);
    expect(await resets()).toBe(6);
  });

  test('for an unverified e-mail mails a link that verifies it, also after a stranger registered it again', async () => {
    await register({ email: 'nueva@example.cl' });
    await requestPasswordReset('nueva@example.cl');
    const token = await resetTokenFor('nueva@example.cl');
    // A stranger who registers the address again before does not become the link's owner.
    await register({ email: 'nueva@example.cl', password: 'la clave de otro' });
    expect((await resetPassword(token, next)).status).toBe(200);
    expect((await logIn({ email: 'nueva@example.cl', password: next })).status).toBe(200);
    const other = await logIn({ email: 'nueva@example.cl', password: 'la clave de otro' });
    expect(other.status).toBe(401);
  });

  test('is limited to three an hour per e-mail and IP, whatever the letter case', async () => {
    for (const email of [personBody.email, 'ANA@constructora.cl', 'Ana@Constructora.cl']) {
      await requestPasswordReset(email);
    }
    await requestPasswordReset(personBody.email);
    expect(await resets()).toBe(3);
    world.advance(HOUR);
    await requestPasswordReset(personBody.email);
    expect(await resets()).toBe(4);
  });

  test('works for the owner although strangers request many, until thirty mails; then one in ten minutes', async () => {
    for (let i = 0; i < 8; i++)
      await requestPasswordReset(personBody.email, { ip: '198.51.100.7' });
    await requestPasswordReset(personBody.email);
    expect(await resets()).toBe(4);
    for (let i = 0; i < 90; i++) {
      await requestPasswordReset(personBody.email, {
        ip: `198.51.100.${10 + Math.floor(i / 3)}`,
      });
    }
    // Thirty mails are sent at once, and then one in ten minutes.
    expect(await resets()).toBe(31);
    world.advance(10 * MINUTE - 1);
    await requestPasswordReset(personBody.email);
    expect(await resets()).toBe(31);
    world.advance(1);
    const all = [1, 2, 3].map((n) =>
      requestPasswordReset(personBody.email, { ip: `198.51.100.20${n}` }),
    );
    await Promise.all(all);
    expect(await resets()).toBe(32);
  });
});

describe('a link for a new password', () => {
  test('works once, also when it is used eight times at the same time', async () => {
    await requestPasswordReset(personBody.email);
    const token = await resetTokenFor(personBody.email);
    const all = await Promise.all(Array.from({ length: 8 }, () => resetPassword(token, next)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(await refusalBodyOf(await resetPassword(token, 'otro farol'))).toEqual(
      refusalWith(400, 'invalid_token'),
    );
    const { id } = await getAccount(personBody.email);
    expect((await auditTrailOf(id)).filter((action) => action === 'password.reset')).toHaveLength(
      1,
    );
  });

  test('works for an hour', async () => {
    await requestPasswordReset(personBody.email);
    const token = await resetTokenFor(personBody.email);
    world.advance(59 * MINUTE);
    await requestPasswordReset(personBody.email);
    const later = await resetTokenFor(personBody.email);
    world.advance(2 * MINUTE);
    expect((await resetPassword(token, next)).status).toBe(400);
    expect((await resetPassword(later, next)).status).toBe(200);
  });

  test('stops working when another link of the account is used', async () => {
    await requestPasswordReset(personBody.email);
    const first = await resetTokenFor(personBody.email);
    await requestPasswordReset(personBody.email);
    await resetPassword(await resetTokenFor(personBody.email), next);
    expect((await resetPassword(first, 'otro farol')).status).toBe(400);
  });

  test('stops working when the password is changed by somebody who knows it', async () => {
    await requestPasswordReset(personBody.email);
    const token = await resetTokenFor(personBody.email);
    const changed = await api('/api/auth/change-password', {
      json: { current: PASSWORD, password: next },
      cookies: await signIn(),
    });
    expect(changed.status).toBe(200);
    expect((await resetPassword(token, 'otro farol')).status).toBe(400);
    expect((await logIn({ password: next })).status).toBe(200);
  });

  test('changes the password of its own account only', async () => {
    await makeAccount({ email: 'otra@example.cl' });
    await requestPasswordReset('otra@example.cl');
    const session = await makeSession();
    await resetPassword(await resetTokenFor('otra@example.cl'), next);
    expect(await readSession(session)).toMatchObject({ email: personBody.email });
    expect((await logIn()).status).toBe(200);
    expect((await logIn({ email: 'otra@example.cl', password: next })).status).toBe(200);
  });

  test('is refused if it was altered, guessed or signed for something else', async () => {
    await requestPasswordReset(personBody.email);
    const token = await resetTokenFor(personBody.email);
    const [row] = await getDb().read.select().from(passwordResets);
    const id = row?.id ?? '';
    const flip = (text: string) => (text.endsWith('A') ? 'B' : 'A');
    for (const forged of [
      'x',
      id,
      `${id}.`,
      `.${token.split('.')[1]}`,
      `${token.slice(0, -2)}${flip(token.slice(0, -1))}${token.at(-1)}`,
      `${token.startsWith('B') ? 'C' : 'B'}${token.slice(1)}`,
      `${token}.`,
      signedToken('resume', id),
      signedToken('oauth', id),
      signedToken('password-reset', 'A'.repeat(22)),
    ]) {
      expect(await refusalBodyOf(await resetPassword(forged, next)), forged).toEqual(
        refusalWith(400, 'invalid_token'),
      );
    }
    expect((await resetPassword('x'.repeat(5000), next)).status).toBe(400);
    expect((await logIn()).status).toBe(200);
  });

  test('still works after a password that was refused', async () => {
    await requestPasswordReset(personBody.email);
    const token = await resetTokenFor(personBody.email);
    for (const bad of ['corta', 'x'.repeat(129), 'password1', 'clave\0secreta']) {
      const response = await resetPassword(token, bad);
      expect(Object.keys((await response.json()).fields)).toEqual(['password']);
    }
    expect((await resetPassword(token, next)).status).toBe(200);
    expect((await queuedMails()).at(-1)?.kind).toBe('account.password-changed-mail');
  });
});
