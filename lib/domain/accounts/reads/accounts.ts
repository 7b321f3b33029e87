import { and, desc, eq, gt, isNotNull, isNull, or, type Placeholder, sql } from 'drizzle-orm';
import {
  type FirstFactor,
  SESSION_ABSOLUTE_MS,
  sessionSlidingMs,
} from '#lib/domain/accounts/rules.ts';
import { company } from '#lib/platform/db/aliases.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { cachedQuery } from '#lib/platform/db/file/cached-query.ts';
import {
  accounts,
  knownBrowsers,
  oneTimeCodes,
  passwordResets,
  sessions,
} from '#lib/platform/db/schema/accounts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type {
  AccountId,
  MemberRole,
  RequestCtx,
  Role,
} from '#lib/platform/operations/operation.ts';
import { hashToken, verifySignedToken } from '#lib/platform/security/secrets.ts';
import { openTicket } from '#lib/platform/security/tickets.ts';

export type Account = typeof accounts.$inferSelect;
export type Person = Account & { email: string };

export type Session = {
  sessionId: string;
  accountId: AccountId;
  email: string;
  /** The account's own role. */
  role: Role;
  /** The role chosen at login. */
  profile: Role;
  /** The company for which the session acts, or null. */
  companyId: AccountId | null;
  /** The person's role in the company. */
  memberRole: MemberRole | null;
  requiresFactor: boolean | null;
  seenAt: number;
  provedAt: number | null;
  strongAt: number | null;
};

const sessionOfToken = cachedQuery((read) =>
  read
    .select({
      sessionId: sessions.id,
      accountId: sessions.accountId,
      email: accounts.email,
      role: accounts.role,
      profile: sessions.profile,
      companyId: sessions.companyId,
      memberRole: companyMembers.role,
      requiresFactor: company.requiresFactor,
      seenAt: sessions.seenAt,
      provedAt: sessions.provedAt,
      strongAt: sessions.strongAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .leftJoin(
      companyMembers,
      and(
        eq(companyMembers.companyId, sessions.companyId),
        eq(companyMembers.personId, sessions.accountId),
      ),
    )
    .leftJoin(company, eq(company.id, companyMembers.companyId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        isNull(accounts.suspendedAt),
        or(isNull(sessions.companyId), and(isNotNull(company.id), isNull(company.suspendedAt))),
        ...seenSince(sql.placeholder('seen'), sql.placeholder('created')),
      ),
    )
    .limit(1)
    .prepare(),
);

/** Returns the id of this browser if the account was opened in it before, or null. */
export async function findKnownBrowser(
  { browser }: Pick<RequestCtx, 'browser'>,
  accountId: string,
): Promise<string | null> {
  const browserCondition = and(
    eq(knownBrowsers.accountId, accountId),
    eq(knownBrowsers.tokenHash, hashToken(browser.get('knownBrowser') ?? '')),
  );
  const [row] = await getDb().read.select().from(knownBrowsers).where(browserCondition);
  return row?.id ?? null;
}

/**
 * Finds the session of a token, if it was used within `SESSION_DAYS` and opened within 30 days. A
 * session of a suspended account or company is not found.
 */
export async function findSession(token: string | undefined, now: number): Promise<Session | null> {
  if (!token || token.length > 100) return null;
  const [seenAfter, createdAfter] = earliestLiveTimes(now);
  const [row] = await sessionOfToken().all({
    tokenHash: hashToken(token),
    seen: seenAfter,
    created: createdAfter,
  });
  if (!row?.email) return null;
  // No other line makes an `AccountId`, so every such id comes from an open session.
  const [accountId, companyId] = [row.accountId as AccountId, row.companyId as AccountId | null];
  return { ...row, email: row.email, accountId, companyId };
}

export async function listSessions(accountId: string, now: number) {
  return getDb()
    .read.select({
      id: sessions.id,
      agent: sessions.agent,
      place: sessions.shortIp,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), ...seenSince(...earliestLiveTimes(now))))
    .orderBy(desc(sessions.seenAt))
    .limit(100);
}

export async function findAccount(id: string, db: ReadDb | Tx = getDb().read) {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id)).limit(1);
  return row ?? null;
}

/** Returns the account of a person or a company. Throws `no_session` if it has been deleted. */
export async function getAccount(id: AccountId, db: ReadDb | Tx = getDb().read): Promise<Account> {
  const account = await findAccount(id, db);
  if (!account) throw new AppError('no_session');
  return account;
}

export async function findPerson(id: string, db?: ReadDb | Tx): Promise<Person | null> {
  const account = await findAccount(id, db);
  return account && isPerson(account) ? account : null;
}

/** Returns the row of a person. Throws `no_session` if the account has been deleted. */
export async function getPerson(id: AccountId, db?: ReadDb | Tx): Promise<Person> {
  const person = await findPerson(id, db);
  if (!person) throw new AppError('no_session');
  return person;
}

export function isPerson(account: Account): account is Person {
  return account.email !== null;
}

export async function findAccountByEmail(
  email: string,
  db: ReadDb | Tx = getDb().read,
): Promise<Person | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.email, email)).limit(1);
  return row && isPerson(row) ? row : null;
}

/** Whether the account has a second factor. A login by password or Google then requires it. */
export async function hasFactor(accountId: string, db: ReadDb | Tx = getDb().read) {
  const rows = await db.all(sql`
    select 1 from totp_secrets where account_id = ${accountId} union all
    select 1 from passkeys where account_id = ${accountId} limit 1`);
  return rows.length > 0;
}

/** Finds the login that a ticket continues, or null if it expired or the credentials changed. */
export async function findPendingLogin(ticket: string | undefined, now: number) {
  const [id, accountId, profile, factor, seal] = openTicket('second-step', ticket, now) ?? [];
  const account = accountId ? await findPerson(accountId) : null;
  if (!id || !account || seal !== credentialsFingerprint(account)) return null;
  // The ticket is signed, so these values are the ones that `continueLogin` wrote.
  return { id, account, profile: profile as Role, factor: factor as FirstFactor };
}

/** Fingerprint of the credentials. Tickets contain it, so changed credentials end them. */
export function credentialsFingerprint({ email, passwordHash, googleSub, role }: Account): string {
  return hashToken(`${email} ${passwordHash} ${googleSub} ${role}`).slice(0, 22);
}

/**
 * Finds the account of a mailed link to reset the password. Returns null if the link was used,
 * expired or is forged.
 */
export async function findOpenReset(
  token: string | undefined,
  now: number,
  db: ReadDb | Tx = getDb().read,
) {
  const id = verifySignedToken('password-reset', token);
  if (!id) return null;
  const [row] = await db
    .select({ accountId: accounts.id, email: sql<string>`${accounts.email}` })
    .from(passwordResets)
    .innerJoin(accounts, eq(accounts.id, passwordResets.accountId))
    .where(and(eq(passwordResets.id, id), gt(passwordResets.expiresAt, now)))
    .limit(1);
  return row ?? null;
}

/** Returns whether a code still works: it was neither replaced nor used, and has not expired. */
export async function isLiveCode(codeId: string, now: number): Promise<boolean> {
  const [row] = await getDb()
    .read.select({ id: oneTimeCodes.id })
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.id, codeId), gt(oneTimeCodes.expiresAt, now)))
    .limit(1);
  return row !== undefined;
}

/** Returns the earliest times (ms) at which a live session may have been used last and opened. */
export function earliestLiveTimes(now: number): [seen: number, created: number] {
  return [now - sessionSlidingMs(), now - SESSION_ABSOLUTE_MS];
}

function seenSince(seenAfter: number | Placeholder, createdAfter: number | Placeholder) {
  return [gt(sessions.seenAt, seenAfter), gt(sessions.createdAt, createdAfter)];
}

export async function findAccountIdByGoogleSub(sub: string, tx: Tx): Promise<string | null> {
  const googleCondition = eq(accounts.googleSub, sub);
  const [row] = await tx.select({ id: accounts.id }).from(accounts).where(googleCondition).limit(1);
  return row?.id ?? null;
}

/**
 * Finds the browser that a mailed "No fui yo" link is about. Returns null once all access to the
 * account was ended.
 */
export async function findReportedBrowser(token: string, db: ReadDb | Tx = getDb().read) {
  const id = verifySignedToken('not-me', token);
  if (!id) return null;
  const [row] = await db
    .select({ accountId: accounts.id, role: accounts.role, since: knownBrowsers.createdAt })
    .from(knownBrowsers)
    .innerJoin(accounts, eq(accounts.id, knownBrowsers.accountId))
    .where(eq(knownBrowsers.id, id))
    .limit(1);
  return row ?? null;
}
