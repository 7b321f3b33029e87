import { and, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm';
import { findVerifiedAccountId } from '#lib/domain/accounts/reads/holders.ts';
import { loginWindow } from '#lib/domain/accounts/rules.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts, emailChanges } from '#lib/platform/db/schema/accounts.ts';
import { countedEmail } from '#lib/platform/mail/email-address.ts';
import { listLocks } from '#lib/platform/security/limit-locks.ts';
import { verifySignedToken } from '#lib/platform/security/secrets.ts';

export type EmailChange = typeof emailChanges.$inferSelect;

/**
 * SQL condition for a change of the account's e-mail that was not confirmed. It also finds one that
 * has expired.
 */
export const pendingChangeCondition = (accountId: string) =>
  and(eq(emailChanges.accountId, accountId), isNull(emailChanges.changedAt));

/** Finds the change of e-mail that can still be confirmed by its code, or null. */
export async function findPendingChange(
  accountId: string,
  now: number,
  db: ReadDb | Tx = getDb().read,
): Promise<EmailChange | null> {
  const liveCondition = and(pendingChangeCondition(accountId), gt(emailChanges.endsAt, now));
  const [row] = await db.select().from(emailChanges).where(liveCondition).limit(1);
  return row ?? null;
}

const undoableCondition = (now: number) =>
  and(
    isNotNull(emailChanges.changedAt),
    isNull(emailChanges.undoneAt),
    gt(emailChanges.endsAt, now),
  );

/**
 * Finds the change of e-mail that a mailed link may undo. Returns null if the change was undone or
 * is too old. Returns null for an admin too, because access to a mailbox must not be enough to take
 * over an admin's account.
 */
export async function findUndoableChange(
  token: string,
  now: number,
  db: ReadDb | Tx = getDb().read,
): Promise<EmailChange | null> {
  const id = Number(verifySignedToken('email-undo', token));
  if (!id) return null;
  const [row] = await db
    .select({ change: emailChanges })
    .from(emailChanges)
    .innerJoin(accounts, eq(accounts.id, emailChanges.accountId))
    .where(and(eq(emailChanges.id, id), undoableCondition(now), ne(accounts.role, 'admin')))
    .limit(1);
  return row?.change ?? null;
}

/** Lists the former e-mails that the account may still take back. */
export async function listPreviousEmails(
  accountId: string,
  now: number,
  db: ReadDb | Tx = getDb().read,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ previous: emailChanges.previous })
    .from(emailChanges)
    .where(and(eq(emailChanges.accountId, accountId), undoableCondition(now)));
  return rows.map(({ previous }) => previous);
}

/**
 * Returns whether another account than `ownId` had this e-mail before and may still take it back.
 */
export async function isReservedForPreviousOwner(
  email: string,
  now: number,
  db: ReadDb | Tx,
  ownId = '',
): Promise<boolean> {
  const previousOwnerCondition = and(
    eq(emailChanges.previous, email),
    ne(emailChanges.accountId, ownId),
  );
  return (await db.$count(emailChanges, and(previousOwnerCondition, undoableCondition(now)))) > 0;
}

/**
 * Returns whether this account may use the e-mail. A registration that was never verified does not
 * reserve its e-mail.
 */
export async function isEmailFree(
  email: string,
  { accountId, now }: { accountId: string; now: number },
  db: ReadDb | Tx = getDb().read,
): Promise<boolean> {
  return (
    (await findVerifiedAccountId(email, db)) === null &&
    !(await isReservedForPreviousOwner(email, now, db, accountId))
  );
}

/**
 * Returns the time (ms) until which wrong passwords lock the login of an e-mail for at least one
 * IP, or null.
 */
export async function findLoginLock(email: string, now: number): Promise<number | null> {
  return (await findLoginLocks([email], now))(email);
}

/** Does what `findLoginLock` does, for several e-mails with one query. */
export async function findLoginLocks(emails: readonly string[], now: number) {
  const keyOf = (email: string) => countedEmail(email) ?? '';
  const locks = await listLocks(loginWindow, [...new Set(emails.map(keyOf))], now);
  return (email: string) => locks.get(keyOf(email)) ?? null;
}
