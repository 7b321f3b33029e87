import type { Remark } from '#lib/domain/law/rules.ts';
import type { TenderEvent } from '#lib/domain/requests/leads/tender-schema.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';

export type TenderStatus = {
  code: string;
  name: string | null;
  state: string | null;
  closesAt: number | null;
  isClosed: boolean;
  /** Time (ms) from which Mercado Público has not answered. */
  silentSince: number | null;
  remarks: Remark[];
};

/** States in which a buyer accepts no offers and awards nothing. */
const stoppedStates = ['Suspendida', 'Revocada', 'Desierta'];

/** Returns the state of a tender that was stopped, as one word, or null. */
export function stoppedState(status: Pick<TenderStatus, 'state'> | null): string | null {
  return stoppedStates.find((state) => status?.state?.startsWith(state)) ?? null;
}

/**
 * Warns the team before it approves or issues: the tender was stopped, or it closed and a bid bond
 * is requested. Returns null if there is no reason to wait.
 */
export function tenderCautionText(
  status: TenderStatus | null,
  requested: readonly { tipoGarantia: string }[],
): string | null {
  const state = stoppedState(status);
  const confirmText = 'Confirma con quien la pidió antes de aprobar o emitir.';
  if (state) return `La licitación está ${state.toLowerCase()}. ${confirmText}`;
  const asksForBidBond = requested.some(({ tipoGarantia }) => tipoGarantia === 'seriedad');
  return status?.isClosed && asksForBidBond ? `La licitación ya cerró. ${confirmText}` : null;
}

type EventRow = { event: { kind: string } | ({ kind: 'tender' } & TenderEvent) };

/**
 * Returns whether the newest of `events` is an award to the applicant who has not requested a
 * performance bond.
 */
export function needsPerformanceBond(
  events: readonly EventRow[],
  { garantias }: StoredAnswers,
): boolean {
  const lastNews = events
    .map(({ event }) => event)
    .find((event) => event.kind === 'tender' && 'what' in event && event.what !== 'closing');
  const isHolder = lastNews && 'to' in lastNews && lastNews.to === 'holder';
  return (
    Boolean(isHolder) && garantias.every((guarantee) => guarantee.tipoGarantia !== 'cumplimiento')
  );
}
