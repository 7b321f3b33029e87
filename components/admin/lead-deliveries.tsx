import { DeliveryButton } from '#components/admin/delivery-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { deliveryName, deliveryStateCopy, reasonText } from '#lib/domain/deliveries/copy.ts';

type Delivery = {
  id: number;
  kind: string;
  state: keyof typeof deliveryStateCopy;
  attempts: number;
  lastError: string | null;
  createdAt: number;
  settledAt: number | null;
};

export function LeadDeliveries({
  leadId,
  list,
  deliveries,
  now,
  done,
}: {
  leadId: number;
  list: string;
  deliveries: readonly Delivery[];
  now: number;
  done: string | undefined;
}) {
  return (
    <Card id="envios" title="Envíos">
      <DoneNotice tight>{done}</DoneNotice>
      {deliveries.length === 0 && <p>No hay envíos de los últimos 90 días.</p>}
      <ul className="border-t border-line">
        {deliveries.map((delivery) => (
          <li
            key={delivery.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3"
          >
            <div className="min-w-0 flex-1 basis-44">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {deliveryName(delivery.kind)}
                <Tag tone={tones[delivery.state]}>{deliveryStateCopy[delivery.state]}</Tag>
              </p>
              <p className="text-sm wrap-anywhere text-ink-soft tabular-nums">
                <TimeAgo at={delivery.settledAt ?? delivery.createdAt} now={now} />
                {delivery.attempts > 1 && ` · ${delivery.attempts} intentos`}
                {delivery.lastError && ` · ${reasonText(delivery.lastError)}`}
              </p>
            </div>
            <DeliveryButton {...delivery} leadId={leadId} list={list} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const tones = { waiting: 'warning', sent: 'success', dead: 'danger' } as const;
