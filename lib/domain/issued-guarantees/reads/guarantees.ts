import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { EXPIRING_DAYS } from '#lib/domain/issued-guarantees/rules.ts';
import type {
  GuaranteeEventDetail,
  GuaranteeStatus,
  Instrument,
} from '#lib/domain/issued-guarantees/schema.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import type { Currency, GuaranteeType } from '#lib/domain/requests/submissions/schema.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import {
  guaranteeEvents,
  issuedGuarantees,
  verificationCodes,
} from '#lib/platform/db/schema/issued-guarantees.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';

const PAGE_SIZE = 20;
const { number, id, owner, submissionId, item, reported, validTo, successor } = issuedGuarantees;
type Row = typeof issuedGuarantees.$inferSelect;
export type IssuedRow = Omit<Row, 'type' | 'instrument' | 'currency'> & {
  type: GuaranteeType;
  instrument: Instrument;
  currency: Currency;
};
type StoredEvent = typeof guaranteeEvents.$inferSelect;
export type IssuedEvent = Omit<StoredEvent, 'detail'> & { detail: GuaranteeEventDetail };

export type IssuedDetail = IssuedRow & {
  document: Pick<
    typeof uploads.$inferSelect,
    'objectKey' | 'fileName' | 'title' | 'contentType' | 'size' | 'verdict'
  > | null;
  code: string | null;
  openings: number | null;
  successorId: string | null;
  successorFrom: string | null;
  /** The newest of the guarantees that this one replaced. */
  predecessorId: string | null;
  /** The lead of the request, or null if a company recorded the guarantee itself. */
  leadId: number | null;
};

/** SQL for the first day of the guarantee that replaces a row. A mistaken successor is ignored. */
export const successorStartColumn = sql<string | null>`(select s.valid_from from issued_guarantees s
  where s.number = issued_guarantees.successor and s.reported is not 'anulada')`;

const columns = {
  row: issuedGuarantees,
  document: {
    objectKey: uploads.objectKey,
    fileName: uploads.fileName,
    title: uploads.title,
    contentType: uploads.contentType,
    size: uploads.size,
    verdict: uploads.verdict,
  },
  code: verificationCodes.code,
  openings: verificationCodes.openings,
  successorFrom: successorStartColumn,
  successorId: sql<string | null>`(select s.id from issued_guarantees s
    where s.number = issued_guarantees.successor)`,
  predecessorId: sql<string | null>`(select p.id from issued_guarantees p
    where p.successor = issued_guarantees.number and p.owner = issued_guarantees.owner
    order by p.number desc limit 1)`,
  leadId: sql<number | null>`(select l.id from leads l
    where l.submission_id = issued_guarantees.submission_id)`,
};

type ListOptions = { order?: SQL[]; limit?: number; db?: ReadDb | Tx };

/** Returns the selected records. Their values were checked when they were written. */
export async function listGuaranteesWhere(
  condition: SQL | undefined,
  { order = [], limit = PAGE_SIZE, db = getDb().read }: ListOptions = {},
): Promise<IssuedDetail[]> {
  const rows = await db
    .select(columns)
    .from(issuedGuarantees)
    .leftJoin(uploads, eq(uploads.id, issuedGuarantees.uploadId))
    .leftJoin(
      verificationCodes,
      and(eq(verificationCodes.guaranteeNumber, number), isNull(verificationCodes.endedAt)),
    )
    .where(condition)
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ row, ...joinedFields }) => ({ ...(row as IssuedRow), ...joinedFields }));
}

export async function findGuaranteeWhere(
  condition: SQL | undefined,
  db?: ReadDb | Tx,
): Promise<IssuedDetail | null> {
  const [detail] = await listGuaranteesWhere(condition, { limit: 1, ...(db && { db }) });
  return detail ?? null;
}

/** Finds a guarantee of the account holder. Members of the team find every guarantee. */
export function findSeen(ctx: SignedInCtx | AdminCtx, guaranteeId: string, db?: ReadDb | Tx) {
  const ownCondition = ctx.auth === 'admin' ? undefined : eq(owner, ctx.owner);
  return findGuaranteeWhere(and(eq(id, guaranteeId), ownCondition), db);
}

/** Returns the record that `findSeen` finds. Throws `not_found` if there is none. */
export async function getIssuedGuarantee(
  ctx: SignedInCtx | AdminCtx,
  guaranteeId: string,
  db?: ReadDb | Tx,
): Promise<IssuedDetail> {
  const guarantee = await findSeen(ctx, guaranteeId, db);
  if (!guarantee) throw new AppError('not_found');
  return guarantee;
}

/** Finds a guarantee by number without a check of rights, for mails, links and codes. */
export function findByNumber(wanted: number, db?: ReadDb | Tx): Promise<IssuedDetail | null> {
  return findGuaranteeWhere(eq(number, wanted), db);
}

/** Lists a guarantee's events, newest first. */
export function listEvents(guarantee: number): Promise<IssuedEvent[]> {
  return listEventsWhere(eq(guaranteeEvents.guaranteeNumber, guarantee), 200);
}

async function listEventsWhere(condition: SQL, limit: number): Promise<IssuedEvent[]> {
  return getDb()
    .read.select()
    .from(guaranteeEvents)
    .where(condition)
    .orderBy(desc(guaranteeEvents.id))
    .limit(limit);
}

/** SQL condition for guarantees that have not ended. A partial claim leaves the rest in force. */
export const openCondition = sql`((${reported} is null or ${reported} = 'cobrada')
  and (${reported} is null or ${issuedGuarantees.claimed} <> ${issuedGuarantees.amount}))`;

/** SQL condition for guarantees that cover until their last day, extended ones included. */
const coveringCondition = sql`(${openCondition} or ${reported} = 'prorrogada')`;

/** SQL form of `guaranteeStatusOf`. `ended` selects all guarantees that are no longer in force. */
export function statusCondition(state: GuaranteeStatus | 'ended', now: number): SQL | undefined {
  const today = isoDay(now);
  const soonDay = addDays(today, EXPIRING_DAYS);
  if (state === 'ended') return or(lt(validTo, today), not(coveringCondition));
  if (state === 'vencida') return and(isNull(reported), lt(validTo, today));
  if (state === 'por_vencer')
    return and(isNull(reported), gte(validTo, today), sql`${validTo} <= ${soonDay}`);
  if (state === 'vigente') return and(isNull(reported), sql`${validTo} > ${soonDay}`);
  return eq(reported, state);
}

type OwnerCtx = Pick<SignedInCtx, 'owner' | 'now'>;
type PageOptions = {
  state?: GuaranteeStatus | 'ended' | undefined;
  before?: number | undefined;
  limit?: number;
};

/** Lists an owner's guarantees, newest first, from below the number `before`. */
export async function listIssuedGuarantees(ownerCtx: OwnerCtx, page: PageOptions) {
  const { state, before, limit = PAGE_SIZE } = page;
  const guarantees = await listGuaranteesWhere(
    and(
      eq(owner, ownerCtx.owner),
      state && statusCondition(state, ownerCtx.now),
      before === undefined ? undefined : lt(number, before),
    ),
    { order: [desc(number)], limit: limit + 1 },
  );
  const rows = guarantees.slice(0, limit);
  return { rows, before: guarantees.length > limit ? (rows.at(-1)?.number ?? null) : null };
}

/** Lists all guarantees of an owner with their events, newest first. */
export async function listIssuedForExport(ownerKey: string, limit: number) {
  const order = [desc(number)];
  const guarantees = await listGuaranteesWhere(eq(owner, ownerKey), { order, limit });
  const numbers = guarantees.map((record) => record.number);
  const events = await listEventsWhere(inArray(guaranteeEvents.guaranteeNumber, numbers), 10_000);
  return guarantees.map((record) => ({
    ...record,
    events: events.filter(({ guaranteeNumber }) => guaranteeNumber === record.number),
  }));
}

export const MAX_COVERING = 500;

/** Lists guarantees that no event ended, and that expired no more than `lapsed` days ago. */
export function listOpenGuarantees(
  ownerCtx: OwnerCtx,
  { limit = MAX_COVERING, lapsed: lapsedDays = 0 } = {},
): Promise<IssuedDetail[]> {
  const earliestEnd = addDays(isoDay(ownerCtx.now), -lapsedDays);
  const recentCondition = and(eq(owner, ownerCtx.owner), openCondition, gte(validTo, earliestEnd));
  return listGuaranteesWhere(recentCondition, { order: [asc(validTo), asc(number)], limit });
}

/** Lists an owner's guarantees in force, soonest to end first. */
export function listGuaranteesInForce(ownerCtx: OwnerCtx): Promise<IssuedDetail[]> {
  const today = isoDay(ownerCtx.now);
  const covering = and(eq(owner, ownerCtx.owner), coveringCondition, gte(validTo, today));
  return listGuaranteesWhere(covering, { order: [asc(validTo), asc(number)], limit: MAX_COVERING });
}

/** Returns the state of a request, and whether each of its guarantees has a valid record. */
export async function readIssueProgress(request: number, db: ReadDb | Tx) {
  const { answers, state } = await getGuaranteeRequest(request, db);
  const records = await listRecordsOfRequest(request, db);
  return { state, isComplete: records.length >= answers.garantias.length };
}

export function listPredecessors(record: Pick<IssuedRow, 'number' | 'owner'>) {
  return listGuaranteesWhere(and(eq(successor, record.number), eq(owner, record.owner ?? '')));
}

/** SQL condition that excludes records that were annulled as mistakes. */
export const notAnnulledCondition = or(isNull(reported), ne(reported, 'anulada'));

/** Finds the newest record of a request's guarantee that was made by mistake, or null. */
export async function findMistakenRecord(request: number, position: number) {
  const condition = and(eq(submissionId, request), eq(item, position), eq(reported, 'anulada'));
  return (await listGuaranteesWhere(condition, { order: [desc(number)], limit: 1 }))[0] ?? null;
}

/** Lists a request's records in the order of its guarantees, without those made by mistake. */
export function listRecordsOfRequest(request: number, db?: ReadDb | Tx): Promise<IssuedDetail[]> {
  const condition = and(eq(submissionId, request), notAnnulledCondition);
  return listGuaranteesWhere(condition, { order: [asc(item)], ...(db && { db }) });
}
