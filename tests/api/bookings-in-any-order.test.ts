import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leadRefOf } from '#lib/domain/requests/leads/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { bookings } from '#lib/platform/db/schema/bookings.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import { webhookEvents } from '#lib/platform/db/schema/webhooks.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { at, bookingEvent, eventAt, movedAt } from '#tests/support/providers/scheduling.ts';
import { sendSchedulingEvent, storedBookings, webhookVariables } from '#tests/support/webhooks.ts';
import { worldForTest } from '#tests/support/world.ts';

worldForTest({ ...webhookVariables, RATE_LIMITS: 'off' });

describe('booking events that come in any order, late and repeated', () => {
  const story = [
    bookingEvent({ triggerEvent: 'BOOKING_REQUESTED', uid: 'uno', createdAt: at(1) }),
    eventAt('BOOKING_CREATED', 2, { uid: 'uno', location: 'https://meet.example/1' }),
    movedAt(3, 'uno', 'dos', '2026-11-26T15:00:00Z'),
    movedAt(4, 'dos', 'tres', '2026-11-27T15:00:00Z'),
    { triggerEvent: 'MEETING_ENDED', createdAt: at(5), payload: { uid: 'tres' } },
    {
      triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
      createdAt: at(6),
      payload: { bookingUid: 'tres', attendees: [{ email: 'ana@constructora.cl', noShow: true }] },
    },
    eventAt('BOOKING_CANCELLED', 7, { uid: 'cuatro' }),
    eventAt('BOOKING_CREATED', 5, { uid: 'cuatro', startTime: '2026-12-01T12:00:00Z' }),
    // The next two events share one moment.
    eventAt('BOOKING_REJECTED', 8, { uid: 'cinco' }),
    eventAt('BOOKING_CREATED', 8, { uid: 'cinco', title: 'Otra' }),
    eventAt('BOOKING_CANCELLED', 9, { uid: 'ocho' }),
    eventAt('BOOKING_CREATED', 9, { uid: 'ocho' }),
    // The same booking is moved twice, like by two people at once.
    movedAt(9, 'cinco', 'seis', '2026-12-02T12:00:00Z'),
    movedAt(10, 'cinco', 'siete', '2026-12-03T12:00:00Z'),
  ];

  async function tell(order: readonly unknown[]) {
    await getDb().write(async (tx) => {
      await tx.delete(bookings);
      await tx.delete(webhookEvents);
      await tx.delete(leadEvents);
    });
    for (const one of order) await sendSchedulingEvent(one);
    return (await storedBookings()).map(({ id: _, createdAt: __, ...row }) => row);
  }

  test('lead to the same bookings', async () => {
    await sendContact(contactBody);
    await sendContact(contactBody);
    const first = story[0] ?? story[1];
    const named = { ...first, payload: { ...first?.payload, metadata: { leadRef: leadRefOf(1) } } };
    const all = [named, ...story.slice(1)];
    const expected = await tell(all);
    expect(expected.map(({ uid, state, leadId }) => [uid, state, leadId])).toEqual([
      ['cinco', 'rescheduled', 2],
      ['cuatro', 'cancelled', 2],
      ['dos', 'rescheduled', 1],
      ['ocho', 'cancelled', 2],
      ['seis', 'accepted', 2],
      ['siete', 'accepted', 2],
      ['tres', 'no_show', 1],
      ['uno', 'rescheduled', 1],
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...all, ...all], { minLength: 28, maxLength: 28 }),
        async (order) => {
          expect(await tell(order)).toEqual(expected);
        },
      ),
      { numRuns: 20 },
    );
  });
});
