import type { Readable } from 'node:stream';

export type Verdict = { clean: true } | { clean: false; finding: string };

/** A malware scanner. Out of reach or too slow: throws `AppError('unavailable')`. */
export type Scanner = {
  /** Opens the file when its turn comes. One that it cannot judge throws `upstream_failed`. */
  scan(open: () => Promise<Readable>): Promise<Verdict>;
  /** Throws when it does not answer. */
  ping(): Promise<void>;
};
