import { placeText } from '#components/panel/place-text.ts';
import { auditCopy } from '#lib/domain/audit/copy.ts';
import { replacedText } from '#lib/domain/documents/copy.ts';
import { formatDateTime } from '#lib/platform/format.ts';

export type ShownEvent = { id: number; action: string; place: string; at: number } & Record<
  'replaced' | 'name',
  string | null
>;

export function ActivityList({ events }: { events: readonly ShownEvent[] }) {
  return (
    <ol className="border-t border-line">
      {events.map(({ id, place, at, ...event }) => (
        <li key={id} className="border-b border-line py-3">
          <p className="font-semibold wrap-anywhere">{textOf(event)}</p>
          <p className="text-sm text-ink-soft tabular-nums">
            {formatDateTime(at)}
            {place !== 'desconocida' && ` · ${placeText(place)}`}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** An event of a version after this one may be in the table; it still happened. */
function textOf({ action, replaced, name }: Pick<ShownEvent, 'action' | 'replaced' | 'name'>) {
  if (replaced && name) return replacedText(replaced, name);
  const text = action in auditCopy ? auditCopy[action as keyof typeof auditCopy][0] : 'Otro cambio';
  return name ? `${text}: ${name}` : text;
}
