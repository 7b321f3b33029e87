import { singleton } from '#lib/platform/process/singleton.ts';

/** Durations of calls to Mercado Público, in ms of real time. */
export type Timing = {
  /** Between the end of a call and the start of the next, per ticket (its rule is about 3 s). */
  gapMs: number;
  /** One try; a normal answer takes about half a second. */
  tryMs: number;
  /** Milliseconds for a whole question, with its waits and tries: callers give up after 20 s. */
  waitMs: number;
  /** How long a person waits for a new answer when there is an old one. */
  patienceMs: number;
  /** How long a page of the wizard waits for what fills it in. */
  stepMs: number;
  backOffMs: readonly number[];
};

const usual: Timing = {
  gapMs: 3000,
  tryMs: 10_000,
  waitMs: 20_000,
  patienceMs: 1500,
  stepMs: 2500,
  backOffMs: [3000, 6000, 12_000],
};

export function timing(): Timing {
  return singleton('marketplace-timing', () => ({ ...usual }));
}

/** For tests and benches, which have no 20 s. */
export function setTiming(other: Partial<Timing>): void {
  Object.assign(timing(), other);
}
