import { formatNumber } from '#components/admin/queue-table.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { deliveryName } from '#lib/domain/deliveries/copy.ts';
import { formatAgo } from '#lib/platform/chile/format.ts';

type Props = {
  /** Deliveries that were sent in the last 24 hours. */
  sentFigures: readonly { kind: string; lastAt: number; total: number }[];
  troubles: readonly { state: string; kind: string; total: number }[];
  now: number;
};

/** Shows for each kind how many were sent, when the last one was, and how many were given up. */
export function DeliveryFigures({ sentFigures, troubles, now }: Props) {
  const deadGroups = troubles.filter(({ state }) => state === 'dead');
  const sentKinds = sentFigures.map(({ kind }) => kind);
  const deadKinds = deadGroups.map(({ kind }) => kind);
  const kinds = [...new Set([...deadKinds, ...sentKinds])];
  if (kinds.length === 0) return null;
  const rows = kinds.map((kind) => {
    const sent = sentFigures.find((figure) => figure.kind === kind);
    const deadTotal = deadGroups.reduce(
      (total, group) => total + (group.kind === kind ? group.total : 0),
      0,
    );
    const texts = [
      sent && `${formatNumber(sent.total)}, el último ${formatAgo(sent.lastAt, now)}`,
      deadTotal > 0 && `${formatNumber(deadTotal)} sin enviar`,
    ];
    return { label: deliveryName(kind), value: texts.filter(Boolean).join('; ') };
  });
  return (
    <details className="mt-2">
      <summary className="w-fit cursor-pointer py-2">
        Por tipo: enviados, el último y los que no salieron
      </summary>
      <SummaryList rows={rows} />
    </details>
  );
}
