import type { SchedulingEvent } from '#lib/domain/bookings/schema.ts';
import { isoDay, startOfDay } from '#lib/platform/chile/format.ts';
import type { bookings } from '#lib/platform/db/schema/bookings.ts';
import { normalizeEmail } from '#lib/platform/mail/email-address.ts';
import { HOUR } from '#lib/platform/process/durations.ts';

type Row = typeof bookings.$inferSelect;
type BookingState = Row['state'];

/** A booking as its events describe it. A field is null if no event contained it. */
export type Booking = Pick<
  Row,
  'state' | 'rescheduledTo' | 'startsAt' | 'endsAt' | 'location' | 'eventAt'
> &
  Record<'replaces' | 'email' | 'name' | 'title' | 'leadRef', string | null>;

/** A day of Chile (`YYYY-MM-DD`) with the times (ms) at which a meeting can begin. */
export type FreeDay = { day: string; hours: number[] };

const MAX_DAYS = 3;
const MAX_HOURS = 4;
const NOON = 13 * HOUR;

/** Chooses the next hours that pages offer, by day in Chile. `starts` may have any order. */
export function freeDays(starts: readonly number[], now: number): FreeDay[] {
  const futureStarts = [...new Set(starts)].filter((at) => at > now).sort((a, b) => a - b);
  return [...Map.groupBy(futureStarts, isoDay)]
    .slice(0, MAX_DAYS)
    .map(([day, hours]) => ({ day, hours: spreadHours(hours, startOfDay(day) + NOON) }));
}

/** Chooses hours of one day, in the morning and in the afternoon if both have some. */
function spreadHours(hours: readonly number[], noon: number): number[] {
  const [morning, afternoon] = [hours.filter((at) => at < noon), hours.filter((at) => at >= noon)];
  const half = MAX_HOURS / 2;
  const inMorning = Math.max(half, MAX_HOURS - afternoon.length);
  const chosen = spread(morning, inMorning);
  return [...chosen, ...spread(afternoon, MAX_HOURS - chosen.length)];
}

/** Chooses `count` of these times at even distances, beginning with the first. */
function spread(times: readonly number[], count: number): number[] {
  const step = Math.max(1, times.length / count);
  const positions = Array.from({ length: count }, (_, n) => Math.floor(n * step));
  return positions.flatMap((position) => times[position] ?? []);
}

/**
 * Kinds of event about a booking. If two have the same time, the one later in this list is applied
 * last.
 */
const bookingEventKinds = [
  'BOOKING_REQUESTED',
  'BOOKING_CREATED',
  'BOOKING_RESCHEDULED',
  'MEETING_ENDED',
  'BOOKING_NO_SHOW_UPDATED',
  'BOOKING_REJECTED',
  'BOOKING_CANCELLED',
];

export function isAboutBooking({ kind, uid, replaces }: SchedulingEvent): boolean {
  return uid !== null && (replaces !== null || bookingEventKinds.includes(kind));
}

/**
 * Builds a booking from its events, applied in the order of their time. Returns null if none of
 * them is about a booking.
 */
export function buildBooking(uid: string, events: readonly SchedulingEvent[]): Booking | null {
  const bookingEvents = events.filter(isAboutBooking).sort(byTime);
  let booking: Booking | null = null;
  for (const event of bookingEvents) booking = applyEvent(booking ?? emptyBooking, uid, event);
  return booking;
}

const emptyBooking: Booking = {
  state: 'accepted',
  rescheduledTo: null,
  replaces: null,
  email: null,
  name: null,
  title: null,
  startsAt: null,
  endsAt: null,
  location: null,
  leadRef: null,
  eventAt: 0,
};

function applyEvent(booking: Booking, uid: string, event: SchedulingEvent): Booking {
  const { details, occurredAt } = event;
  const guest = details.attendees?.[0];
  const isReplaced = event.replaces === uid && event.uid !== uid;
  return {
    state: isReplaced ? 'rescheduled' : stateAfter(booking.state, event),
    rescheduledTo: isReplaced ? event.uid : booking.rescheduledTo,
    replaces: isReplaced ? booking.replaces : (event.replaces ?? booking.replaces),
    email:
      normalizeEmail((details.responses?.email?.value || guest?.email || '').toLowerCase()) ||
      booking.email,
    name: guest?.name || booking.name,
    title: details.title || booking.title,
    startsAt: (isReplaced ? details.rescheduleStartTime : details.startTime) ?? booking.startsAt,
    endsAt: (isReplaced ? details.rescheduleEndTime : details.endTime) ?? booking.endsAt,
    location: isReplaced ? booking.location : details.location || booking.location,
    leadRef: details.metadata?.leadRef || booking.leadRef,
    eventAt: occurredAt,
  };
}

/** A meeting that was cancelled, rejected or moved does not become `ended` afterwards. */
function stateAfter(state: BookingState, { kind, details }: SchedulingEvent): BookingState {
  if (state === 'rescheduled') return state;
  switch (kind) {
    case 'BOOKING_REQUESTED':
      return 'requested';
    case 'BOOKING_REJECTED':
      return 'rejected';
    case 'BOOKING_CANCELLED':
      return 'cancelled';
    case 'MEETING_ENDED':
      return state === 'accepted' || state === 'requested' ? 'ended' : state;
    case 'BOOKING_NO_SHOW_UPDATED': {
      if (details.attendees?.some(({ noShow }) => noShow)) return 'no_show';
      return state === 'no_show' ? 'ended' : state;
    }
    case 'BOOKING_CREATED':
    case 'BOOKING_RESCHEDULED':
      return 'accepted';
    default:
      return state;
  }
}

function byTime(a: SchedulingEvent, b: SchedulingEvent): number {
  return (
    a.occurredAt - b.occurredAt ||
    bookingEventKinds.indexOf(a.kind) - bookingEventKinds.indexOf(b.kind) ||
    (a.key < b.key ? -1 : 1)
  );
}
