import { getEnv } from '#lib/platform/config/env.ts';
import { withMeasuredCalls } from '#lib/platform/metrics/calls.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { clamdScanner } from '#lib/platform/scanner/clamd.ts';
import type { Scanner } from '#lib/platform/scanner/scanner.ts';

/**
 * Returns the scanner, or null if none is configured. Files are then not scanned, and the health
 * check says so.
 */
export function findScanner(): Scanner | null {
  const at = getEnv().scanner;
  return at ? singleton('scanner', () => withMeasuredCalls('clamav', clamdScanner(at))) : null;
}
