import { createHash } from 'node:crypto';
import ical, { ICalAlarmType, ICalEventTransparency } from 'ical-generator';
import { brand } from '#lib/platform/config/brand.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';

export type CalendarDay = {
  /** Stable id, so that calendar programs update the entry and do not add another. */
  uid: string;
  /** `YYYY-MM-DD`. */
  day: string;
  title: string;
  description: string;
  url: string;
  /** Time of the last change, in ms. */
  changedAt: number;
};

/**
 * Returns an iCalendar file (RFC 5545) with an all-day event per day and an alarm `alarmDays`
 * before each.
 */
export function calendarOf(name: string, days: readonly CalendarDay[], alarmDays: number): string {
  const calendar = ical({ name, prodId: { company: brand.name, product: 'Vencimientos' } });
  calendar.ttl(DAY_SECONDS / 2);
  for (const { uid, day, title, description, url, changedAt } of days) {
    const event = calendar.createEvent({
      id: createHash('sha256').update(uid).digest('hex').slice(0, 32),
      // Without a `timezone` the library writes the date in UTC, whatever the server's time zone
      // is.
      start: new Date(day),
      allDay: true,
      stamp: new Date(changedAt),
      summary: title,
      description,
      url,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
    event.createAlarm({
      type: ICalAlarmType.display,
      trigger: alarmDays * DAY_SECONDS,
      description: title,
    });
  }
  return calendar.toString();
}
