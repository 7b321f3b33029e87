import { eq } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { passkeys } from '#lib/platform/db/schema/factors.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { logIn } from '#tests/support/auth-calls.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import {
  addFactors,
  cookiesOf,
  RECOVERY_CODE,
  startTotpSetup,
  totpCode,
} from '#tests/support/factors.ts';
import { addPasskey, startPasskeyCreation, startPasskeyLogin } from '#tests/support/passkeys.ts';
import { newPerson } from '#tools/fuzz/people.ts';
import type { Recipe } from '#tools/fuzz/recipes.ts';

/** Returns the cookies of a person who must still give a second factor. */
export async function halfIn(): Promise<Record<string, string>> {
  const { id, email } = await newPerson();
  await addFactors(id);
  return cookiesOf(await logIn({ email }));
}

/** Makes a person who sets up an authenticator app and has not entered a code yet. */
export async function settingUp() {
  const { cookies } = await newPerson();
  const { data } = await (await startTotpSetup(cookies)).json();
  return { cookies, body: { setup: String(data.setup), code: totpCode(data.secret) } };
}

/** Makes a person with second factors, which may be changed. */
export async function withFactors() {
  const { id, cookies } = await newPerson();
  await addFactors(id);
  return { id, cookies };
}

export async function withPasskey() {
  const { id: owner, cookies } = await newPerson();
  const device = createAuthenticator();
  await addPasskey(device, cookies);
  const [row] = await getDb().read.select().from(passkeys).where(eq(passkeys.accountId, owner));
  return { cookies, device, id: row?.id ?? '' };
}

export async function newPasskey() {
  const { challenge, cookies } = await startPasskeyCreation((await newPerson()).cookies);
  return { cookies, body: { credential: createAuthenticator().create(challenge) } };
}

export const factorRecipes: Record<string, Recipe> = {
  'POST /api/auth/second-factor': async () => ({
    cookies: await halfIn(),
    body: { code: RECOVERY_CODE, credential: undefined },
  }),
  'POST /api/auth/passkey': async () => {
    const { challenge, cookies } = await startPasskeyLogin();
    return { cookies, body: { credential: (await withPasskey()).device.show(challenge) } };
  },
  'POST /api/auth/passkeys/options': async () => ({ cookies: (await newPerson()).cookies }),
  'POST /api/auth/passkeys': newPasskey,
  'POST /api/auth/proof': () => ({
    body: { password: PASSWORD, code: undefined, credential: undefined, mailCode: undefined },
  }),
  'POST /api/auth/proof/mail': async () => {
    const { cookies } = await newPerson('natural', { passwordHash: null, googleSub: randomId() });
    return { cookies };
  },
  'POST /api/auth/totp': async () => ({ cookies: (await newPerson()).cookies }),
  'POST /api/auth/totp/confirm': settingUp,
};
