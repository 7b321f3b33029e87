import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { deliveryName, NOT_CONFIGURED, reasonText } from '#lib/domain/deliveries/copy.ts';
import { formatDuration } from '#lib/platform/chile/format.ts';

type Props = {
  queue: readonly { kind: string; depth: number; oldestAt: number }[];
  troubles: readonly { state: string; kind: string; reason: string; total: number }[];
  now: number;
};

export function QueueTable({ queue, troubles, now }: Props) {
  const depth = queue.reduce((sum, group) => sum + group.depth, 0);
  const oldestAt = Math.min(...queue.map(({ oldestAt }) => oldestAt));
  const isAllSent = troubles.every(({ state }) => state !== 'dead');
  const waitingGroups = troubles.filter(({ state }) => state === 'waiting');
  const unconfiguredGroups = waitingGroups.filter(({ reason }) => reason === NOT_CONFIGURED);
  return (
    <Card title={depth === 0 ? 'No hay nada en espera' : `En espera: ${formatNumber(depth)}`}>
      {unconfiguredGroups.length > 0 && (
        <div className="mb-5">
          <Notice tone="warning" title="Falta configurar un proveedor">
            <p>
              {unconfiguredGroups.map(({ kind }) => deliveryName(kind)).join(', ')}: esperan sin
              gastar intentos y salen solos cuando esté configurado.
            </p>
          </Notice>
        </div>
      )}
      {depth === 0 ? (
        isAllSent && <EmptyState art="tray">Todo lo que había que enviar ya salió.</EmptyState>
      ) : (
        <>
          <p className="mb-4">
            Lo más antiguo espera desde hace{' '}
            <span className="font-semibold">{formatDuration(now - oldestAt)}</span>.
          </p>
          <SummaryList
            rows={queue.map((group) => ({
              label: deliveryName(group.kind),
              value: (
                <>
                  {formatNumber(group.depth)}{' '}
                  <span className="block font-normal text-ink-soft">
                    desde hace {formatDuration(now - group.oldestAt)}
                    {reasonsOf(waitingGroups, group.kind)}
                  </span>
                </>
              ),
            }))}
          />
        </>
      )}
    </Card>
  );
}

export function formatNumber(total: number): string {
  return total.toLocaleString('es-CL');
}

function reasonsOf(waiting: Props['troubles'], kind: string): string {
  const reasons = waiting
    .filter((group) => group.kind === kind)
    .map(({ reason, total }) => `${reasonText(reason)} (${formatNumber(total)})`);
  return reasons.length > 0 ? ` · ${reasons.join(', ')}` : '';
}
