import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { getGuaranteeRequest } from '#lib/domain/guarantees/reads.ts';
import type { Currency, GuaranteeType } from '#lib/domain/guarantees/schema.ts';
import { SOON_DAYS } from '#lib/domain/issued/rules.ts';
import type { GuaranteeEventDetail, Instrument, Standing } from '#lib/domain/issued/schema.ts';
import { addDays } from '#lib/platform/calendar.ts';
import { getDb, type Reads, type Tx } from '#lib/platform/db/client.ts';
import {
  guaranteeEvents,
  issuedGuarantees,
  verificationCodes,
} from '#lib/platform/db/schema/issued.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isoDay } from '#lib/platform/format.ts';
import type { AdminCtx, MemberCtx } from '#lib/platform/operation.ts';

export const PAGE = 20;

type Row = typeof issuedGuarantees.$inferSelect;
export type Issued = Omit<Row, 'type' | 'instrument' | 'currency'> & {
  type: GuaranteeType;
  instrument: Instrument;
  currency: Currency;
};
type StoredEvent = typeof guaranteeEvents.$inferSelect;
export type IssuedEvent = Omit<StoredEvent, 'detail'> & { detail: GuaranteeEventDetail };

const columns = {
  row: issuedGuarantees,
  document: {
    objectKey: uploads.objectKey,
    fileName: uploads.fileName,
    contentType: uploads.contentType,
    size: uploads.size,
    verdict: uploads.verdict,
  },
  code: verificationCodes.code,
  openings: verificationCodes.openings,
  successorId: sql<string | null>`(select s.id from issued_guarantees s
    where s.number = issued_guarantees.successor)`,
};

export type IssuedDetail = Issued & {
  document: {
    objectKey: string;
    fileName: string;
    contentType: string;
    size: number | null;
    verdict: 'waiting' | 'clean' | 'infected';
  } | null;
  code: string | null;
  /** How often the page of its code was opened. */
  openings: number | null;
  successorId: string | null;
};

function detailsOf(db: Reads | Tx, which: SQL | undefined) {
  return db
    .select(columns)
    .from(issuedGuarantees)
    .leftJoin(uploads, eq(uploads.id, issuedGuarantees.uploadId))
    .leftJoin(
      verificationCodes,
      and(
        eq(verificationCodes.guarantee, issuedGuarantees.number),
        isNull(verificationCodes.endedAt),
      ),
    )
    .where(which);
}

/** What a record is, and in what, was checked by its schema before it was written. */
const flat = ({ row, ...rest }: { row: Row } & Omit<IssuedDetail, keyof Issued>): IssuedDetail => ({
  ...(row as Issued),
  ...rest,
});

/** Those of the session's address; for the team all. */
function within(ctx: MemberCtx | AdminCtx): SQL | undefined {
  return ctx.auth === 'admin' ? undefined : eq(issuedGuarantees.email, ctx.email);
}

/** One, for who may see it; `not_found`. */
export async function getIssued(
  ctx: MemberCtx | AdminCtx,
  id: string,
  db: Reads | Tx = getDb().read,
): Promise<IssuedDetail> {
  const [found] = await detailsOf(db, and(eq(issuedGuarantees.id, id), within(ctx))).limit(1);
  if (!found) throw new AppError('not_found');
  return flat(found);
}

/** By its number, without a check of rights: for mails, links and codes. */
export async function findByNumber(
  number: number,
  db: Reads | Tx = getDb().read,
): Promise<IssuedDetail | null> {
  const [found] = await detailsOf(db, eq(issuedGuarantees.number, number)).limit(1);
  return found ? flat(found) : null;
}

/** Newest first. */
export function listEvents(number: number): Promise<IssuedEvent[]> {
  return eventsOf(getDb().read, eq(guaranteeEvents.guarantee, number), 200);
}

async function eventsOf(db: Reads, which: SQL, limit: number): Promise<IssuedEvent[]> {
  const rows = await db
    .select()
    .from(guaranteeEvents)
    .where(which)
    .orderBy(desc(guaranteeEvents.id))
    .limit(limit);
  // `detail` is only ever written from a GuaranteeEventDetail.
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as GuaranteeEventDetail }));
}

/** As `standingOf` computes it, but for SQL; `ended`: all that is in force no longer. */
export function stands(state: Standing | 'ended', now: number): SQL | undefined {
  const { said, validTo } = issuedGuarantees;
  const today = isoDay(now);
  const soon = addDays(today, SOON_DAYS);
  if (state === 'ended') return or(isNotNull(said), lt(validTo, today));
  if (state === 'vencida') return and(isNull(said), lt(validTo, today));
  if (state === 'por_vencer')
    return and(isNull(said), gte(validTo, today), sql`${validTo} <= ${soon}`);
  if (state === 'vigente') return and(isNull(said), sql`${validTo} > ${soon}`);
  return eq(said, state);
}

/** An address's guarantees, newest first; `before`: older than that number. */
export async function listIssued(
  { email, now }: Pick<MemberCtx, 'email' | 'now'>,
  {
    state,
    before,
    limit = PAGE,
  }: { state?: Standing | 'ended' | undefined; before?: number | undefined; limit?: number },
): Promise<{ rows: IssuedDetail[]; before: number | null }> {
  const found = await detailsOf(
    getDb().read,
    and(
      eq(issuedGuarantees.email, email),
      state && stands(state, now),
      before === undefined ? undefined : lt(issuedGuarantees.number, before),
    ),
  )
    .orderBy(desc(issuedGuarantees.number))
    .limit(limit + 1);
  const rows = found.slice(0, limit).map(flat);
  const last = rows.at(-1);
  return { rows, before: found.length > limit && last ? last.number : null };
}

/** All of an address with what was said of them, newest first. */
export async function listIssuedForExport(email: string, limit: number) {
  const found = await detailsOf(getDb().read, eq(issuedGuarantees.email, email))
    .orderBy(desc(issuedGuarantees.number))
    .limit(limit);
  const events = await eventsOf(
    getDb().read,
    inArray(
      guaranteeEvents.guarantee,
      found.map(({ row }) => row.number),
    ),
    10_000,
  );
  return found.map(flat).map((record) => ({
    ...record,
    events: events.filter(({ guarantee }) => guarantee === record.number),
  }));
}

export const MOST_ALIVE = 500;

/** What has not ended of an address, the next end first. */
export async function listAlive(
  { email, now }: Pick<MemberCtx, 'email' | 'now'>,
  limit = MOST_ALIVE,
): Promise<IssuedDetail[]> {
  const { said, validTo } = issuedGuarantees;
  const found = await detailsOf(
    getDb().read,
    and(eq(issuedGuarantees.email, email), isNull(said), gte(validTo, isoDay(now))),
  )
    .orderBy(asc(issuedGuarantees.validTo), asc(issuedGuarantees.number))
    .limit(limit);
  return found.map(flat);
}

/** A request's state, and whether each of its guarantees has a record that counts. */
export async function progressOf(submissionId: number, db: Reads | Tx) {
  const { answers, state } = await getGuaranteeRequest(submissionId, db);
  const records = await listOfRequest(submissionId, db);
  return { state, isWhole: records.length >= answers.garantias.length };
}

/** Which ones it replaced, for who may see it. */
export async function listReplaced({ number, email }: Pick<Issued, 'number' | 'email'>) {
  const replaced = and(eq(issuedGuarantees.successor, number), eq(issuedGuarantees.email, email));
  return (await detailsOf(getDb().read, replaced).limit(PAGE)).map(flat);
}

/** The own one that has this issuer and number. */
export async function findOwnSame(
  { email }: Pick<MemberCtx, 'email'>,
  issuerKey: string,
): Promise<IssuedDetail | null> {
  const same = and(eq(issuedGuarantees.issuerKey, issuerKey), eq(issuedGuarantees.email, email));
  const [found] = await detailsOf(getDb().read, and(same, isLive)).limit(1);
  return found ? flat(found) : null;
}

/** Not recorded by mistake. */
export const isLive = or(isNull(issuedGuarantees.said), ne(issuedGuarantees.said, 'anulada'));

/** Of a request, in the order of what was asked; those recorded by mistake are left out. */
export async function listOfRequest(
  submissionId: number,
  db: Reads | Tx = getDb().read,
): Promise<IssuedDetail[]> {
  const found = await detailsOf(db, and(eq(issuedGuarantees.submissionId, submissionId), isLive))
    .orderBy(asc(issuedGuarantees.item))
    .limit(PAGE);
  return found.map(flat);
}
