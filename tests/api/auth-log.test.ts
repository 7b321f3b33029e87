import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getDb } from '#lib/platform/db/client.ts';
import { log } from '#lib/platform/process/log.ts';
import { forget } from '#lib/platform/process/singleton.ts';
import { PASSWORD, personBody } from '#tests/support/accounts.ts';
import { logIn, logOut, tokenOf } from '#tests/support/auth-calls.ts';
import { googleForTest, goToGoogle, openCallback } from '#tests/support/google-login.ts';

/** The subject is as long as Google's, and no part of it is random. */
const SUBJECT = '109876543210123456789';

const { google } = await googleForTest({ email: personBody.email, sub: SUBJECT });
let lines: string[];
beforeEach(() => {
  lines = [];
  // The app's own logger, with its serializers, writes to an array.
  log().level = 'debug';
  const stream = { write: (line: string) => void lines.push(line) };
  Object.assign(log(), { [pino.symbols.streamSym]: stream });
});
afterEach(() => {
  forget('log');
});

/** server/canaries tests everything else that happens to an account. */
test('the log of Google logins and internal errors names no person and holds no secret', async () => {
  const way = await goToGoogle();
  const token = tokenOf(await openCallback(way));
  await logOut(token);
  google.fail({ path: '/token', how: 500 });
  const failed = await goToGoogle();
  await openCallback(failed);
  google.recover();
  google.lie({ claims: { nonce: 'x' } });
  await openCallback(await goToGoogle());
  // An internal fault is logged with its cause, but without typed text.
  await getDb().client.execute('drop table accounts');
  expect((await logIn()).status).toBe(500);

  const text = lines.join('');
  expect(lines.length).toBeGreaterThan(10);
  expect(text).toContain('"op":"POST /api/auth/login"');
  expect(text).toContain('"code":"internal"');
  expect(text).toContain('"code":"upstream_failed"');
  const secrets = [
    ...[PASSWORD, personBody.email, personBody.name, '12345678', '12.345.678', '203.0.113.7'],
    ...[SUBJECT, '"sub"', token, google.variables.GOOGLE_CLIENT_SECRET],
    ...[way, failed].flatMap(({ cookies, query }) => [
      ...[...Object.values(cookies), query],
      ...new URLSearchParams(query).values(),
    ]),
  ];
  for (const secret of secrets) expect(holds(text, secret), `log holds ${secret}`).toBe(false);
});

/** Returns whether the text has the secret, a number only as a word: ids may contain it. */
function holds(text: string, secret: string): boolean {
  return /^\d+$/.test(secret) ? text.split(/[^\w.-]+/).includes(secret) : text.includes(secret);
}
