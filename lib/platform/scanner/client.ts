import { getEnv } from '#lib/platform/config/env.ts';
import { withMeasuredCalls } from '#lib/platform/metrics/calls.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { clamdScanner } from '#lib/platform/scanner/clamd.ts';
import type { Scanner } from '#lib/platform/scanner/scanner.ts';

/** Returns the scanner, or null without one. Files are then unscanned, and health says so. */
export function getScanner(): Scanner | null {
  const at = getEnv().scanner;
  return at ? singleton('scanner', () => withMeasuredCalls('clamav', clamdScanner(at))) : null;
}
