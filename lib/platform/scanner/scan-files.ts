import { AppError } from '#lib/platform/operations/errors.ts';
import { now } from '#lib/platform/process/clock.ts';
import { log } from '#lib/platform/process/log.ts';
import { withTimeout } from '#lib/platform/process/timeout.ts';
import { findScanner } from '#lib/platform/scanner/client.ts';
import type { ScanVerdict } from '#lib/platform/scanner/scanner.ts';
import { getStorage } from '#lib/platform/storage/client.ts';
import { withExactSize } from '#lib/platform/storage/exact-size.ts';

/** Longest wait (ms) of an upload for its scan. Most scans take milliseconds. */
const MAX_UPLOAD_WAIT_MS = 1_500;
const BATCH_SIZE = 50;

type UnscannedFile = { id: string; objectKey: string; size: number | null };

/** A source of files that wait for the scanner. `settle` stores the verdict on a file. */
export type ScanQueue<F extends UnscannedFile> = {
  /** Returns up to `limit` files, oldest first, after skipping `skip`. */
  list: (skip: number, limit: number) => Promise<F[]>;
  /**
   * `scannedAt` is null when no scanner is configured. The file is then accepted without a scan.
   */
  settle: (file: F, verdict: ScanVerdict, at: number, scannedAt: number | null) => Promise<void>;
};

/**
 * Scans a file right after its upload. If that takes longer than 1.5 s, it continues in the
 * background.
 */
export async function scanWithinWait<F extends UnscannedFile>(
  queue: ScanQueue<F>,
  file: F,
): Promise<void> {
  const scanning = scanFile(queue, file).catch((error: unknown) => {
    log().warn({ err: error, file: file.id }, 'a file waits for the scanner');
  });
  await withTimeout(scanning, MAX_UPLOAD_WAIT_MS, () => undefined);
}

/**
 * Scans waiting files and returns how many it scanned. Stops when scanner or store cannot be
 * reached.
 */
export async function scanWaiting<F extends UnscannedFile>(queue: ScanQueue<F>): Promise<number> {
  let scannedCount = 0;
  let skip = 0;
  for (;;) {
    const batch = await queue.list(skip, BATCH_SIZE);
    for (const file of batch) {
      try {
        await scanFile(queue, file);
        scannedCount += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        skip += 1;
        log().warn({ err: error.detail.cause, file: file.id }, 'a file still waits');
        if (error.code === 'unavailable' && !(await isScanningPossible())) return scannedCount;
      }
    }
    if (batch.length < BATCH_SIZE) break;
  }
  if (scannedCount > 0) log().info({ judged: scannedCount }, 'files judged');
  return scannedCount;
}

/**
 * Returns whether scanner and store both answer. If they do, the failure was the file's, and the
 * next file can be scanned.
 */
async function isScanningPossible(): Promise<boolean> {
  return Promise.all([findScanner()?.ping(), getStorage().ping()]).then(
    () => true,
    () => false,
  );
}

async function scanFile<F extends UnscannedFile>({ settle }: ScanQueue<F>, file: F): Promise<void> {
  const scanner = findScanner();
  const verdict: ScanVerdict = scanner
    ? await scanner.scan(async () => {
        const bytes = await getStorage().read(file.objectKey);
        if (!bytes) throw new AppError('not_found');
        return withExactSize(bytes, file.size ?? 0);
      })
    : { isClean: true };
  const at = now();
  await settle(file, verdict, at, scanner ? at : null);
}
