import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountHandlers } from '#lib/domain/accounts/mail.ts';
import { createWorker } from '#lib/domain/deliveries/worker.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { log } from '#lib/platform/log.ts';
import { forget, singleton } from '#lib/platform/singleton.ts';
import { codeFor, PASSWORD, person } from '#tests/support/accounts.ts';
import {
  completeProfile,
  forgot,
  logIn,
  logOut,
  makeSession,
  otherCode,
  register,
  resend,
  resetPassword,
  resetTokenFor,
  sessionOf,
  verify,
} from '#tests/support/auth-calls.ts';
import { comeBack, goToGoogle } from '#tests/support/google-login.ts';
import { startGoogle } from '#tests/support/providers/google.ts';
import { worldForTest } from '#tests/support/world.ts';

/** As long as Google's, and no part of anything random. */
const SUBJECT = '109876543210123456789';

const google = await startGoogle();
let lines: string[];
const world = worldForTest({ ...google.variables, LOG_LEVEL: 'debug', RATE_LIMITS: 'off' });
beforeEach(() => {
  google.setClock(world.now);
  google.be({ email: person.email, sub: SUBJECT });
  lines = [];
  // The app's own logger, its serializers and all, writing to an array.
  const stream = { write: (line: string) => void lines.push(line) };
  Object.assign(log(), { [pino.symbols.streamSym]: stream });
});
afterEach(() => {
  forget('log');
});

test('the log of a whole life of an account names no person and holds no secret', async () => {
  const secrets: string[] = [PASSWORD, person.email, person.name, '12345678', '12.345.678'];
  const next = 'un farol encendido';
  await register();
  const code = await codeFor(person.email);
  await verify(person.email, otherCode(code));
  await resend(person.email);
  await verify(person.email, code);
  await logIn({ password: 'otra clave larga' });
  await logIn({ email: 'nadie@example.cl' });
  const token = await makeSession();
  await sessionOf(token);
  await completeProfile({ telefono: '+56 9 8765 4321' }, token);
  await completeProfile({ telefono: 'x-canario-x' }, token);
  await forgot(person.email);
  const reset = await resetTokenFor(person.email);
  await resetPassword(`${reset}x`, next);
  await resetPassword(reset, next);
  await logIn({ password: next });
  await logOut(token);
  const way = await goToGoogle();
  await comeBack(way);
  google.fail({ path: '/token', how: 500 });
  const failed = await goToGoogle();
  await comeBack(failed);
  google.recover();
  google.lie({ claims: { nonce: 'x' } });
  await comeBack(await goToGoogle());
  google.recover();
  await createWorker({ handlers: accountHandlers }).drain();
  // Whatever breaks inside is logged with its cause, not with what a person typed.
  await getDb().client.execute('drop table sessions');
  expect((await logIn({ password: next })).status).toBe(500);

  const text = lines.join('');
  expect(lines.length).toBeGreaterThan(20);
  expect(text).toContain('"op":"POST /api/auth/login"');
  expect(text).toContain('"code":"internal"');
  expect(text).toContain('"code":"upstream_failed"');
  secrets.push(
    next,
    code,
    token,
    reset,
    '9 8765 4321',
    '987654321',
    'x-canario-x',
    'otra clave',
    'nadie@',
    '203.0.113.7',
  );
  secrets.push(
    ...Object.values(way.cookies),
    way.query,
    '"sub"',
    SUBJECT,
    google.variables.GOOGLE_CLIENT_SECRET,
  );
  for (const query of [way.query, failed.query]) {
    secrets.push(...new URLSearchParams(query).values());
  }
  for (const secret of secrets) expect(holds(text, secret), `log holds ${secret}`).toBe(false);
  expect(singleton('log', () => null)).toBe(log());
});

/** A short number may stand by chance in a longer one or in a random id: it counts as a word. */
function holds(text: string, secret: string): boolean {
  return /^\d+$/.test(secret) ? text.split(/[^\w.-]+/).includes(secret) : text.includes(secret);
}
