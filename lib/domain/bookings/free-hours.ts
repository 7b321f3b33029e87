import { type FreeDay, freeDays } from '#lib/domain/bookings/rules.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { ProviderError } from '#lib/platform/operations/provider-error.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { log } from '#lib/platform/process/log.ts';
import { shareResult } from '#lib/platform/process/share-result.ts';
import { type EventType, readSlots } from '#lib/platform/scheduling/free-slots.ts';

export type CalendarHours = {
  days: FreeDay[];
  today: string;
  /** Says how long an hour lasts and by what means. It comes from SCHEDULING_ABOUT. */
  about: string | undefined;
};

/**
 * Returns the next free hours of the calendar. They are fetched at most once a minute, and a
 * failure counts as a fetch. Returns no days if Cal.com is not configured, has no free hour or does
 * not answer in time: pages then link to the calendar's own page.
 */
export async function listFreeHours(now: number): Promise<CalendarHours> {
  const today = isoDay(now);
  const eventType = findEventType();
  const { about } = getEnv().scheduling;
  if (!eventType) return { today, about, days: [] };
  const starts = await shareResult('free-hours', MINUTE, () => readHours(eventType, now));
  return { today, about, days: freeDays(starts, now) };
}

async function readHours(eventType: EventType, now: number): Promise<number[]> {
  try {
    return await readSlots(eventType, { from: now, until: now + 14 * DAY });
  } catch (error) {
    const reason = error instanceof ProviderError ? error.reason : 'unforeseen';
    log().warn({ reason }, 'calendar: the free hours could not be read');
    return [];
  }
}

/**
 * Returns user and event of a booking page `https://cal.com/<user>/<event>`. The host of the page
 * must be that of the API, with or without `api.` before it, because another calendar service could
 * have a user of the same name.
 */
function findEventType(): EventType | null {
  const { url, apiUrl } = getEnv().scheduling;
  if (!url || !apiUrl) return null;
  const { hostname, pathname } = new URL(url);
  const isOfApi = [hostname, `api.${hostname}`].includes(new URL(apiUrl).hostname);
  const [, username, slug] = /^\/([\w.-]+)\/([\w.-]+)\/?$/.exec(pathname) ?? [];
  return isOfApi && username && slug ? { apiUrl, username, slug } : null;
}
