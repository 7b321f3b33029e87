import { NOT_CONFIGURED } from '#lib/domain/deliveries/copy.ts';
import { countFailuresByReason, countWaitingByKind } from '#lib/domain/deliveries/reads.ts';
import type { SettledDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { findMetrics } from '#lib/platform/metrics/metrics.ts';
import { log } from '#lib/platform/process/log.ts';

/**
 * Logs the figures that docs/monitoring.md names. It is called once a minute, and warns while any
 * delivery is given up.
 */
export async function logQueueFigures(now: number): Promise<void> {
  const [queue, troubles] = await Promise.all([countWaitingByKind(now), countFailuresByReason()]);
  // While a setting is missing, only a few deliveries of a kind are tried, but all others of that
  // kind wait for the same setting.
  const unconfiguredKinds = new Set(
    troubles.flatMap(({ state, kind, reason }) =>
      state === 'waiting' && reason === NOT_CONFIGURED ? [kind] : [],
    ),
  );
  const sum = (totals: number[]) => totals.reduce((subtotal, total) => subtotal + total, 0);
  const figures = {
    depth: sum(queue.map(({ depth }) => depth)),
    oldestSeconds: Math.max(0, ...queue.map(({ oldestAt }) => Math.floor((now - oldestAt) / 1000))),
    notConfigured: sum(
      queue.flatMap(({ kind, depth }) => (unconfiguredKinds.has(kind) ? depth : [])),
    ),
    dead: sum(troubles.flatMap(({ state, total }) => (state === 'dead' ? total : []))),
  };
  if (figures.dead > 0) log().warn(figures, 'delivery queue');
  else log().info(figures, 'delivery queue');
}

export function reportOutcomes(settledDeliveries: SettledDelivery[]): void {
  if (settledDeliveries.length === 0) return;
  const counts = { sent: 0, skipped: 0, again: 0, dead: 0 };
  for (const { claimed, verdict } of settledDeliveries) {
    const outcome = outcomeOf(verdict);
    counts[outcome] += 1;
    if (verdict.state === 'dead') {
      const { id, kind, attempts } = claimed;
      log().warn({ delivery: id, kind, attempts, reason: verdict.lastError }, 'delivery given up');
    }
    findMetrics()?.countDelivery(claimed.channel, outcome);
  }
  if (counts.dead > 0) log().warn(counts, 'deliveries');
  else log().info(counts, 'deliveries');
}

function outcomeOf({ state, lastError }: SettledDelivery['verdict']) {
  if (state === 'sent' && lastError) return 'skipped';
  return state === 'waiting' ? 'again' : state;
}
