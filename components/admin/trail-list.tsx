import { placeText } from '#components/panel/place-text.ts';
import { actorText, objectOf, type TrailEvent, toldText } from '#lib/domain/audit/view.ts';
import { formatDateTime } from '#lib/platform/format.ts';

export function TrailList({ events }: { events: readonly TrailEvent[] }) {
  return (
    <ol className="border-t border-line">
      {events.map((event) => (
        <li key={event.id} className="border-b border-line py-3">
          <p className="wrap-anywhere">
            <strong>{actorText(event)}</strong> {toldText(event.action)}
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft tabular-nums">
            <span>{formatDateTime(event.at)}</span>
            <What {...event} />
            <Whose {...event} />
            {!['desconocida', 'cli', ''].includes(event.place) && (
              <span>{placeText(event.place)}</span>
            )}
            <span>N.º {event.id}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

function What(event: TrailEvent) {
  const object = objectOf(event);
  if (!object) return null;
  return object.href ? <a href={object.href}>{object.label}</a> : <span>{object.label}</span>;
}

function Whose({ accountId, accountEmail, actor }: TrailEvent) {
  if (!accountEmail || accountId === actor) return null;
  return (
    <span className="wrap-anywhere">
      Cuenta: <a href={`/admin/cuentas/${accountId}`}>{accountEmail}</a>
    </span>
  );
}
