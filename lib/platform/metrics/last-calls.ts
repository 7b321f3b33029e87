import type { Provider } from '#lib/platform/metrics/metrics.ts';
import { now } from '#lib/platform/process/clock.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

type LastCalls = {
  /** Time of the last call that the provider answered (ms). */
  answeredAt?: number;
  /** Time of the first failure since then (ms). */
  failingSince?: number | undefined;
};

const all = () => singleton('last-calls', () => new Map<Provider, LastCalls>());

/** Keeps times in memory, because they describe only this process and cost nothing per call. */
export function noteCall(provider: Provider, isAnswered: boolean): void {
  const { answeredAt, failingSince = now() } = findLastCalls(provider);
  if (isAnswered) all().set(provider, { answeredAt: now() });
  else all().set(provider, { ...(answeredAt && { answeredAt }), failingSince });
}

/** Returns no times for a provider that was not called since the start. */
export function findLastCalls(provider: Provider): LastCalls {
  return all().get(provider) ?? {};
}
