import type { Remark } from '#lib/domain/law/rules.ts';
import type { TenderEvent } from '#lib/domain/requests/leads/schema.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';

export type TenderStanding = {
  code: string;
  state: string | null;
  closesAt: number | null;
  isClosed: boolean;
  /** Time (ms) since which Mercado Público does not answer. */
  silentSince: number | null;
  remarks: Remark[];
};

type Shown = { event: { kind: string } | ({ kind: 'tender' } & TenderEvent) };

/** Whether the holder won, by the newest of `events`, but requested no performance bond yet. */
export function needsPerformance(events: readonly Shown[], { garantias }: StoredAnswers): boolean {
  const last = events
    .map(({ event }) => event)
    .find((event) => 'what' in event && event.what !== 'closing');
  const isHolder = last && 'to' in last && last.to === 'holder';
  return Boolean(isHolder) && garantias.every((one) => one.tipoGarantia !== 'cumplimiento');
}
