import { expect, test } from 'vitest';
import { leadRefOf } from '#lib/domain/requests/leads/view.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { at, bookingEvent, eventAt, movedAt } from '#tests/support/providers/scheduling.ts';
import {
  sendSchedulingEvent,
  storedBookings,
  storedHistory,
  webhookVariables,
} from '#tests/support/webhooks.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ ...webhookVariables, RATE_LIMITS: 'off' });

const send = async (item: unknown) => expect((await sendSchedulingEvent(item)).status).toBe(200);

test('a booking that is moved twice keeps its lead, and each move is in its history once', async () => {
  await sendContact(contactBody);
  await sendContact(contactBody);
  const created = bookingEvent({ uid: 'uno', createdAt: at(1), leadRef: leadRefOf(1) });
  await send(created);
  await send(movedAt(2, 'uno', 'dos', '2026-11-26T15:00:00Z'));
  await send(movedAt(3, 'dos', 'tres', '2026-11-27T15:00:00Z'));
  expect(await storedBookings()).toMatchObject([
    { uid: 'dos', state: 'rescheduled', rescheduledTo: 'tres', leadId: 1 },
    { uid: 'tres', state: 'accepted', rescheduledTo: null, leadId: 1 },
    { uid: 'uno', state: 'rescheduled', rescheduledTo: 'dos', leadId: 1 },
  ]);
  expect((await storedHistory()).map(({ detail }) => detail)).toEqual([
    { state: 'accepted', startsAt: Date.UTC(2026, 10, 25, 15) },
    { state: 'rescheduled', startsAt: Date.UTC(2026, 10, 26, 15) },
    { state: 'rescheduled', startsAt: Date.UTC(2026, 10, 27, 15) },
  ]);
});

test('a booking that names itself as its predecessor is not a move, and has the title of the last event', async () => {
  await sendContact(contactBody);
  await sendContact(contactBody);
  const more = { rescheduleUid: 'uno', title: 'Asesoría' };
  await send(eventAt('BOOKING_CREATED', 1, { uid: 'uno', title: 'Llamada', rescheduleUid: 'uno' }));
  expect((await storedHistory()).map(({ detail }) => detail)).toMatchObject([
    { state: 'accepted' },
  ]);
  await send(eventAt('BOOKING_CREATED', 2, { uid: 'uno', ...more }));
  expect(await storedBookings()).toMatchObject([{ uid: 'uno', title: 'Asesoría' }]);
});

test.each([
  ['BOOKING_REQUESTED', 'requested', 'requested'],
  ['BOOKING_CREATED', 'accepted', 'rescheduled'],
  ['BOOKING_PAYMENT_INITIATED', 'accepted', 'rescheduled'],
])(
  'a booking that %s moves to another hour and place replaces the old one, which stays as moved',
  async (kind, state, shown) => {
    await sendContact(contactBody);
    await send(bookingEvent({ uid: 'uno', createdAt: at(1) }));
    const startTime = '2026-11-26T15:00:00Z';
    const moved = { uid: 'dos', rescheduleUid: 'uno', startTime, location: 'Av. Uno 1' };
    await send(eventAt(kind, 2, moved));
    const startsAt = Date.parse(startTime);
    expect(await storedBookings()).toMatchObject([
      { uid: 'dos', state, startsAt, leadId: 1, location: 'Av. Uno 1' },
      { uid: 'uno', state: 'rescheduled', rescheduledTo: 'dos', location: 'integrations:daily' },
    ]);
    expect((await storedHistory()).map(({ detail }) => detail)).toEqual([
      { state: 'accepted', startsAt: Date.UTC(2026, 10, 25, 15) },
      { state: shown, startsAt },
    ]);
    await send(eventAt('BOOKING_REJECTED', 3, { uid: 'dos', rescheduleUid: 'uno', startTime }));
    expect(await storedBookings()).toMatchObject([
      { uid: 'dos', state: 'rejected' },
      { uid: 'uno', state: 'rescheduled' },
    ]);
  },
);

test('a booking whose move arrives after its cancellation is in the lead’s history as cancelled, not as moved', async () => {
  await sendContact(contactBody);
  await sendContact(contactBody);
  await send(movedAt(3, 'dos', 'tres', '2026-11-27T15:00:00Z'));
  await send(eventAt('BOOKING_CANCELLED', 4, { uid: 'tres' }));
  await send(bookingEvent({ uid: 'uno', createdAt: at(1), leadRef: leadRefOf(1) }));
  await send(movedAt(2, 'uno', 'dos', '2026-11-26T15:00:00Z'));
  const events = (await storedHistory()).filter(({ leadId }) => leadId === 1);
  expect(events).toMatchObject([
    { detail: { state: 'accepted' } },
    { detail: { state: 'cancelled' } },
  ]);
});
