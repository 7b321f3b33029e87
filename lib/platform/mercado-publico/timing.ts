import { singleton } from '#lib/platform/process/singleton.ts';

/** These are durations of calls to Mercado Público, in ms of real time. */
export type Timing = {
  /** A ticket pauses this long between calls (Mercado Público's rule is about 3 s). */
  gapMs: number;
  /** One try may take this long. A normal answer takes about half a second. */
  tryMs: number;
  /** A question with its waits and tries may take this long. Callers give up after 20 s. */
  waitMs: number;
  /** A person waits this long for a new answer when there is an old one. */
  patienceMs: number;
  /** A page of the wizard waits this long for what fills it in. */
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

/** It is for tests and benches, which have no 20 s. */
export function setTiming(other: Partial<Timing>): void {
  Object.assign(timing(), other);
}
