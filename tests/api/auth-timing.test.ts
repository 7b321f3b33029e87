import { beforeEach, test } from 'vitest';
import { forget } from '#lib/platform/process/singleton.ts';
import { makeAccount, personBody } from '#tests/support/accounts.ts';
import { logIn, requestPasswordReset } from '#tests/support/auth-calls.ts';
import { expectSimilarTimes } from '#tests/support/timing.ts';
import { worldForTest } from '#tests/support/world.ts';

forget('hash-pool');
const nobody = 'nadie@constructora.cl';
worldForTest({ RATE_LIMITS: 'off' });
beforeEach(async () => {
  await makeAccount();
});

test('a login takes as long for an unknown e-mail as for a wrong password', async () => {
  const password = 'otra clave larga';
  await expectSimilarTimes('login, wrong password and unknown e-mail', [
    async () => (await logIn({ password })).text(),
    async () => (await logIn({ email: nobody, password })).text(),
  ]);
});

test('requesting a reset link takes as long for an unknown e-mail as for a known one', async () => {
  await expectSimilarTimes('forgot-password, known and unknown e-mail', [
    async () => (await requestPasswordReset(personBody.email)).text(),
    async () => (await requestPasswordReset(nobody)).text(),
  ]);
});
