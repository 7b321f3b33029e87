import type { Readable } from 'node:stream';

export type Verdict = { clean: true } | { clean: false; finding: string };

/** A malware scanner. Its methods throw `AppError('unavailable')` on an outage or timeout. */
export type Scanner = {
  /**
   * Opens the file when a scan can begin. Throws `upstream_failed` for a file that cannot be
   * scanned.
   */
  scan(open: () => Promise<Readable>): Promise<Verdict>;
  ping(): Promise<void>;
};
