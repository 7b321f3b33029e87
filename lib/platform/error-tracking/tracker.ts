import { forget, made, singleton } from '#lib/platform/process/singleton.ts';

export type Failure = {
  level: 'error' | 'fatal';
  message: string;
  fields: Record<string, unknown>;
  /** The side that failed: the server unless another one is named. */
  origin?: 'browser';
};

export type ErrorTracker = {
  /** Returns at once and never throws; what cannot be sent soon is dropped. */
  report: (failure: Failure) => void;
  /** Waits for what is under way, at most so many ms. */
  flush: (ms: number) => Promise<void>;
};

/** Null without `SENTRY_DSN`. */
export function findTracker(): ErrorTracker | null {
  return made<ErrorTracker>('error-tracker') ?? null;
}

export function setTracker(tracker: ErrorTracker): void {
  forget('error-tracker');
  singleton('error-tracker', () => tracker);
}
