import { HOUR } from '#lib/platform/process/durations.ts';

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Santiago',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/**
 * Parses an ISO date or date-time into ms. Without a time zone the text is in Chile's. Returns null
 * if it is unreadable or before 1990, as .NET's empty date is.
 */
export function instantInChile(text: string): number | null {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
      text.trim(),
    );
  if (!match || Number(match[1]) < 1990) return null;
  const day = `${match[1]}-${match[2]}-${match[3]}`;
  const dateTime = `${day}T${match[4] ?? '00:00:00'}`;
  if (match[6]) return validTime(Date.parse(`${dateTime}${match[6]}`));
  const local = validTime(Date.parse(`${dateTime}Z`));
  if (local === null || !new Date(local).toISOString().startsWith(day)) return null;
  // Near a clock change, the first guess may use the offset of the other side of the change.
  const guess = local - offsetAt(local);
  const instant = local - offsetAt(guess);
  // The change to summer time skips an hour. A time within that hour must stay on the same day.
  return instant + offsetAt(instant) === local ? instant : Math.max(guess, instant);
}

const offsets = new Map<number, number>();

/**
 * Returns how many ms Chile's clock is ahead of UTC (negative). Cached by hour: it changes on the
 * hour.
 */
export function offsetAt(ms: number): number {
  const hour = Math.floor(ms / HOUR);
  const offset = offsets.get(hour);
  if (offset !== undefined) return offset;
  const parts = clock.formatToParts(hour * HOUR).map(({ type, value }) => [type, value]);
  const { year, month, day, hour: hours, minute, second } = Object.fromEntries(parts);
  const local = Date.parse(`${year}-${month}-${day}T${hours}:${minute}:${second}Z`);
  if (offsets.size >= 20_000) offsets.clear();
  offsets.set(hour, local - hour * HOUR);
  return local - hour * HOUR;
}

function validTime(ms: number): number | null {
  return Number.isNaN(ms) ? null : ms;
}
