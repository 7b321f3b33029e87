import { getPageAdmin } from '#app/_lib/page-member.ts';
import { titled } from '#app/_lib/page-query.ts';
import { countText } from '#components/admin/queue-table.tsx';
import { UnbrokenText } from '#components/ui/dated-text.tsx';
import { Section } from '#components/ui/section.tsx';
import { StatusCard } from '#components/ui/status-card.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { deliveryName } from '#lib/domain/deliveries/copy.ts';
import { readQueue, readSent, readTroubles } from '#lib/domain/deliveries/reads.ts';
import { partsOf, statusTitle } from '#lib/domain/health/copy.ts';
import { checkParts } from '#lib/domain/health/reads.ts';
import { formatAgo, formatDateTime, formatDuration } from '#lib/platform/chile/format.ts';
import { now } from '#lib/platform/process/clock.ts';
import { DAY } from '#lib/platform/process/durations.ts';

export const generateMetadata = titled('Estado');

/** Shows at once whether the service works: its parts, and what is sent, waits or failed. */
export default async function StatusPage() {
  await getPageAdmin('/admin/estado');
  const at = now();
  const [checked, sent, queue, troubles] = await Promise.all([
    checkParts(),
    readSent(at - DAY),
    readQueue(),
    readTroubles(),
  ]);
  const parts = partsOf(checked);
  const sum = (totals: number[]) => totals.reduce((all, total) => all + total, 0);
  const waiting = sum(queue.map(({ depth }) => depth));
  const dead = sum(troubles.flatMap(({ state, total }) => (state === 'dead' ? total : [])));
  const isFine = parts.every(({ isDown }) => !isDown) && dead === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-4">
      <StatusCard
        tone={isFine ? 'success' : 'danger'}
        title={statusTitle(parts, dead)}
        caption={<UnbrokenText text={`Revisado el ${formatDateTime(at)}, hora de Chile`} />}
      >
        <p className="mt-2 text-ink-soft">
          {`En marcha desde hace ${formatDuration(process.uptime() * 1000)}.`}
        </p>
      </StatusCard>
      <Section title="Partes">
        <SummaryList
          rows={parts.map(({ label, text, isDown }) => ({
            label,
            value: isDown ? <strong className="text-danger">{text}</strong> : text,
          }))}
        />
      </Section>
      <Section title="Envíos">
        <SummaryList
          rows={[
            { label: 'Fallaron para siempre', value: countText(dead) },
            { label: 'En espera', value: countText(waiting) },
            ...sent.map(({ kind, lastAt, total }) => ({
              label: deliveryName(kind),
              value: `${countText(total)} en las últimas 24 horas, el último ${formatAgo(lastAt, at)}`,
            })),
          ]}
        />
        <p className="mt-4">
          <a href="/admin/entregas" className="inline-block py-1">
            Ver los envíos
          </a>
        </p>
      </Section>
    </div>
  );
}
