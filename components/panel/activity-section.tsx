import { ActivityList, type ShownEvent } from '#components/panel/activity-list.tsx';
import { Card } from '#components/ui/card.tsx';

export function ActivitySection({
  events,
  more,
}: {
  events: readonly ShownEvent[];
  more: boolean;
}) {
  return (
    <Card title="Actividad de tu cuenta">
      <ActivityList events={events} />
      {more && (
        <p className="mt-3">
          <a href="/panel/actividad" className="inline-block py-2">
            Ver toda la actividad
          </a>
        </p>
      )}
    </Card>
  );
}
