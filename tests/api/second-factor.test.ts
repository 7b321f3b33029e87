import { beforeEach, expect, test } from 'vitest';
import { readFactors } from '#lib/domain/factors/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sessions } from '#lib/platform/db/schema/accounts.ts';
import { recoveryCodes } from '#lib/platform/db/schema/factors.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { makeAccount, PASSWORD, personBody } from '#tests/support/accounts.ts';
import {
  auditTrailOf,
  logIn,
  queuedMails,
  readSession,
  requestPasswordReset,
  resetPassword,
  resetTokenFor,
  tokenOf,
} from '#tests/support/auth-calls.ts';
import {
  addFactors,
  cookiesOf,
  RECOVERY_CODE,
  sendSecondFactor,
  TOTP_SECRET,
  totpCode,
} from '#tests/support/factors.ts';
import { postForm, redirectOf } from '#tests/support/post-form.ts';
import { START, worldForTest } from '#tests/support/world.ts';

const world = worldForTest();
let id: string;
beforeEach(async () => {
  ({ id } = await makeAccount());
  await addFactors(id);
});

/** Returns the cookies of a login whose first step is done. */
const firstStep = async (body = {}) => cookiesOf(await logIn(body));

test('a password alone gives a ticket and no session; a code then opens the session, and only once', async () => {
  const half = await logIn();
  expect(half.status).toBe(401);
  expect(await half.json()).toMatchObject({ error: 'second_factor_required' });
  expect(tokenOf(half)).toBe('');
  expect(half.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^segundo_paso=[^;]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const ticket = cookiesOf(half);
  const opened = await sendSecondFactor(totpCode(), ticket);
  expect(await opened.json()).toEqual({
    success: true,
    data: { email: personBody.email, role: 'natural' },
  });
  expect(await readSession(tokenOf(opened))).toMatchObject({ authenticated: true });
  expect(await auditTrailOf(id)).toContain('session.opened');
  // The ticket was used, and the code as well, even with a new ticket.
  expect((await sendSecondFactor(totpCode(TOTP_SECRET, 1), ticket)).status).toBe(401);
  expect(await (await sendSecondFactor(totpCode(), await firstStep())).json()).toMatchObject({
    error: 'invalid_code',
  });
  expect((await sendSecondFactor(totpCode(), {})).status).toBe(401);
});

test.each([-2, -1, 1, 2])(
  'a code from a clock that is wrong by %i half minutes is accepted',
  async (steps) => {
    expect((await sendSecondFactor(totpCode(TOTP_SECRET, steps), await firstStep())).status).toBe(
      200,
    );
  },
);

test('a code from a clock wrong by three half minutes is refused, and so is one older than the last one used', async () => {
  for (const steps of [-3, 3]) {
    expect((await sendSecondFactor(totpCode(TOTP_SECRET, steps), await firstStep())).status).toBe(
      401,
    );
  }
  expect((await sendSecondFactor(totpCode(TOTP_SECRET, 1), await firstStep())).status).toBe(200);
  expect((await sendSecondFactor(totpCode(), await firstStep())).status).toBe(401);
});

test('the same code sent twice at once opens one session, and so do two codes with one ticket', async () => {
  const statuses = async (code: string, tickets: Record<string, string>[]) =>
    (await Promise.all(tickets.map((each) => sendSecondFactor(code, each))))
      .map(({ status }) => status)
      .sort();
  const tickets = [await firstStep(), await firstStep()];
  expect(await statuses(totpCode(), tickets)).toEqual([200, 401]);
  expect(await statuses(RECOVERY_CODE, [await firstStep(), await firstStep()])).toEqual([200, 401]);
  const one = await firstStep();
  const both = await Promise.all([
    sendSecondFactor(totpCode(TOTP_SECRET, 1), one),
    sendSecondFactor(totpCode(TOTP_SECRET, 2), one),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('a recovery code works once, in any spelling, and its use is mailed to the owner', async () => {
  const typed = ` ${RECOVERY_CODE.toLowerCase().replaceAll('-', ' ')} `;
  expect((await sendSecondFactor(typed, await firstStep())).status).toBe(200);
  expect((await sendSecondFactor(RECOVERY_CODE, await firstStep())).status).toBe(401);
  expect(await auditTrailOf(id)).toContain('factor.recovery-used');
  expect((await queuedMails()).map(({ kind }) => kind)).toContain('account.factors-mail');
  const [row] = await getDb().read.select().from(recoveryCodes);
  expect(row?.usedAt).toBe(START);
  expect((await readFactors(id)).recoveryLeft).toBe(0);
});

test('a login with a second factor ends the session that the browser had before', async () => {
  const before = cookiesOf(await sendSecondFactor(totpCode(), await firstStep()));
  world.advance(MINUTE);
  const step = { ...before, ...(await firstStep()) };
  expect((await sendSecondFactor(totpCode(), step)).status).toBe(200);
  expect(await getDb().read.$count(sessions)).toBe(1);
});

test('after five tries with a ticket, or ten of an account, even the right code is refused for a while', async () => {
  const first = await firstStep();
  for (let i = 0; i < 5; i++) expect((await sendSecondFactor('000000', first)).status).toBe(401);
  expect((await sendSecondFactor(totpCode(), first)).status).toBe(429);
  const second = await firstStep();
  for (let i = 0; i < 5; i++) await sendSecondFactor('000000', second);
  expect((await sendSecondFactor(totpCode(), await firstStep())).status).toBe(429);
  world.advance(16 * MINUTE);
  expect((await sendSecondFactor(totpCode(), await firstStep())).status).toBe(200);
});

/** Sends five wrong codes from a place, with the right password, and returns the statuses. */
async function guessFrom(address: string, cookies: Record<string, string> = {}) {
  const ticket = { ...cookies, ...cookiesOf(await logIn({}, { ip: address })) };
  const replies = [];
  for (let i = 0; i < 5; i++)
    replies.push(await sendSecondFactor('000000', ticket, { ip: address }));
  return replies.map(({ status }) => status);
}

test('a stranger who knows the password is locked out by address, and the owner can still log in', async () => {
  for (let i = 0; i < 2; i++) await guessFrom('198.51.100.7');
  expect(new Set(await guessFrom('198.51.100.7'))).toEqual(new Set([429]));
  expect((await sendSecondFactor(totpCode(), await firstStep())).status).toBe(200);
});

test('wrong codes from all addresses end at 200 a day, and a browser that logged in before has its own limit', async () => {
  const home = cookiesOf(await sendSecondFactor(totpCode(), await firstStep()));
  expect(home.navegador).toBeTruthy();
  world.advance(16 * MINUTE);
  for (let place = 0; place < 40; place++) await guessFrom(`203.0.113.${place}`);
  expect((await guessFrom('203.0.113.99'))[4]).toBe(429);
  expect((await sendSecondFactor(totpCode(), await firstStep())).status).toBe(429);
  const browser = { navegador: home.navegador ?? '' };
  expect((await sendSecondFactor(totpCode(), { ...browser, ...(await firstStep()) })).status).toBe(
    200,
  );
  // A known browser has as few tries of its own as an address.
  for (let i = 0; i < 2; i++) await guessFrom('198.51.100.7', browser);
  expect((await guessFrom('198.51.100.7', browser))[0]).toBe(429);
});

test('a ticket ends after five minutes and with a new password, and is worthless for another account', async () => {
  const old = await firstStep();
  world.advance(5 * MINUTE);
  expect((await sendSecondFactor(totpCode(), old)).status).toBe(401);
  const live = await firstStep();
  const other = await makeAccount({ email: 'otra@example.cl', rut: '11.111.111-1' });
  const forged = live.segundo_paso?.replace(id, other.id);
  expect(forged).not.toBe(live.segundo_paso);
  expect((await sendSecondFactor(totpCode(), { segundo_paso: forged ?? '' })).status).toBe(401);
  const held = await firstStep();
  await requestPasswordReset(personBody.email);
  await resetPassword(await resetTokenFor(personBody.email), 'un farol encendido');
  expect((await sendSecondFactor(totpCode(), held)).status).toBe(401);
  // The reset removed no factor, so the new password is not enough to log in.
  expect((await logIn({ password: 'un farol encendido' })).status).toBe(401);
  const again = await firstStep({ password: 'un farol encendido' });
  expect((await sendSecondFactor(totpCode(), again)).status).toBe(200);
});

test('the page for the second step works without JavaScript and leads on to the page first asked for', async () => {
  const next = '/panel/documentos';
  const form = { email: personBody.email, password: PASSWORD, next };
  const half = await postForm('/login/entrar', { form });
  expect(redirectOf(half)).toBe('/login/segundo-paso?next=%2Fpanel%2Fdocumentos');
  const cookies = cookiesOf(half);
  const wrong = await postForm('/login/segundo-paso/entrar', {
    form: { code: '123', next },
    cookies,
  });
  expect(redirectOf(wrong)).toBe('/login/segundo-paso?error=invalid_code');
  const right = await postForm('/login/segundo-paso/entrar', {
    form: { code: totpCode(), next },
    cookies,
  });
  expect(redirectOf(right)).toBe(next);
  expect(tokenOf(right)).not.toBe('');
});
