import { singleton } from '#lib/platform/singleton.ts';

export type Failure = {
  level: 'error' | 'fatal';
  message: string;
  fields: Record<string, unknown>;
};

export type ErrorTracker = {
  /** Returns at once and never throws; what cannot be sent soon is dropped. */
  report: (failure: Failure) => void;
  /** Waits for what is under way, at most so many ms. */
  flush: (ms: number) => Promise<void>;
};

/** Null without `SENTRY_DSN`. */
export function findTracker(): ErrorTracker | null {
  return holder().tracker;
}

export function setTracker(tracker: ErrorTracker): void {
  holder().tracker = tracker;
}

function holder(): { tracker: ErrorTracker | null } {
  return singleton('error-tracker', () => ({ tracker: null }));
}
