import { DeliveryButton } from '#components/admin/delivery-button.tsx';
import type { LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LeadSection } from '#components/admin/lead/lead-section.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TimeAgo } from '#components/ui/time.tsx';
import { isReturned } from '#lib/domain/deliveries/arrival-rules.ts';
import {
  deliveryName,
  deliveryNoteText,
  deliveryStateOf,
  deliveryTag,
} from '#lib/domain/deliveries/copy.ts';
import type { Lead } from '#lib/domain/requests/team/view.ts';

type Props = Pick<LeadPartProps, 'lead' | 'list' | 'now'> & { notice: string | undefined };

type OwnDelivery = Lead['deliveries'][number];

/** Lists deliveries that wait, failed or bounced. Other sent ones are folded into one line. */
export function LeadDeliveries({ notice, ...leadProps }: Props) {
  const { deliveries } = leadProps.lead;
  const isDone = (delivery: OwnDelivery) => delivery.state === 'sent' && !isReturned(delivery);
  const sentDeliveries = deliveries.filter(isDone);
  const openDeliveries = deliveries.filter((delivery) => !isDone(delivery));
  return (
    <LeadSection
      id="envios"
      title="Envíos"
      notice={notice}
      foldLabel={
        sentDeliveries.length === 1
          ? 'Un envío terminado'
          : `${sentDeliveries.length} envíos terminados`
      }
      isOpen={false}
      foldedContent={
        sentDeliveries.length > 0 && <DeliveryRows deliveries={sentDeliveries} {...leadProps} />
      }
    >
      {deliveries.length === 0 ? (
        <p>No hay envíos de los últimos 90 días.</p>
      ) : (
        openDeliveries.length > 0 && <DeliveryRows deliveries={openDeliveries} {...leadProps} />
      )}
      <p className="mt-1 text-sm">
        <a
          href={`/admin/entregas?${new URLSearchParams({ solicitud: `${leadProps.lead.id}` })}`}
          className="inline-block py-1"
        >
          Verlos en Envíos, con a quién fueron
        </a>
      </p>
    </LeadSection>
  );
}

type RowsProps = Omit<Props, 'notice'> & Pick<Lead, 'deliveries'>;

function DeliveryRows({ deliveries, lead, list, now }: RowsProps) {
  return (
    <ul className="border-t border-line">
      {deliveries.map((delivery) => (
        <li
          key={delivery.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0"
        >
          <div className="min-w-0 flex-1 basis-44">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
              <a href={`/admin/entregas/${delivery.id}`} className="inline-block py-1">
                {deliveryName(delivery.kind)}
              </a>
              {deliveryStateOf(delivery) !== 'sent' && (
                <Tag tone={deliveryTag(delivery).tone}>{deliveryTag(delivery).text}</Tag>
              )}
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              <TimeAgo at={delivery.settledAt ?? delivery.createdAt} now={now} />
              {delivery.attempts > 1 && ` · ${delivery.attempts} intentos`}
              {reasonFor(delivery)}
            </p>
          </div>
          <DeliveryButton {...delivery} leadId={lead.id} list={list} />
        </li>
      ))}
    </ul>
  );
}

function reasonFor(delivery: OwnDelivery): string {
  const reason = deliveryNoteText(delivery);
  return reason ? ` · ${reason}` : '';
}
