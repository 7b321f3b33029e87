import { singleton } from '#lib/platform/process/singleton.ts';

/** Time limits of calls to Mercado Público, in ms. */
type CallTimes = {
  /** Pause between calls with the same ticket. Mercado Público demands about 3 s. */
  gapMs: number;
  /** Timeout of one attempt. A normal answer takes about half a second. */
  attemptTimeoutMs: number;
  /** Timeout of a query with its waits and retries. Clients of our API give up after 20 s. */
  queryTimeoutMs: number;
  /** Longest wait for a fresh answer when a cached one can be shown instead. */
  maxWaitWithCacheMs: number;
  /** Longest wait of a page of the wizard for data that prefills it. */
  wizardPageWaitMs: number;
  backOffMs: readonly number[];
};

const defaultCallTimes: CallTimes = {
  gapMs: 3000,
  attemptTimeoutMs: 10_000,
  queryTimeoutMs: 20_000,
  maxWaitWithCacheMs: 1500,
  wizardPageWaitMs: 2500,
  backOffMs: [3000, 6000, 12_000],
};

export function getCallTimes(): CallTimes {
  return singleton('marketplace-timing', () => ({ ...defaultCallTimes }));
}

/** Changes the limits for tests and benchmarks. */
export function setCallTimes(times: Partial<CallTimes>): void {
  Object.assign(getCallTimes(), times);
}
