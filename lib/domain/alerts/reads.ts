import { and, asc, count, eq, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { levelBounds } from '#lib/domain/alerts/rules.ts';
import { categories, categoryKeys, isSeries } from '#lib/domain/documents/rules.ts';
import { findIssued, type IssuedDetail, isOpen } from '#lib/domain/issued-guarantees/reads.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { alertSettings, documentAlerts } from '#lib/platform/db/schema/alerts.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { idOfToken } from '#lib/platform/security/secrets.ts';

const MOST = 1000;
const seriesKeys = categoryKeys.filter(isSeries);
const enteredKeys = categoryKeys.filter((key) => categories[key].lifetime === 'entered');
export const MOST_IN_MAIL = 30;

const shown = {
  id: documents.id,
  category: documents.category,
  customTitle: documents.customTitle,
  fileName: documents.fileName,
  uploadedAt: documents.uploadedAt,
  // The condition of the index: every row has one.
  expiresAt: sql<number>`${documents.expiresAt}`,
  countedFrom: documents.countedFrom,
};

/** Written as the condition of the index `documents_expiring`, so that it is used. */
const dated = sql`${documents.state} = 'kept' and ${documents.expiresAt} > 0`;

/** The same as `lacksDate`. */
const isUndated = sql`${documents.state} = 'kept' and (${documents.countedFrom} in ('uploaded', 'unread')
  or (${documents.expiresAt} is null and ${documents.category} in ${enteredKeys}))`;

/** Documents that expired or will within 30 days, soonest first. */
export async function listExpiring(accountId: string, now: number): Promise<Expiring[]> {
  return listDated(accountId, levelBounds(isoDay(now)).warning);
}

export async function listDated(accountId: string, until?: number) {
  return getDb()
    .read.select(shown)
    .from(documents)
    .where(
      and(
        eq(documents.accountId, accountId),
        dated,
        until === undefined ? undefined : lte(documents.expiresAt, until),
      ),
    )
    .orderBy(asc(documents.expiresAt), asc(documents.id))
    .limit(MOST);
}
export type Expiring = Awaited<ReturnType<typeof listDated>>[number];

/** Is true for documents in `of` that a newer one of their series has replaced (`isOvertaken`). */
export function isHistory(of: SQL): SQL {
  return sql`(${of}.category in ${seriesKeys} and exists (select 1 from documents newer
    where newer.account_id = ${of}.account_id and newer.category = ${of}.category
      and newer.state = 'kept' and newer.expires_at > ${of}.expires_at))`;
}

/** How many need attention, as the panel lists them: refused, or by `standingOf` expired, lapsing or undated. */
export async function countPressing(accountId: string, now: number): Promise<number> {
  const until = levelBounds(isoDay(now)).danger;
  const own = eq(documents.accountId, accountId);
  const lapses = and(dated, lte(documents.expiresAt, until));
  const [row] = await getDb()
    .read.select({
      lapsing: count(),
      refused: sql<number>`(select count(*) from documents r
        where r.account_id = ${accountId} and r.state = 'infected')`,
    })
    .from(documents)
    .where(and(own, or(lapses, isUndated), not(isHistory(sql`documents`))));
  return row ? row.lapsing + row.refused : 0;
}

/** Papers that one mail announces, most urgent first, without those replaced or deleted since. */
export async function listAnnounced(accountId: string, day: string): Promise<Expiring[]> {
  return getDb()
    .read.select(shown)
    .from(documentAlerts)
    .innerJoin(documents, eq(documents.id, documentAlerts.documentId))
    .where(
      and(
        eq(documentAlerts.accountId, accountId),
        eq(documentAlerts.mailedOn, day),
        dated,
        not(isHistory(sql`documents`)),
      ),
    )
    .orderBy(asc(documents.expiresAt), asc(documents.id))
    .limit(MOST);
}

const { reported, validTo, number, email } = issuedGuarantees;
const byEnd = { order: [asc(validTo), asc(number)], limit: MOST };

/** Guarantees that one mail announces, the next end first, without those that ended meanwhile. */
export function listAnnouncedGuarantees(accountId: string, day: string): Promise<IssuedDetail[]> {
  const announced = sql`select guarantee from guarantee_alerts
    where account_id = ${accountId} and mailed_on = ${day}`;
  return findIssued(and(isNull(reported), sql`${number} in (${announced})`), byEnd);
}

/** Every guarantee of an account that has not ended, claimed in part too, for a calendar. */
export function listEndings(accountId: string): Promise<IssuedDetail[]> {
  const own = sql`(select email from accounts
    where id = ${accountId} and email_verified_at is not null)`;
  return findIssued(and(isOpen, eq(email, own)), byEnd);
}

export async function getAlertSettings(accountId: string) {
  const [row] = await getDb()
    .read.select({ mailsOffAt: alertSettings.mailsOffAt, calendarId: alertSettings.calendarId })
    .from(alertSettings)
    .where(eq(alertSettings.accountId, accountId))
    .limit(1);
  return { mails: !row?.mailsOffAt, calendarId: row?.calendarId ?? null };
}

/** Returns whom an unsubscribe link is about. Null: it is not ours, or the account is gone. */
export async function findMailReader(token: string) {
  const id = idOfToken('alert-mails', token);
  if (!id) return null;
  const [row] = await getDb()
    .read.select({ accountId: accounts.id, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, id))
    .limit(1);
  return row ?? null;
}

/** Returns whose calendar a secret address shows. Null: it was never ours, or has ended. */
export async function findCalendarOwner(token: string): Promise<string | null> {
  const calendarId = idOfToken('calendar', token);
  if (!calendarId) return null;
  const [row] = await getDb()
    .read.select({ accountId: alertSettings.accountId })
    .from(alertSettings)
    .where(eq(alertSettings.calendarId, calendarId))
    .limit(1);
  return row?.accountId ?? null;
}
