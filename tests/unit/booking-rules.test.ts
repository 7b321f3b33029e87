import { expect, test } from 'vitest';
import { buildBooking } from '#lib/domain/bookings/rules.ts';
import { parseSchedulingEvent, schedulingEnvelope } from '#lib/domain/bookings/schema.ts';

type ReportedSize = [kind: string, minute: number, payload?: object];
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 15, minute)).toISOString();
const fold = (reports: ReportedSize[], uid = 'uno') =>
  buildBooking(
    uid,
    reports.map(([triggerEvent, minute, payload]) =>
      parseSchedulingEvent(
        schedulingEnvelope.parse({
          triggerEvent,
          createdAt: at(minute),
          payload: { uid, ...payload },
        }),
        Date.UTC(2027, 0, 1),
      ),
    ),
  );

const noShow = (is: boolean) => ({ attendees: [{ email: 'ana@andes.cl', noShow: is }] });

test.each<[string, ReportedSize[]]>([
  [
    'ended',
    [
      ['BOOKING_CREATED', 1],
      ['MEETING_ENDED', 2],
    ],
  ],
  [
    'ended',
    [
      ['BOOKING_REQUESTED', 1],
      ['MEETING_ENDED', 2],
    ],
  ],
  [
    'cancelled',
    [
      ['BOOKING_CANCELLED', 1],
      ['MEETING_ENDED', 2],
    ],
  ],
  [
    'rejected',
    [
      ['BOOKING_REJECTED', 1],
      ['MEETING_ENDED', 2],
    ],
  ],
  [
    'no_show',
    [
      ['BOOKING_NO_SHOW_UPDATED', 1, noShow(true)],
      ['MEETING_ENDED', 2],
    ],
  ],
  [
    'ended',
    [
      ['BOOKING_NO_SHOW_UPDATED', 1, noShow(true)],
      ['BOOKING_NO_SHOW_UPDATED', 2, noShow(false)],
    ],
  ],
  [
    'accepted',
    [
      ['BOOKING_CREATED', 1],
      ['BOOKING_NO_SHOW_UPDATED', 2, noShow(false)],
    ],
  ],
  [
    'cancelled',
    [
      ['BOOKING_CREATED', 1],
      ['BOOKING_NO_SHOW_UPDATED', 1, noShow(true)],
      ['BOOKING_CANCELLED', 1],
    ],
  ],
  [
    'accepted',
    [
      ['BOOKING_CREATED', 1],
      ['BOOKING_REQUESTED', 1],
    ],
  ],
])('a booking is %s after %j, in either order of arrival', (state, notices) => {
  expect([fold(notices)?.state, fold(notices.toReversed())?.state]).toEqual([state, state]);
});

test('a moved booking keeps its own times and place, and the new one has others under the new uid', () => {
  const first = { startTime: at(10), endTime: at(40), location: 'https://meet.example/1' };
  const moved = {
    ...{ uid: 'dos', rescheduleUid: 'uno', startTime: at(50), endTime: at(59) },
    ...{ location: 'https://meet.example/2', rescheduleStartTime: at(10) },
    rescheduleEndTime: at(40),
  };
  const reports: ReportedSize[] = [
    ['BOOKING_CREATED', 1, { uid: 'uno', ...first }],
    ['BOOKING_RESCHEDULED', 2, moved],
    ['MEETING_ENDED', 3, { uid: 'uno' }],
  ];
  expect(fold(reports)).toMatchObject({
    ...{ state: 'rescheduled', rescheduledTo: 'dos', location: 'https://meet.example/1' },
    ...{ startsAt: Date.parse(at(10)), endsAt: Date.parse(at(40)) },
  });
  expect(fold(reports.slice(1, 2), 'dos')).toMatchObject({
    ...{ state: 'accepted', replaces: 'uno', location: 'https://meet.example/2' },
    ...{ startsAt: Date.parse(at(50)), endsAt: Date.parse(at(59)) },
  });
});
