import { findSingleton, forget, singleton } from '#lib/platform/process/singleton.ts';

export type Failure = {
  level: 'error' | 'fatal';
  message: string;
  fields: Record<string, unknown>;
  origin?: 'browser';
};

export type ErrorTracker = {
  /** Returns at once and never throws. Drops a report that cannot be sent soon. */
  report: (failure: Failure) => void;
  flush: (ms: number) => Promise<void>;
};

/** Returns the tracker, or null without `SENTRY_DSN`. */
export function findTracker(): ErrorTracker | null {
  return findSingleton<ErrorTracker>('error-tracker') ?? null;
}

export function setTracker(tracker: ErrorTracker): void {
  forget('error-tracker');
  singleton('error-tracker', () => tracker);
}
