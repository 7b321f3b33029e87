import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { type AuditAction, auditCopy } from '#lib/domain/audit/copy.ts';
import { type RetainedKind, retentionStart } from '#lib/domain/privacy/rules.ts';
import { addDays, nextMidnight } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { auditDays, auditEvents } from '#lib/platform/db/schema/audit.ts';
import { DAY, HOUR } from '#lib/platform/process/durations.ts';
import { log } from '#lib/platform/process/log.ts';
import { sign, verifySignature } from '#lib/platform/security/secrets.ts';

type AuditDay = typeof auditDays.$inferSelect;
type Part = Extract<RetainedKind, 'auditEvent' | 'refusal'>;

const refusalActions: readonly string[] = [
  'session.refused',
  'session.refused-unverified',
  'session.refused-suspended',
  'session.refused-profile',
  'factor.refused',
  'share.refused',
  'password.reset-requested',
] satisfies AuditAction[];
const PAGE_SIZE = 250;
/** Maximum time by which the clock of a server may be fast. */
const AHEAD_MS = 7 * DAY;
/**
 * Time between the end of a day and its sealing. Requests that began before midnight have written
 * their events by then.
 */
const GRACE_MS = HOUR;

/** Seals every day that has ended, with one short write each. */
export async function sealDays(now: number, signal?: AbortSignal): Promise<void> {
  await signSealsAgain();
  while (!signal?.aborted && (await sealNextDay(now))) await nextTurn();
}

async function sealNextDay(now: number): Promise<boolean> {
  const { read } = getDb();
  const [lastDay] = await read.select().from(auditDays).orderBy(desc(auditDays.day)).limit(1);
  const afterId = lastDay?.lastId ?? 0;
  const { value: firstPage } = await eventsAfter(afterId, { limit: 1 }).next();
  if (!firstPage?.[0]) return false;
  // An event that was written late, or while the clock was fast, belongs to the day that is sealed
  // next.
  const firstEventDay = isoDay(Math.min(firstPage[0].at, now));
  const nextDay = lastDay ? addDays(lastDay.day, 1) : firstEventDay;
  const day = firstEventDay > nextDay ? firstEventDay : nextDay;
  const end = nextMidnight(day);
  if (now < end + GRACE_MS) return false;
  const tally = newTally();
  let lastId = afterId;
  for await (const page of eventsAfter(afterId)) {
    const laterIndex = page.findIndex(({ at }) => at >= end && at <= now);
    const dayEvents = laterIndex < 0 ? page : page.slice(0, laterIndex);
    dayEvents.forEach(tally.add);
    lastId = dayEvents.at(-1)?.id ?? lastId;
    if (laterIndex >= 0) break;
  }
  const firstId = lastDay ? afterId + 1 : firstPage[0].id;
  const row = { day, firstId, lastId, ...tally.end(), sealedAt: now };
  const digest = digestOf(row, lastDay);
  const seal = sign('audit-day', digest);
  await getDb().write((tx) =>
    tx
      .insert(auditDays)
      .values({ ...row, digest, seal })
      .onConflictDoNothing(),
  );
  // The digest is logged, because somebody who can write to the database cannot change the log.
  log().info({ day, events: row.events + row.refusals, digest }, 'a day of the trail is sealed');
  return true;
}

/**
 * Signs all seals again after `APP_SECRET` changed. The first day is signed last, so its seal shows
 * whether all others are signed.
 */
async function signSealsAgain(): Promise<void> {
  const [firstDay] = await getDb().read.select().from(auditDays).orderBy(auditDays.day).limit(1);
  if (!firstDay || firstDay.seal === sign('audit-day', firstDay.digest)) return;
  const days = await getDb().read.select().from(auditDays).orderBy(desc(auditDays.day));
  for (const { day, digest, seal } of days) {
    if (!verifySignature('audit-day', digest, seal)) continue;
    const newSeal = { seal: sign('audit-day', digest) };
    await getDb().write((tx) => tx.update(auditDays).set(newSeal).where(eq(auditDays.day, day)));
  }
}

/** Deletes events of sealed days after their retention time. Requires a transaction. */
export async function sweepEvents(tx: Tx, now: number): Promise<void> {
  for (const part of ['refusal', 'auditEvent'] as const) {
    // Actions are listed, so that the index on action and time is used.
    const actions = Object.keys(auditCopy).filter((action) => partOf(action) === part);
    const day = lastDeletableDay(part, now);
    const lastSealedId = sql`(select max(last_id) from audit_days where day <= ${day})`;
    const oldCondition = lt(auditEvents.at, nextMidnight(day));
    await tx
      .delete(auditEvents)
      .where(
        and(inArray(auditEvents.action, actions), oldCondition, lte(auditEvents.id, lastSealedId)),
      );
  }
}

/**
 * Returns the last day whose events are past their retention time. All its events may be deleted,
 * even those that are a few hours younger.
 */
function lastDeletableDay(part: Part, now: number): string {
  return isoDay(retentionStart(part, now) - 1);
}

const partOf = (action: string): Part =>
  refusalActions.includes(action) ? 'refusal' : 'auditEvent';

/**
 * Checks the audit trail. Returns at most one problem: the first day that differs from its seal, or
 * a gap before or after the sealed days.
 */
export async function checkTrail(now: number): Promise<{ problem: string; id: string }[]> {
  const days = await getDb().read.select().from(auditDays).orderBy(asc(auditDays.day));
  let previous: AuditDay | undefined;
  for (const row of days) {
    // Days that ended before the first seal may lack events past their retention time.
    const wasWhole = nextMidnight(row.day) >= (days[0]?.sealedAt ?? 0);
    const fault = faultText(row, previous, wasWhole) ?? (await findChangeText(row, now));
    if (fault) return [{ problem: `audit trail: ${fault}`, id: row.day }];
    previous = row;
  }
  if ((await readFirstId(days)) > 1) {
    return [{ problem: 'audit trail: its beginning is missing', id: days[0]?.day ?? '' }];
  }
  const [gap] = await getDb().read.all<{ missing: number }>(sql`
    select (select seq from sqlite_sequence where name = 'audit_events') - ${previous?.lastId ?? 0}
      - (select count(*) from audit_events where id > ${previous?.lastId ?? 0}) as missing`);
  if (!previous || !gap?.missing) return [];
  return [
    { problem: 'audit trail: events are missing after the last sealed day', id: previous.day },
  ];
}

/** Returns the id of the first sealed event or, if no day is sealed, of the first event. */
async function readFirstId([first]: AuditDay[]): Promise<number> {
  if (first) return first.firstId;
  const { value: events } = await eventsAfter(0, { limit: 1 }).next();
  return events?.[0]?.id ?? 1;
}

function faultText(
  row: AuditDay,
  previous: AuditDay | undefined,
  wasWhole: boolean,
): string | null {
  const { firstId, lastId, digest, seal } = row;
  if (previous && (firstId !== previous.lastId + 1 || row.day <= previous.day)) {
    return 'a day is missing before this one';
  }
  if (digest !== digestOf(row, previous)) return 'the seal is of another day or of another order';
  if (!verifySignature('audit-day', digest, seal)) return 'the seal is not ours';
  const isWhole = row.events + row.refusals === lastId - firstId + 1;
  return wasWhole && !isWhole ? 'events were missing when it was sealed' : null;
}

/**
 * Returns how the events of a sealed day differ from its seal, or null. Events past their retention
 * time may be deleted, so they are not compared. An event with one of their ids and a much later
 * time was added after the sealing.
 */
async function findChangeText(row: AuditDay, now: number): Promise<string | null> {
  const tally = newTally();
  let hasLaterEvent = false;
  for await (const page of eventsAfter(row.firstId - 1, { to: row.lastId })) {
    page.forEach(tally.add);
    hasLaterEvent ||= page.some(
      ({ action, at }) =>
        row.day <= lastDeletableDay(partOf(action), now) && at > row.sealedAt + AHEAD_MS,
    );
  }
  if (hasLaterEvent) return 'events were added';
  const totals = tally.end();
  const countFields = { auditEvent: 'events', refusal: 'refusals' } as const;
  for (const part of ['auditEvent', 'refusal'] as const) {
    const count = countFields[part];
    const isDeletable = row.day <= lastDeletableDay(part, now);
    if (isDeletable || totals[`${count}Digest`] === row[`${count}Digest`]) continue;
    const surplus = totals[count] - row[count];
    return surplus === 0
      ? 'an event was changed'
      : `events were ${surplus < 0 ? 'removed' : 'added'}`;
  }
  return null;
}

type EventRange = { to?: number; limit?: number };

async function* eventsAfter(id: number, { to, limit = PAGE_SIZE }: EventRange = {}) {
  for (let afterId = id; ; await nextTurn()) {
    const upToConditions = to === undefined ? [] : [lte(auditEvents.id, to)];
    const page = await getDb()
      .read.select()
      .from(auditEvents)
      .where(and(gt(auditEvents.id, afterId), ...upToConditions))
      .orderBy(asc(auditEvents.id))
      .limit(limit);
    yield page;
    if (page.length < limit) return;
    afterId = page.at(-1)?.id ?? afterId;
  }
}

function newTally() {
  const parts = {
    auditEvent: { count: 0, hash: createHash('sha256') },
    refusal: { count: 0, hash: createHash('sha256') },
  };
  return {
    add: (event: typeof auditEvents.$inferSelect) => {
      const { id, accountId, actor, action, subject, shortIp, requestId, at } = event;
      const part = parts[partOf(action)];
      part.count += 1;
      const line = [id, accountId, actor, action, subject, shortIp, requestId, at];
      part.hash.update(`${JSON.stringify(line)}\n`);
    },
    end: () => ({
      events: parts.auditEvent.count,
      eventsDigest: parts.auditEvent.hash.digest('hex'),
      refusals: parts.refusal.count,
      refusalsDigest: parts.refusal.hash.digest('hex'),
    }),
  };
}

function digestOf(row: Omit<AuditDay, 'digest' | 'seal'>, previous: AuditDay | undefined): string {
  const { day, firstId, lastId, events, eventsDigest, refusals, refusalsDigest, sealedAt } = row;
  const fields = [day, firstId, lastId, events, eventsDigest, refusals, refusalsDigest, sealedAt];
  const text = JSON.stringify([previous?.digest ?? '', ...fields]);
  return createHash('sha256').update(text).digest('hex');
}
