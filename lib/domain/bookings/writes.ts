import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type Booking, buildBooking, isAboutBooking } from '#lib/domain/bookings/rules.ts';
import {
  parseSchedulingEvent,
  type SchedulingEvent,
  schedulingEnvelope,
} from '#lib/domain/bookings/schema.ts';
import { retentionStart } from '#lib/domain/privacy/rules.ts';
import { leadIdOfRef } from '#lib/domain/requests/leads/view.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { receiveMeeting } from '#lib/domain/requests/leads/writes/receive-meeting.ts';
import { isErased, listEventsAbout } from '#lib/domain/webhooks/reads.ts';
import { forgetEvents, markProcessed, storeEvent } from '#lib/domain/webhooks/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { bookings } from '#lib/platform/db/schema/bookings.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';

type Row = typeof bookings.$inferSelect;
type Outcome = 'processed' | 'stored' | 'duplicate';

/** Stores an event and rebuilds its bookings. Drops the body if a booking was erased. */
export async function receiveBookingEvent(
  event: SchedulingEvent,
  { body, ctx }: { body: string; ctx: GuestCtx },
): Promise<Outcome> {
  const { now } = ctx;
  return getDb().write(async (tx) => {
    const { uid, replaces, details } = event;
    const wasErased = await isErased(tx, 'scheduling', [uid, replaces]);
    const id = await storeEvent(tx, {
      source: 'scheduling',
      eventKey: event.key,
      kind: event.kind,
      ...(wasErased ? { body: '{}' } : { subject: uid, replaces, body }),
      occurredAt: event.occurredAt,
      receivedAt: now,
    });
    if (id === null) return 'duplicate';
    if (wasErased) {
      // Events with the new uid of a moved meeting may have arrived earlier, so they are erased
      // too.
      const meetings = sql`select ${uid} as subject, ${details.startTime ?? null} as until`;
      await eraseBookings(tx, { meetings, now });
      return 'stored';
    }
    if (!isAboutBooking(event)) return 'stored';
    if (!(await rebuildChain(tx, event, ctx))) return 'stored';
    await markProcessed(tx, id);
    return 'processed';
  });
}

/** Maximum number of bookings of one meeting. Nobody moves a meeting that often. */
const LONGEST_CHAIN = 50;

/** Rebuilds the booking of an event, the one that it replaced, and all that replaced it later. */
async function rebuildChain(tx: Tx, event: SchedulingEvent, ctx: GuestCtx): Promise<boolean> {
  const chain = new Set([event.replaces, event.uid].flatMap((uid) => uid ?? []));
  let hasChanged = false;
  // Iterating over a Set includes entries that are added during the loop.
  for (const uid of chain) {
    const { previous, current } = await rebuildBooking(tx, uid, ctx);
    if (!current) continue;
    if (!previous || isDifferent(previous, current)) {
      hasChanged = true;
      await addToLead(tx, { previous, current, event, now: ctx.now });
    }
    if (current.rescheduledTo && chain.size < LONGEST_CHAIN) chain.add(current.rescheduledTo);
  }
  return hasChanged;
}

async function rebuildBooking(tx: Tx, uid: string, ctx: GuestCtx) {
  const storedEvents = await listEventsAbout(tx, { source: 'scheduling', subject: uid });
  const booking = buildBooking(
    uid,
    storedEvents.map(({ body, occurredAt, eventKey }) => ({
      ...parseSchedulingEvent(schedulingEnvelope.parse(JSON.parse(body)), occurredAt),
      occurredAt,
      key: eventKey,
    })),
  );
  const [previous] = await tx.select().from(bookings).where(eq(bookings.uid, uid)).limit(1);
  if (!booking) return { previous, current: previous };
  const values = {
    ...withStoredFields(booking, previous),
    leadId:
      (await findLeadId(tx, booking, previous)) ??
      (previous ? null : await receiveMeeting(tx, ctx, booking)),
  };
  const [current] = await tx
    .insert(bookings)
    .values({ ...values, uid, createdAt: ctx.now })
    .onConflictDoUpdate({ target: bookings.uid, set: values })
    .returning();
  return { previous, current };
}

/** Fills empty fields with the stored values, because earlier events may be deleted. */
function withStoredFields(
  { leadRef: _, replaces: __, ...booking }: Booking,
  previous: Row | undefined,
) {
  return {
    ...booking,
    email: booking.email ?? previous?.email ?? '',
    name: booking.name ?? previous?.name ?? '',
    title: booking.title ?? previous?.title ?? '',
    startsAt: booking.startsAt ?? previous?.startsAt ?? null,
    endsAt: booking.endsAt ?? previous?.endsAt ?? null,
    location: booking.location ?? previous?.location ?? null,
  };
}

/** Finds the lead by the signed reference, the replaced booking, the row or the e-mail. */
async function findLeadId(tx: Tx, { leadRef, replaces, email }: Booking, previous?: Row) {
  const namedLeadId = leadIdOfRef(leadRef ?? undefined);
  if (namedLeadId !== null) {
    const [lead] = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(and(eq(leads.id, namedLeadId), isNull(leads.erasedAt)))
      .limit(1);
    if (lead) return lead.id;
  }
  const [replacedBooking] = await tx
    .select({ leadId: bookings.leadId })
    .from(bookings)
    .where(eq(bookings.uid, replaces ?? ''))
    .limit(1);
  if (replacedBooking?.leadId) return replacedBooking.leadId;
  if (previous?.leadId) return previous.leadId;
  if (!email) return null;
  const [newestLead] = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(eq(leads.email, email))
    .orderBy(desc(leads.id))
    .limit(1);
  return newestLead?.id ?? null;
}

const reportedFields = [
  'state',
  'rescheduledTo',
  'leadId',
  'startsAt',
  'endsAt',
  'location',
] as const;

function isDifferent(previous: Row, current: Row): boolean {
  const fields = [...reportedFields, 'email', 'name', 'title'] as const;
  return fields.some((field) => previous[field] !== current[field]);
}

/**
 * Adds a change to the lead's history and to the CRM. A move is reported only for the new booking.
 */
async function addToLead(
  tx: Tx,
  change: { previous: Row | undefined; current: Row; event: SchedulingEvent; now: number },
): Promise<void> {
  const { previous, current, event, now } = change;
  const { leadId, state, startsAt } = current;
  if (leadId === null || state === 'rescheduled') return;
  if (previous && reportedFields.every((field) => previous[field] === current[field])) return;
  const isMove =
    event.kind === 'BOOKING_RESCHEDULED' || (event.replaces !== null && state === 'accepted');
  const isMoved = isMove && event.uid === current.uid;
  const eventId = await addLeadEvent(tx, {
    leadId,
    event: { kind: 'booking', state: isMoved ? 'rescheduled' : state, startsAt },
    actor: 'scheduling',
    at: event.occurredAt,
  });
  await noteInCrm(tx, { leadId, eventId, now });
}

/**
 * Erases bookings, and remembers their uids, because the next event of the provider would store the
 * person again. `meetings` selects `subject` (a uid) and `until` (the time at which the meeting
 * begins, or null). Requires a transaction.
 */
export async function eraseBookings(
  tx: Tx,
  { meetings, now }: { meetings: SQL; now: number },
): Promise<void> {
  await forgetEvents(tx, 'scheduling', { erasedSubjects: meetings, now });
  await tx.delete(bookings).where(sql`uid in (select subject from (${meetings}))`);
}

/** Deletes bookings without a lead after their retention time, counted from their last event. */
export async function sweepBookings(now: number): Promise<void> {
  const keptFrom = retentionStart('booking', now);
  await getDb().write((tx) =>
    tx.delete(bookings).where(and(isNull(bookings.leadId), lt(bookings.eventAt, keptFrom))),
  );
}
