import { createHmac } from 'node:crypto';

type Booking = {
  triggerEvent?: string;
  uid?: string;
  email?: string;
  name?: string;
  createdAt?: string;
  startTime?: string;
  leadRef?: string;
  /** Fields of the payload that replace or join the recorded ones. */
  payload?: Record<string, unknown>;
};

/** Makes an event as Cal.com sends it (webhook version 2021-10-20). */
export function bookingEvent(booking: Booking = {}) {
  const {
    triggerEvent = 'BOOKING_CREATED',
    uid = 'bFJeNb2uX8ANpT3JL5EfXw',
    email = 'ana@constructora.cl',
    name = 'Ana Muñoz',
    createdAt = '2026-11-20T14:00:00.000Z',
    startTime = '2026-11-25T15:00:00Z',
    leadRef,
  } = booking;
  const endTime = new Date(Date.parse(startTime) + 30 * 60_000).toISOString();
  const person = { timeZone: 'America/Santiago', language: { locale: 'es' }, utcOffset: -180 };
  return {
    triggerEvent,
    createdAt,
    payload: {
      type: 'asesoria',
      title: `Asesoría entre Resguardo y ${name}`,
      description: '',
      additionalNotes: '',
      customInputs: {},
      startTime,
      endTime,
      organizer: { ...person, name: 'Asesores', email: 'asesores@resguardo.cl' },
      responses: {
        name: { label: 'your_name', value: name },
        email: { label: 'email_address', value: email },
      },
      attendees: [{ ...person, email, name, firstName: name.split(' ')[0], lastName: '' }],
      location: 'integrations:daily',
      destinationCalendar: null,
      uid,
      bookingId: 91,
      eventTypeId: 7,
      length: 30,
      status: triggerEvent === 'BOOKING_CANCELLED' ? 'CANCELLED' : 'ACCEPTED',
      metadata: leadRef ? { leadRef } : {},
      ...booking.payload,
    },
  };
}

/** Returns the time `minute` minutes after noon (UTC) of the day on which tests begin. */
export const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();

/** Makes an event of a kind at a minute. */
export const eventAt = (
  triggerEvent: string,
  minute: number,
  payload: Record<string, unknown> = {},
) => bookingEvent({ triggerEvent, createdAt: at(minute), payload });

/** Makes a booking's change to another uid and time. */
export const movedAt = (minute: number, from: string, to: string, startTime: string) =>
  eventAt('BOOKING_RESCHEDULED', minute, {
    uid: to,
    startTime,
    rescheduleUid: from,
    rescheduleStartTime: '2026-11-25T15:00:00Z',
    rescheduleEndTime: '2026-11-25T15:30:00Z',
  });

/** Returns the body and headers of an event, signed. */
export function signedBooking(event: unknown, secret: string) {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  return { body, headers: { 'content-type': 'application/json', ...signature(body, secret) } };
}

/** Posts an event to the app as Cal.com does. */
export function sendBooking(url: string, event: unknown, secret: string): Promise<Response> {
  return fetch(url, { method: 'POST', redirect: 'manual', ...signedBooking(event, secret) });
}

function signature(body: string, secret: string) {
  return { 'x-cal-signature-256': createHmac('sha256', secret).update(body).digest('hex') };
}
