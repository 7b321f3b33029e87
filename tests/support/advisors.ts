import { beforeEach } from 'vitest';
import { createAdmin } from '#lib/domain/accounts/writes/admins.ts';
import { openSession } from '#lib/domain/accounts/writes/open-session.ts';
import { contextOf } from '#lib/http/api/run-operation.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import type { Role } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';
import { getAccount } from '#tests/support/accounts.ts';

export type Advisor = { id: string; email: string; cookies: Record<string, string> };

/** Makes an admin as the command line does, and logs in. */
export async function makeAdvisor(email = 'asesora@resguardo.cl'): Promise<Advisor> {
  await createAdmin(email, now());
  const { id } = await getAccount(email);
  return { id, email, cookies: await newSession(id, 'admin') };
}

/** Makes an advisor for each test of a file, logged in. */
export function advisorForTest(email?: string): Advisor {
  const advisor: Advisor = { id: '', email: '', cookies: {} };
  beforeEach(async () => {
    Object.assign(advisor, await makeAdvisor(email));
  });
  return advisor;
}

/** Opens a session without hashing a password. The session of an admin has a second factor. */
export async function newSession(accountId: string, profile: Role) {
  const ctx = contextOf(new Request('http://advisor.test'));
  const { token } = await getDb().write((tx) =>
    openSession(tx, ctx, {
      account: { id: accountId, suspendedAt: null },
      profile,
      isStrong: true,
    }),
  );
  return { [cookieNames.session]: token };
}
