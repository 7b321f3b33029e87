import { placeText } from '#components/panel/place-text.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { auditCopy } from '#lib/domain/audit/copy.ts';
import { signInCopy } from '#lib/domain/audit/entry-copy.ts';
import { replacedText } from '#lib/domain/documents/copy.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type TrailEvent = { id: number; action: string; place: string; at: number };

/** `person` names another member who did it for the company. */
export type ShownEvent = TrailEvent & Record<'replaced' | 'name' | 'person', string | null>;

export function ActivityList({ events }: { events: readonly ShownEvent[] }) {
  return <TrailList rows={events.map((event) => ({ ...event, text: textOf(event) }))} />;
}

/** Describes an event. An unknown one, which a newer version wrote, is `Otro cambio`. */
function textOf({ action, replaced, name, person }: ShownEvent): string {
  if (replaced && name) {
    const text = replacedText(replaced, name);
    return person ? `${person}: ${text}` : text;
  }
  const [ownText, othersText] =
    action in auditCopy
      ? auditCopy[action as keyof typeof auditCopy]
      : ['Otro cambio', 'otro cambio'];
  const text = person ? `${person} ${othersText}` : ownText;
  return name ? `${text}: ${name}` : text;
}

type SignIns = { signIns: readonly (TrailEvent & { device: string | null })[] };

export function SignInList({ signIns }: SignIns) {
  if (signIns.length === 0) return <EmptyState art="tray">Todavía no hay ingresos.</EmptyState>;
  const rows = signIns.map(({ device, ...event }) => ({
    ...event,
    text: [signInCopy[event.action], device].filter(Boolean).join(', '),
  }));
  return <TrailList rows={rows} />;
}

function TrailList({ rows }: { rows: readonly (TrailEvent & { text: string })[] }) {
  return (
    <ol className="border-t border-line">
      {rows.map(({ id, text, place, at }) => (
        <li key={id} className="border-b border-line py-3">
          <p className="font-semibold wrap-anywhere">{text}</p>
          <p className="text-sm text-ink-soft">
            {formatDateTime(at)}
            {place !== 'desconocida' && ` · ${placeText(place)}`}
          </p>
        </li>
      ))}
    </ol>
  );
}
