import { formatAgo, formatDateTime } from '#lib/platform/format.ts';

/** `hace 3 h`, after a month the day; the exact time for who points at it. */
export function TimeAgo({ at, now }: { at: number; now: number }) {
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatDateTime(at)}
      className="whitespace-nowrap"
    >
      {formatAgo(at, now)}
    </time>
  );
}
