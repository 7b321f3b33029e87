import { DAY } from '#lib/platform/durations.ts';
import { formatDateTime, formatDuration } from '#lib/platform/format.ts';

/** `hace 3 horas`, after a week the day; the exact time for who points at it. */
export function TimeAgo({ at, now }: { at: number; now: number }) {
  const exact = formatDateTime(at);
  const text = now - at < 7 * DAY ? `hace ${formatDuration(now - at)}` : exact;
  return (
    <time dateTime={new Date(at).toISOString()} title={exact} className="whitespace-nowrap">
      {text}
    </time>
  );
}
