import type { Provider } from '#lib/platform/metrics/metrics.ts';
import { now } from '#lib/platform/process/clock.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/** A service that is called, a part of ours that is checked, or a sender of webhooks. */
type Service = Provider | 'database' | 'storage' | 'scanner' | 'crm-webhook' | 'scheduling-webhook';

type LastCalls = {
  /** Time of the last call that the provider answered (ms). */
  answeredAt?: number;
  /** Time since which every call was answered (ms). */
  fineSince?: number;
  /** Time of the first failure since then (ms). */
  failingSince?: number | undefined;
};

const allCalls = () => singleton('last-calls', () => new Map<Service, LastCalls>());

/** Keeps times in memory, because they describe only this process and cost nothing per call. */
export function noteCall(provider: Service, isAnswered: boolean): void {
  const { answeredAt, fineSince = now(), failingSince = now() } = findLastCalls(provider);
  if (isAnswered) allCalls().set(provider, { answeredAt: now(), fineSince });
  else allCalls().set(provider, { ...(answeredAt && { answeredAt }), failingSince });
}

/** Returns no times for a provider that was not called since the start. */
export function findLastCalls(provider: Service): LastCalls {
  return allCalls().get(provider) ?? {};
}
