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

/** Returns ms, or null if unreadable or before 1990 (.NET's empty date). No zone means Chile's. */
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
  // Near a change of the clock the first guess may have the offset of the other side.
  const guess = local - offsetAt(local);
  const instant = local - offsetAt(guess);
  // Summer time skips the first hour of a day. A time in that hour still belongs to that day.
  return instant + offsetAt(instant) === local ? instant : Math.max(guess, instant);
}

const offsets = new Map<number, number>();

/** Returns how many ms Chile's clock is ahead of UTC, cached by hour as it changes on the hour. */
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
