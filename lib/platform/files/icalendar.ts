import { createHash } from 'node:crypto';
import ical, { ICalAlarmType, ICalEventTransparency } from 'ical-generator';
import { brand } from '#lib/platform/config/brand.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';

export type CalendarDay = {
  /** A stable uid lets calendars update the entry instead of adding another. */
  uid: string;
  /** Calendar date, `YYYY-MM-DD`. */
  day: string;
  title: string;
  description: string;
  url: string;
  /** Time of the last change, in ms. */
  changedAt: number;
};

/** Returns an iCalendar file (RFC 5545) of whole days, each with an alarm `alarmDays` before. */
export function calendarOf(name: string, days: readonly CalendarDay[], alarmDays: number): string {
  const calendar = ical({ name, prodId: { company: brand.name, product: 'Vencimientos' } });
  calendar.ttl(DAY_SECONDS / 2);
  for (const { uid, day, title, description, url, changedAt } of days) {
    const event = calendar.createEvent({
      id: createHash('sha256').update(uid).digest('hex').slice(0, 32),
      // Without a time zone, the library writes the UTC date in any zone of the server.
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
