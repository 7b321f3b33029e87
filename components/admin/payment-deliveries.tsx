import { Card } from '#components/ui/card.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { deliveryName, deliveryNoteText, deliveryTag } from '#lib/domain/deliveries/copy.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Mail = Parameters<typeof deliveryNoteText>[0] & {
  id: number;
  kind: string;
  createdAt: number;
  to: string | null;
};

type Props = {
  deliveries: readonly Mail[];
  listPath: string;
};

export function PaymentDeliveries({ deliveries, listPath }: Props) {
  return (
    <Card title="Correos de este pago">
      {deliveries.length === 0 ? (
        <p className="text-ink-soft">Ninguno en los últimos 90 días.</p>
      ) : (
        <ul className="border-t border-line">
          {deliveries.map((delivery) => (
            <li
              key={delivery.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2"
            >
              <div className="min-w-0">
                <a
                  href={`/admin/entregas/${delivery.id}`}
                  className="inline-block py-1 font-semibold"
                >
                  {deliveryName(delivery.kind)}
                </a>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {[delivery.to, formatDateTime(delivery.createdAt), deliveryNoteText(delivery)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <Tag tone={deliveryTag(delivery).tone}>{deliveryTag(delivery).text}</Tag>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3">
        <a href={listPath} className="inline-block py-1">
          Verlos en Envíos
        </a>
      </p>
    </Card>
  );
}
