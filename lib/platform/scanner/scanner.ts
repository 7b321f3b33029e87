import type { Readable } from 'node:stream';

export type Verdict = { clean: true } | { clean: false; finding: string };

/** Malware scanner. Methods throw `AppError('unavailable')` on an outage or timeout. */
export type Scanner = {
  /** Opens the file when its turn comes. Throws `upstream_failed` if it cannot be scanned. */
  scan(open: () => Promise<Readable>): Promise<Verdict>;
  ping(): Promise<void>;
};
