import { expect, test } from 'vitest';
import { DAY } from '#lib/platform/process/durations.ts';
import { getAccount, makeUser, person } from '#tests/support/accounts.ts';
import { sessionOf, tokenOf } from '#tests/support/auth-calls.ts';
import { changeEmail, NEW } from '#tests/support/email-change.ts';
import { googleForTest, logInWithGoogle } from '#tests/support/google-login.ts';
import { broughtBack } from '#tests/support/post-form.ts';

const { google, world } = await googleForTest({ sub: 'sub-of-ana', email: person.email, hd: '' });

test('Google opens the account that it is linked with, although the account’s address has changed', async () => {
  google.be({ sub: 'sub-of-ana', email: 'ana@gmail.com', email_verified: true });
  const cookies = { service_session: tokenOf(await logInWithGoogle()) };
  const { id } = await getAccount('ana@gmail.com');
  await changeEmail(cookies);
  const again = tokenOf(await logInWithGoogle());
  expect(await sessionOf(again)).toMatchObject({ email: NEW });
  expect(await getAccount(NEW)).toMatchObject({ id, googleSub: 'sub-of-ana' });
});

test('Google creates no account for a former address while that change can still be undone', async () => {
  const ana = await makeUser();
  await changeEmail(ana.cookies);
  const refused = await logInWithGoogle();
  expect(broughtBack(refused)).toMatchObject({
    code: 'conflict',
    message: 'Ese correo era de otra cuenta hasta hace unos días. Todavía no se puede usar.',
  });
  expect(tokenOf(refused)).toBe('');
  world.advance(7 * DAY);
  expect(await sessionOf(tokenOf(await logInWithGoogle()))).toMatchObject({ email: person.email });
  expect((await getAccount(person.email)).id).not.toBe(ana.id);
});
