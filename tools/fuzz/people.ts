import { getDb } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { companyInvitations, companyMembers } from '#lib/platform/db/schema/companies.ts';
import { cookieNames } from '#lib/platform/operations/cookie-names.ts';
import type { Role } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { randomId, randomToken } from '#lib/platform/security/ids.ts';
import { hashPassword } from '#lib/platform/security/passwords.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { PASSWORD } from '#tests/support/accounts.ts';

export type Person = { id: string; email: string; role: Role; cookies: Record<string, string> };

let hash: Promise<string> | undefined;
let count = 0;

/**
 * Inserts an account with a session. All of them share one password hash, so thousands are cheap.
 */
export async function newPerson(
  role: Role = 'natural',
  row: Partial<typeof accounts.$inferInsert> = {},
): Promise<Person> {
  hash ??= hashPassword(PASSWORD);
  const passwordHash = await hash;
  const person = { id: randomId(), email: `persona-${++count}@ejemplo.cl`, role };
  const at = { emailVerifiedAt: now(), createdAt: now(), updatedAt: now() };
  const names = { name: 'Ana Muñoz', rut: '12345678-5', razonSocial: 'Andes SpA' };
  await getDb().write((tx) =>
    tx.insert(accounts).values({ ...person, ...names, passwordHash, ...at, ...row }),
  );
  return { ...person, cookies: await newSession(person) };
}

/** Makes a company with two owners, one of whom has a session for it, and an invitation. */
export async function newCompany() {
  const [owner, member, other] = [await newPerson(), await newPerson(), await newPerson()];
  const [id, invitation] = [randomId(), randomId()];
  const at = { emailVerifiedAt: now(), createdAt: now(), updatedAt: now() };
  const firm = {
    id,
    role: 'juridica' as const,
    rut: '76543210-3',
    razonSocial: 'Andes SpA',
    ...at,
  };
  const times = { createdAt: now(), endsAt: now() + DAY };
  const waiting = { id: invitation, companyId: id, email: other.email, role: 'reader' as const };
  await getDb().write(async (tx) => {
    await tx.insert(accounts).values(firm);
    await tx.insert(companyMembers).values([
      { companyId: id, personId: owner.id, role: 'owner', joinedAt: now() },
      { companyId: id, personId: member.id, role: 'owner', joinedAt: now() },
    ]);
    await tx.insert(companyInvitations).values({ ...waiting, invitedBy: owner.id, ...times });
  });
  const cookies = await newSession(owner, 0, id);
  return { id, owner, member, other, invitation, cookies };
}

/** Returns the cookie of a new session that was last used `idleMs` ago. */
export async function newSession(
  { id: accountId, role }: Pick<Person, 'id' | 'role'>,
  idleMs = 0,
  companyId: string | null = null,
): Promise<Record<string, string>> {
  const token = randomToken();
  const at = now() - idleMs;
  const row = { agent: 'fuzz', shortIp: '203.0.113.0/24', createdAt: at, seenAt: at };
  const shown = { provedAt: at, strongAt: at };
  await getDb().write((tx) =>
    tx.insert(sessions).values({
      id: randomId(),
      tokenHash: hashToken(token),
      accountId,
      companyId,
      profile: role,
      ...row,
      ...shown,
    }),
  );
  return { [cookieNames.session]: token };
}
