import { Fragment } from 'react';
import { networkText } from '#components/panel/network-text.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { signInCopy } from '#lib/domain/audit/entry-copy.ts';
import {
  type Activity,
  activityObjects,
  activityText,
} from '#lib/domain/dashboard/activity-view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type TrailEvent = { id: number; action: string; place: string; at: number };

export function ActivityList({ events }: { events: readonly Activity[] }) {
  return (
    <TrailList
      rows={events.map((event) => ({
        ...event,
        text: activityText(event),
        objects: activityObjects(event),
      }))}
    />
  );
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

type Row = TrailEvent & { text: string; objects?: ReturnType<typeof activityObjects> };

function TrailList({ rows }: { rows: readonly Row[] }) {
  return (
    <ol className="border-t border-line">
      {rows.map(({ id, text, objects = [], place, at }) => (
        <li key={id} className="border-b border-line py-3">
          <p className="font-semibold wrap-anywhere">
            {text}
            {objects.map(({ label, href }, index) => (
              <Fragment key={label}>
                {index === 0 ? ': ' : ', '}
                {href ? <a href={href}>{label}</a> : label}
              </Fragment>
            ))}
          </p>
          <p className="text-sm text-ink-soft">
            {formatDateTime(at)}
            {place !== 'desconocida' && ` · ${networkText(place)}`}
          </p>
        </li>
      ))}
    </ol>
  );
}
