import type { Readable } from 'node:stream';

export type ScanVerdict = { isClean: true } | { isClean: false; finding: string };

/** A malware scanner. Its methods throw `AppError('unavailable')` on an outage or timeout. */
export type Scanner = {
  /**
   * Opens the file when a scan can begin. Throws `upstream_failed` for a file that cannot be
   * scanned.
   */
  scan(open: () => Promise<Readable>): Promise<ScanVerdict>;
  ping(): Promise<void>;
};
