import type { Provider } from '#lib/platform/metrics/metrics.ts';
import { now } from '#lib/platform/process/clock.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/** A provider that we call, a part of our system that we check, or a sender of webhooks. */
type Service =
  | Provider
  | 'database'
  | 'storage'
  | 'scanner'
  | 'crm-webhook'
  | 'scheduling-webhook'
  | 'mail-webhook';

type LastCalls = {
  /** Time of the last call that the provider answered (ms). */
  answeredAt?: number;
  /** Time since which every call was answered (ms). */
  fineSince?: number;
  /** Time of the first failure after the last answer (ms). */
  failingSince?: number | undefined;
};

const allCalls = () => singleton('last-calls', () => new Map<Service, LastCalls>());

/**
 * Notes the result of a call. Times are kept in memory: they describe this process only, and cost
 * nothing per call.
 */
export function recordCall(provider: Service, { isAnswered }: { isAnswered: boolean }): void {
  const { answeredAt, fineSince = now(), failingSince = now() } = lastCallsOf(provider);
  if (isAnswered) allCalls().set(provider, { answeredAt: now(), fineSince });
  else allCalls().set(provider, { ...(answeredAt && { answeredAt }), failingSince });
}

/** Returns the times of a service. They are empty if it was not called since the start. */
export function lastCallsOf(provider: Service): LastCalls {
  return allCalls().get(provider) ?? {};
}
