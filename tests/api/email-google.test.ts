import { expect, test } from 'vitest';
import { DAY } from '#lib/platform/process/durations.ts';
import { getAccount, makeUser, personBody } from '#tests/support/accounts.ts';
import { readSession, tokenOf } from '#tests/support/auth-calls.ts';
import { changeEmail, NEW_EMAIL } from '#tests/support/email-change.ts';
import { googleForTest, logInWithGoogle } from '#tests/support/google-login.ts';
import { valuesKeptAfterRefusal } from '#tests/support/post-form.ts';

const { google, world } = await googleForTest({
  sub: 'sub-of-ana',
  email: personBody.email,
  hd: '',
});

test('Google opens the account that it is linked with, although the account’s address has changed', async () => {
  google.be({ sub: 'sub-of-ana', email: 'ana@gmail.com', email_verified: true });
  const cookies = { service_session: tokenOf(await logInWithGoogle()) };
  const { id } = await getAccount('ana@gmail.com');
  await changeEmail(cookies);
  const again = tokenOf(await logInWithGoogle());
  expect(await readSession(again)).toMatchObject({ email: NEW_EMAIL });
  expect(await getAccount(NEW_EMAIL)).toMatchObject({ id, googleSub: 'sub-of-ana' });
});

test('Google creates no account for a former address while that change can still be undone', async () => {
  const ana = await makeUser();
  await changeEmail(ana.cookies);
  const refused = await logInWithGoogle();
  expect(valuesKeptAfterRefusal(refused)).toMatchObject({
    code: 'conflict',
    message: 'Ese correo era de otra cuenta hasta hace unos días. Todavía no se puede usar.',
  });
  expect(tokenOf(refused)).toBe('');
  world.advance(7 * DAY);
  expect(await readSession(tokenOf(await logInWithGoogle()))).toMatchObject({
    email: personBody.email,
  });
  expect((await getAccount(personBody.email)).id).not.toBe(ana.id);
});
