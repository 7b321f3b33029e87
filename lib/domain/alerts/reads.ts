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
  // Every query selects rows that have a date.
  expiresAt: sql<number>`${documents.expiresAt}`,
  countedFrom: documents.countedFrom,
};

/** SQLite uses the index `documents_expiring` only for a query with exactly this condition. */
const dated = sql`${documents.state} = 'kept' and ${documents.expiresAt} > 0`;

/** SQL form of `lacksDate`. */
const isUndated = sql`${documents.state} = 'kept' and (${documents.countedFrom} in ('uploaded', 'unread')
  or (${documents.expiresAt} is null and ${documents.category} in ${enteredKeys}))`;

/** Lists documents that have expired or will within 30 days, soonest first. */
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

/** SQL form of `isSuperseded`: true for documents in `of` with a newer one in their series. */
export function isHistory(of: SQL): SQL {
  return sql`(${of}.category in ${seriesKeys} and exists (select 1 from documents newer
    where newer.account_id = ${of}.account_id and newer.category = ${of}.category
      and newer.state = 'kept' and newer.expires_at > ${of}.expires_at))`;
}

/** Counts documents that need attention: refused, or by `standingOf` expired, lapsing, undated. */
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

/** Lists the documents of one mail, most urgent first, without those replaced or deleted since. */
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

/** Lists the guarantees of one mail, the next end first, without those that ended since. */
export function listAnnouncedGuarantees(accountId: string, day: string): Promise<IssuedDetail[]> {
  const announced = sql`select guarantee from guarantee_alerts
    where account_id = ${accountId} and mailed_on = ${day}`;
  return findIssued(and(isNull(reported), sql`${number} in (${announced})`), byEnd);
}

/** Lists an account's guarantees that have not ended, partly claimed ones too, for a calendar. */
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

/** Finds the account of an unsubscribe link; null if the link is forged or the account gone. */
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

/** Finds the account of a calendar address; null if it is forged or has ended. */
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
