import { createHash } from 'node:crypto';
import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { brand } from '#lib/platform/config/brand.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';

/** An entry with a time is busy in the reader's calendar; an all-day entry is free. */
const { OPAQUE, TRANSPARENT } = ICalEventTransparency;

type CalendarEntry = {
  /** A stable uid lets calendars update the entry instead of adding another. */
  uid: string;
  /** A calendar date, `YYYY-MM-DD`, or a time with its start and end in ms. */
  when: string | { start: number; end: number };
  title: string;
  description: string;
  url: string;
  /** Time of the last change, in ms. */
  changedAt: number;
  /** Number of changes, by which calendars replace an older entry. */
  changeCount?: number;
  /** True for an entry that calendars should remove. */
  isCancelled?: boolean;
};

/** Returns an iCalendar file (RFC 5545) with an alarm `alarmSeconds` before each entry's start. */
export function calendarOf(
  name: string,
  entries: readonly CalendarEntry[],
  alarmSeconds: number,
): string {
  const calendar = ical({ name, prodId: { company: brand.name, product: 'Vencimientos' } });
  calendar.ttl(DAY_SECONDS / 2);
  if (entries.some(({ isCancelled }) => isCancelled)) calendar.method(ICalCalendarMethod.CANCEL);
  for (const entry of entries) {
    const { uid, when, title, description, url, changedAt, changeCount = 0, isCancelled } = entry;
    const event = calendar.createEvent({
      id: createHash('sha256').update(uid).digest('hex').slice(0, 32),
      // Without a time zone, the library writes UTC in any zone of the server.
      ...(typeof when === 'string'
        ? { start: new Date(when), allDay: true, transparency: TRANSPARENT }
        : { start: new Date(when.start), end: new Date(when.end), transparency: OPAQUE }),
      sequence: changeCount,
      ...(isCancelled && { status: ICalEventStatus.CANCELLED }),
      stamp: new Date(changedAt),
      summary: title,
      description,
      url,
    });
    event.createAlarm({
      type: ICalAlarmType.display,
      trigger: alarmSeconds,
      description: title,
    });
  }
  return calendar.toString();
}
