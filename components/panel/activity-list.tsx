import { placeText } from '#components/panel/place-text.ts';
import { auditCopy } from '#lib/domain/audit/copy.ts';
import { formatDateTime } from '#lib/platform/format.ts';

export type ShownEvent = { id: number; action: string; place: string; at: number };

export function ActivityList({ events }: { events: readonly ShownEvent[] }) {
  return (
    <ol className="border-t border-line">
      {events.map(({ id, action, place, at }) => (
        <li key={id} className="border-b border-line py-3">
          <p className="font-semibold">{textOf(action)}</p>
          <p className="text-sm text-ink-soft tabular-nums">
            {formatDateTime(at)} · {placeText(place)}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** An event of a version after this one may be in the table; it still happened. */
function textOf(action: string): string {
  return action in auditCopy ? auditCopy[action as keyof typeof auditCopy] : 'Otro cambio';
}
