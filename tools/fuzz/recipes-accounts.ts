import { eq } from 'drizzle-orm';
import { codeOf } from '#lib/domain/accounts/rules.ts';
import { resetToken } from '#lib/domain/accounts/view.ts';
import { sendCode } from '#lib/domain/accounts/writes/codes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { emailChanges, oneTimeCodes, passwordResets } from '#lib/platform/db/schema/accounts.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { goToGoogle } from '#tests/support/google-login.ts';
import { api } from '#tools/fuzz/api.ts';
import { newPerson, newSession } from '#tools/fuzz/people.ts';
import type { Recipe } from '#tools/fuzz/recipes.ts';

let count = 0;
const newEmail = () => `nueva-${++count}@ejemplo.cl`;

/** Makes a session that the request may end. */
const spare: Recipe = async ({ owner }) => ({ cookies: await newSession(owner) });

/** Makes an account that the request may change or end. */
const spareAccount: Recipe = async () => ({
  cookies: (await newPerson()).cookies,
  body: { current: PASSWORD, password: PASSWORD },
});

/**
 * Makes an account with a pending change of e-mail. Returns its cookies and the code that was
 * mailed.
 */
export async function codeToNewEmail() {
  const { id: accountId, email: previous, cookies } = await newPerson();
  const row = { accountId, previous, email: newEmail(), endsAt: now() + 3_600_000 };
  const id = await getDb().write(async (tx) => {
    await tx.insert(emailChanges).values(row);
    return sendCode(tx, { accountId, purpose: 'email', now: now() });
  });
  return { cookies, code: codeOf(id) };
}

export const accountRecipes: Record<string, Recipe> = {
  'POST /api/admin/accounts/{id}/access': async () => ({
    path: { id: (await newPerson()).id },
    body: { change: 'sessions' },
  }),
  'POST /api/auth/register': () => ({ body: { email: newEmail(), name: 'Ana', razonSocial: 'A' } }),
  'POST /api/auth/verify': async () => {
    const { id: accountId, email } = await newPerson('natural', { emailVerifiedAt: null });
    await getDb().write((tx) => sendCode(tx, { accountId, purpose: 'verify', now: now() }));
    const [row] = await getDb()
      .read.select()
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.accountId, accountId));
    return { body: { email, code: codeOf(row?.id ?? '') } };
  },
  'POST /api/auth/resend': async () => ({
    body: { email: (await newPerson('natural', { emailVerifiedAt: null })).email },
  }),
  'POST /api/auth/login': ({ owner: { email } }) => ({
    body: { email, password: PASSWORD, profile: 'natural' },
  }),
  'DELETE /api/auth/session': spare,
  'DELETE /api/auth/google': spare,
  'GET /api/auth/google/callback': async ({ google }) => {
    google.be({ sub: `${++count}`.padStart(21, '1'), email: newEmail() });
    const { cookies, query } = await goToGoogle();
    return {
      cookies,
      query: { ...Object.fromEntries(new URLSearchParams(query)), error: undefined },
    };
  },
  'POST /api/auth/forgot-password': ({ owner: { email } }) => ({ body: { email } }),
  'POST /api/auth/reset-password': async () => {
    const { id: accountId } = await newPerson();
    const id = randomId();
    const expiresAt = now() + 60_000;
    await getDb().write((tx) => tx.insert(passwordResets).values({ id, accountId, expiresAt }));
    return { body: { token: resetToken(id) } };
  },
  'POST /api/auth/complete-profile': () => ({ body: {} }),
  'POST /api/auth/change-password': spareAccount,
  'DELETE /api/auth/sessions/{id}': async ({ owner }) => {
    const cookies = await newSession(owner);
    const { data } = await api('GET', '/api/auth/sessions', { cookies });
    const own = data.find(({ thisDevice }: { thisDevice: boolean }) => thisDevice);
    return { path: { id: own.id }, owned: true };
  },
  'POST /api/auth/email': async () => ({
    cookies: (await newPerson()).cookies,
    body: { email: newEmail() },
  }),
  'POST /api/auth/email/confirm': async () => {
    const { cookies, code } = await codeToNewEmail();
    return { cookies, body: { code } };
  },
  'DELETE /api/auth/email': async () => ({ cookies: (await codeToNewEmail()).cookies }),
  'POST /api/auth/sessions/end-others': async ({ owner }) => ({
    cookies: await newSession(owner),
  }),
  'POST /api/account/delete': spareAccount,
};
