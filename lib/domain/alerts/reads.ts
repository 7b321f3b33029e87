import {
  and,
  asc,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { findPerson } from '#lib/domain/accounts/reads/accounts.ts';
import { levelBounds } from '#lib/domain/alerts/rules.ts';
import { otherRutColumn } from '#lib/domain/documents/other-rut.ts';
import { categories, categoryKeys, isSeries } from '#lib/domain/documents/rules.ts';
import {
  type IssuedDetail,
  listGuaranteesWhere,
  openCondition,
} from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { alertSettings, documentAlerts, guaranteeAlerts } from '#lib/platform/db/schema/alerts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { verifySignedToken } from '#lib/platform/security/secrets.ts';

const MAX_DOCUMENTS = 1000;
const seriesKeys = categoryKeys.filter(isSeries);
/** Categories of which one valid document is enough. */
const singleDocumentKeys = categoryKeys.filter(
  (key) => categories[key].isRequired && !isSeries(key),
);
const enteredDateKeys = categoryKeys.filter((key) => categories[key].lifetime === 'entered');
export const MAX_IN_MAIL = 30;

const documentColumns = {
  id: documents.id,
  category: documents.category,
  customTitle: documents.customTitle,
  fileName: documents.fileName,
  uploadedAt: documents.uploadedAt,
  // Not null, because every query here selects only documents with a date.
  expiresAt: sql<number>`${documents.expiresAt}`,
  countedFrom: documents.countedFrom,
};

/** SQL for documents that expire. SQLite uses the index `documents_expiring` only for this text. */
const datedCondition = sql`${documents.state} = 'kept' and ${documents.expiresAt} > 0`;

/** SQL for documents that state the RUT of somebody else. Nobody is notified of their expiry. */
const ofAnotherRutCondition = sql`${otherRutColumn(sql`documents`)} is not null`;

/** SQL form of `lacksDate`. */
const undatedCondition = sql`${documents.state} = 'kept' and (${documents.countedFrom} in ('uploaded', 'unread')
  or (${documents.expiresAt} is null and ${documents.category} in ${enteredDateKeys}))`;

/** Lists documents that have expired or will within 30 days, soonest first. */
export async function listExpiringDocuments(
  accountId: string,
  now: number,
): Promise<ExpiringDocument[]> {
  return listDatedDocuments(accountId, levelBounds(isoDay(now)).warning);
}

export async function listDatedDocuments(accountId: string, latestExpiry?: number) {
  return getDb()
    .read.select(documentColumns)
    .from(documents)
    .where(
      and(
        eq(documents.accountId, accountId),
        datedCondition,
        not(ofAnotherRutCondition),
        latestExpiry === undefined ? undefined : lte(documents.expiresAt, latestExpiry),
      ),
    )
    .orderBy(asc(documents.expiresAt), asc(documents.id))
    .limit(MAX_DOCUMENTS);
}
export type ExpiringDocument = Awaited<ReturnType<typeof listDatedDocuments>>[number];

/** SQL form of `isSuperseded` on a day: true if another document makes `row` unnecessary. */
export function supersededCondition(row: SQL, today: string): SQL {
  return sql`((${row}.category in ${seriesKeys}
      or (${row}.category in ${singleDocumentKeys} and ${row}.expires_at < ${startOfDay(today)}))
    and exists (select 1 from documents newer
      where newer.account_id = ${row}.account_id and newer.category = ${row}.category
        and newer.state = 'kept' and newer.expires_at > ${row}.expires_at
        and (${row}.category in ${seriesKeys} or (newer.expires_at > ${levelBounds(today).danger}
          and coalesce(newer.counted_from, '') not in ('uploaded', 'unread')))
        and ${otherRutColumn(sql`newer`)} is null))`;
}

/**
 * Counts for each account the documents that are infected, expired, about to expire, undated or of
 * another RUT.
 */
export async function countUrgentDocumentsOf(
  accountIds: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const today = isoDay(now);
  const dangerBound = levelBounds(today).danger;
  const { accountId, category, state } = documents;
  const lapsingCondition = and(datedCondition, lte(documents.expiresAt, dangerBound));
  const urgentCondition = and(
    or(lapsingCondition, undatedCondition),
    not(supersededCondition(sql`documents`, today)),
    not(ofAnotherRutCondition),
  );
  const misplacedCondition = and(eq(state, 'kept'), ne(category, 'otros'), ofAnotherRutCondition);
  const countedCondition = or(eq(state, 'infected'), urgentCondition, misplacedCondition);
  const rows = await getDb()
    .read.select({ accountId, urgent: count() })
    .from(documents)
    .where(and(inArray(accountId, [...accountIds]), countedCondition))
    .groupBy(accountId);
  return new Map(rows.map((row) => [row.accountId, row.urgent]));
}

export async function countUrgentDocuments(accountId: string, now: number): Promise<number> {
  return (await countUrgentDocumentsOf([accountId], now)).get(accountId) ?? 0;
}

/** Lists the documents of one mail, most urgent first, without those replaced or deleted since. */
export async function listAnnouncedDocuments(
  accountId: string,
  day: string,
): Promise<ExpiringDocument[]> {
  return getDb()
    .read.select(documentColumns)
    .from(documentAlerts)
    .innerJoin(documents, eq(documents.id, documentAlerts.documentId))
    .where(
      and(
        eq(documentAlerts.accountId, accountId),
        eq(documentAlerts.mailedOn, day),
        datedCondition,
        not(supersededCondition(sql`documents`, day)),
        not(ofAnotherRutCondition),
      ),
    )
    .orderBy(asc(documents.expiresAt), asc(documents.id))
    .limit(MAX_DOCUMENTS);
}

const { reported, validTo, number, owner } = issuedGuarantees;
const byEndOptions = { order: [asc(validTo), asc(number)], limit: MAX_DOCUMENTS };

/** Lists the guarantees of one mail, soonest end first. Those that ended in between are missing. */
export function listAnnouncedGuarantees(accountId: string, day: string): Promise<IssuedDetail[]> {
  const announcedNumbers = getDb()
    .read.select({ guarantee: guaranteeAlerts.guaranteeNumber })
    .from(guaranteeAlerts)
    .where(and(eq(guaranteeAlerts.accountId, accountId), eq(guaranteeAlerts.mailedOn, day)));
  const announcedCondition = and(isNull(reported), inArray(number, announcedNumbers));
  return listGuaranteesWhere(announcedCondition, byEndOptions);
}

/** Lists an account's guarantees that have not ended (also partly claimed), for a calendar. */
export function listUnendedGuarantees(accountId: string): Promise<IssuedDetail[]> {
  const accountOwner = sql`(select coalesce(email, id) from accounts
    where id = ${accountId} and email_verified_at is not null)`;
  return listGuaranteesWhere(and(openCondition, eq(owner, accountOwner)), byEndOptions);
}

/** A person who gets mails about a company's documents, or their own if `companyId` is null. */
export type AlertRecipient = { accountId: string; companyId: string | null };

/** Returns the settings of a person. Members have settings of their own for each company. */
export async function getAlertSettings({ accountId, companyId }: AlertRecipient) {
  const table = companyId ? companyMembers : alertSettings;
  const condition = companyId
    ? and(eq(companyMembers.companyId, companyId), eq(companyMembers.personId, accountId))
    : eq(alertSettings.accountId, accountId);
  const [row] = await getDb()
    .read.select({ mailsOffAt: table.mailsOffAt, calendarId: table.calendarId })
    .from(table)
    .where(condition)
    .limit(1);
  return { mails: !row?.mailsOffAt, calendarId: row?.calendarId ?? null };
}

/**
 * Lists who gets the mails of an account holder: the person, or those members who did not turn
 * these mails off.
 */
export async function listAlertRecipients(
  holderId: string,
  db: ReadDb | Tx = getDb().read,
): Promise<(AlertRecipient & { email: string })[]> {
  const { id, suspendedAt } = accounts;
  const email = sql<string>`${accounts.email}`;
  const personQuery = db
    .select({ accountId: id, companyId: sql<string | null>`null`, email })
    .from(accounts)
    .leftJoin(alertSettings, eq(alertSettings.accountId, id))
    .where(and(eq(id, holderId), isNotNull(accounts.email), isNull(alertSettings.mailsOffAt)));
  const { companyId, personId, mailsOffAt } = companyMembers;
  const memberQuery = db
    .select({ accountId: id, companyId: sql<string | null>`${companyId}`, email })
    .from(companyMembers)
    .innerJoin(accounts, eq(id, personId))
    .where(and(eq(companyId, holderId), isNull(mailsOffAt), isNull(suspendedAt)));
  return personQuery.unionAll(memberQuery);
}

/** Finds the reader of an unsubscribe link. Returns null for a forged link or a person who left. */
export async function findAlertRecipient(token: string) {
  const [accountId, companyId = null] = verifySignedToken('alert-mails', token)?.split('.') ?? [];
  const person = accountId ? await findPerson(accountId) : null;
  if (!person) return null;
  const reader = { accountId: person.id, companyId, email: person.email };
  return companyId === null || (await isMember(reader)) ? reader : null;
}

async function isMember({ accountId, companyId }: AlertRecipient): Promise<boolean> {
  const { read } = getDb();
  const condition = and(
    eq(companyMembers.companyId, companyId ?? ''),
    eq(companyMembers.personId, accountId),
  );
  return (await read.$count(companyMembers, condition)) > 0;
}

/** Finds the account holder of a calendar URL. Returns null for a URL that is forged or ended. */
export async function findCalendarHolderId(token: string): Promise<string | null> {
  const calendarId = verifySignedToken('calendar', token);
  if (!calendarId) return null;
  const { read } = getDb();
  const memberQuery = read
    .select({ id: companyMembers.companyId })
    .from(companyMembers)
    .where(eq(companyMembers.calendarId, calendarId));
  const [row] = await read
    .select({ id: alertSettings.accountId })
    .from(alertSettings)
    .where(eq(alertSettings.calendarId, calendarId))
    .unionAll(memberQuery);
  return row?.id ?? null;
}
