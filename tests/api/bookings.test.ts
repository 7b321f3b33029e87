import { describe, expect, test } from 'vitest';
import { listBookingsOf } from '#lib/domain/bookings/reads.ts';
import { sweepBookings } from '#lib/domain/bookings/writes.ts';
import { forgetContact } from '#lib/domain/crm/writes/contacts.ts';
import { leadRefOf } from '#lib/domain/requests/leads/view.ts';
import { sweepWebhookEvents } from '#lib/domain/webhooks/writes.ts';
import { contactBody, sendContact } from '#tests/support/contact.ts';
import { dealEvent, sendEvents } from '#tests/support/crm-events.ts';
import { deliverDue } from '#tests/support/delivery-worker.ts';
import { eraseSingleLead } from '#tests/support/erasure.ts';
import { startHubspot } from '#tests/support/providers/hubspot.ts';
import { at, bookingEvent, eventAt, movedAt } from '#tests/support/providers/scheduling.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';
import {
  eventCounts,
  sendSchedulingEvent,
  storedBookings,
  storedEvents,
  storedHistory,
  webhookVariables,
} from '#tests/support/webhooks.ts';
import { worldForTest } from '#tests/support/world.ts';

const world = worldForTest({ ...webhookVariables, RATE_LIMITS: 'off' });

const send = (item: unknown) => eventCounts(sendSchedulingEvent(item));

const states = async () => (await storedBookings()).map(({ uid, state }) => [uid, state]);

describe('a booking', () => {
  test('made before its person writes to us belongs to their first lead, and the CRM gets it after that lead', async () => {
    const leadRef = leadRefOf(99);
    await send(bookingEvent({ uid: 'a', email: 'ANA@constructora.cl', leadRef }));
    await send(bookingEvent({ uid: 'b', email: 'otra@empresa.cl', startTime: at(-1) }));
    world.advance(60_000);
    await sendContact(contactBody);
    await sendContact(contactBody, { path: '/api/contact-advisor' });
    expect((await storedBookings()).map(({ uid, leadId }) => [uid, leadId])).toEqual([
      ['a', 1],
      ['b', null],
    ]);
    expect(await storedHistory()).toMatchObject([{ leadId: 1, kind: 'booking' }]);
    const toCrm = (await queuedDeliveries()).filter(({ partition }) => partition === 'lead:1/crm');
    expect(toCrm.map(({ kind }) => kind)).toEqual(['lead.crm', 'lead.crm-note']);
  });

  test('belongs to the lead that its reference names, or else to the newest lead of its e-mail', async () => {
    await sendContact(contactBody);
    await sendContact(contactBody, { path: '/api/contact-advisor' });
    await sendContact({ ...contactBody, correo: 'otra@empresa.cl' });
    const leadRef = leadRefOf(1);
    await send(bookingEvent({ uid: 'a', leadRef, email: 'gmail@otra.cl' }));
    await send(bookingEvent({ uid: 'b', email: 'ANA@constructora.cl' }));
    await send(bookingEvent({ uid: 'c', leadRef: `${leadRef}x` }));
    await send(bookingEvent({ uid: 'd', email: 'nadie@lejos.cl', startTime: at(-1) }));
    await send(bookingEvent({ uid: 'e', leadRef: leadRefOf(99), email: 'nadie@lejos.cl' }));
    expect((await storedBookings()).map(({ uid, leadId }) => [uid, leadId])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 2],
      ['d', null],
      ['e', null],
    ]);
    expect((await storedBookings())[0]).toMatchObject({
      email: 'gmail@otra.cl',
      name: 'Ana Muñoz',
      title: 'Asesoría entre Resguardo y Ana Muñoz',
      startsAt: Date.UTC(2026, 10, 25, 15),
      endsAt: Date.UTC(2026, 10, 25, 15, 30),
    });
    expect((await storedHistory()).map(({ leadId, actor }) => [leadId, actor])).toEqual([
      [1, 'scheduling'],
      [2, 'scheduling'],
      [2, 'scheduling'],
    ]);
  });

  test('that names an erased lead belongs to no lead', async () => {
    await sendContact(contactBody);
    await eraseSingleLead(1);
    const history = await storedHistory();
    const deliveries = await queuedDeliveries();
    await send(bookingEvent({ uid: 'a', leadRef: leadRefOf(1), email: 'otra@empresa.cl' }));
    expect((await storedBookings()).map(({ uid, leadId }) => [uid, leadId])).toEqual([['a', null]]);
    expect(await storedHistory()).toEqual(history);
    expect(await queuedDeliveries()).toEqual(deliveries);
  });

  test.each<[string, object, string]>([
    ['BOOKING_CREATED', {}, 'accepted'],
    ['BOOKING_REQUESTED', { status: 'PENDING' }, 'requested'],
    ['BOOKING_REJECTED', { status: 'REJECTED' }, 'rejected'],
    ['BOOKING_CANCELLED', { cancellationReason: 'x' }, 'cancelled'],
    ['MEETING_ENDED', {}, 'ended'],
    ['BOOKING_NO_SHOW_UPDATED', { attendees: [{ email: 'a@b.cl', noShow: true }] }, 'no_show'],
    ['BOOKING_RESCHEDULED', {}, 'accepted'],
  ])('is stored by the event %s with its state', async (kind, payload, state) => {
    expect(await send(eventAt(kind, 1, { ...payload }))).toEqual([1, 1, 0]);
    expect(await states()).toEqual([['bFJeNb2uX8ANpT3JL5EfXw', state]]);
  });

  test.each(['MEETING_STARTED', 'BOOKING_PAID', 'RECORDING_READY', 'FORM_SUBMITTED', 'X'])(
    'is not changed by the event %s, which is stored once',
    async (kind) => {
      await send(eventAt('BOOKING_CREATED', 1));
      expect(await send(eventAt(kind, 2))).toEqual([1, 0, 0]);
      expect(await send(eventAt(kind, 2))).toEqual([1, 0, 1]);
      expect((await storedEvents()).map(({ outcome }) => outcome)).toEqual(['processed', 'stored']);
      expect((await states())[0]?.[1]).toBe('accepted');
    },
  );

  test.each(['BOOKING_CREATED', 'BOOKING_REQUESTED'])(
    'that %s made ends with a MEETING_ENDED event whose fields are not nested',
    async (kind) => {
      await send(eventAt(kind, 1));
      const ended = { triggerEvent: 'MEETING_ENDED', createdAt: at(2), ...bookingEvent().payload };
      expect(await send(ended)).toEqual([1, 1, 0]);
      expect((await states())[0]?.[1]).toBe('ended');
    },
  );

  test('whose uid equals the key of a CRM record that was erased is stored', async () => {
    await sendEvents([dealEvent('dos')]);
    await forgetContact('51', world.now());
    for (const uid of ['contact:51', 'deal:90']) {
      expect(await send(bookingEvent({ uid }))).toEqual([1, 1, 0]);
      expect((await storedBookings()).map((item) => item.uid)).toContain(uid);
    }
  });

  test('becomes a no-show by an event with its uid, and ended when the no-show is revoked', async () => {
    await send(eventAt('BOOKING_CREATED', 1));
    const { payload } = bookingEvent();
    const noShow = (shown: boolean, minute: number) => ({
      triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
      createdAt: at(minute),
      payload: {
        bookingUid: payload.uid,
        bookingId: 91,
        attendees: [{ email: 'ana@constructora.cl', noShow: shown }],
        message: 'x',
      },
    });
    await send(noShow(true, 3));
    expect((await states())[0]?.[1]).toBe('no_show');
    await send(noShow(false, 4));
    expect((await states())[0]?.[1]).toBe('ended');
  });

  test.each(['BOOKING_CANCELLED', 'BOOKING_REJECTED'])(
    'that %s called off stays called off although MEETING_ENDED events follow',
    async (kind) => {
      await send(eventAt('BOOKING_CREATED', 1));
      await send(eventAt(kind, 2));
      const before = await states();
      expect(before[0]?.[1]).toMatch(/cancelled|rejected/);
      await send(eventAt('MEETING_ENDED', 4));
      expect(await states()).toEqual(before);
      await send(eventAt('MEETING_ENDED', 3));
      expect(await states()).toEqual(before);
    },
  );

  test('whose lead is erased leaves no data in the stored events', async () => {
    await sendContact(contactBody);
    await send(bookingEvent({ uid: 'uno', createdAt: at(1) }));
    await send(movedAt(2, 'uno', 'dos', '2026-11-26T15:00:00Z'));
    await eraseSingleLead(1);
    const events = (await storedEvents()).filter(({ kind }) => kind !== 'erased');
    expect(events).toMatchObject(Array(2).fill({ body: '{}', subject: null, replaces: null }));
  });

  test('is noted in the CRM with each move and its cancellation', async () => {
    const hubspot = await startHubspot();
    await world.reopen({ ...webhookVariables, ...hubspot.variables, RATE_LIMITS: 'off' });
    await sendContact(contactBody);
    await send(bookingEvent({ uid: 'uno', createdAt: at(1) }));
    await send(movedAt(2, 'uno', 'dos', '2026-11-26T15:00:00Z'));
    await send(eventAt('BOOKING_CANCELLED', 3, { uid: 'dos', startTime: '2026-11-26T15:00:00Z' }));
    await deliverDue();
    const notes = hubspot.notes.map(({ properties }) => properties.hs_note_body);
    await hubspot.close();
    expect(notes.slice(1).map((html) => /<p>(Reu[^<]+)</.exec(html ?? '')?.[1])).toEqual([
      'Reunión agendada: 25-11-2026, 12:00 (hora de Chile)',
      'Reunión reagendada: 26-11-2026, 12:00 (hora de Chile)',
      'Reunión cancelada: 26-11-2026, 12:00 (hora de Chile)',
    ]);
  });

  test('stays when its raw events are deleted after 180 days, and later events change it', async () => {
    await send(eventAt('BOOKING_CREATED', 1));
    world.advance(180 * 86_400_000);
    await sweepWebhookEvents(world.now());
    expect(await storedEvents()).toHaveLength(1);
    await sweepWebhookEvents(world.now() + 1);
    expect(await storedEvents()).toHaveLength(0);
    await send({
      triggerEvent: 'BOOKING_CANCELLED',
      createdAt: at(2),
      payload: { uid: 'bFJeNb2uX8ANpT3JL5EfXw' },
    });
    expect(await storedBookings()).toMatchObject([
      { state: 'cancelled', email: 'ana@constructora.cl', startsAt: Date.UTC(2026, 10, 25, 15) },
    ]);
  });
});

test('a person’s bookings are found by their e-mail, without those of others', async () => {
  await send(bookingEvent({ uid: 'a', createdAt: at(1) }));
  await send(bookingEvent({ uid: 'b', createdAt: at(2), email: 'otra@empresa.cl' }));
  expect(await listBookingsOf('ana@constructora.cl', 10)).toMatchObject([
    { uid: 'a', state: 'accepted', startsAt: Date.UTC(2026, 10, 25, 15) },
  ]);
});

describe('a booking without a lead', () => {
  test('is deleted after 180 days, while one with a lead stays', async () => {
    await sendContact(contactBody);
    await send(bookingEvent({ uid: 'suya', createdAt: at(1) }));
    await send(
      bookingEvent({
        uid: 'de nadie',
        createdAt: at(1),
        startTime: at(0),
        email: 'nadie@lejos.cl',
      }),
    );
    const later = Date.parse(at(1)) + 180 * 86_400_000;
    await sweepBookings(later);
    expect(await storedBookings()).toHaveLength(2);
    await sweepBookings(later + 1);
    expect(await states()).toEqual([['suya', 'accepted']]);
  });
});
