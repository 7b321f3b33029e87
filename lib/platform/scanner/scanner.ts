import type { Readable } from 'node:stream';

export type Verdict = { clean: true } | { clean: false; finding: string };

/** A malware scanner. Throws `AppError('unavailable')` when out of reach or too slow. */
export type Scanner = {
  /** Opens the file when its turn comes. Throws `upstream_failed` for one it cannot judge. */
  scan(open: () => Promise<Readable>): Promise<Verdict>;
  /** Throws when it does not answer. */
  ping(): Promise<void>;
};
