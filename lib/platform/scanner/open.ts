import { getEnv } from '#lib/platform/config/env.ts';
import { measured } from '#lib/platform/metrics/calls.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { clamdScanner } from '#lib/platform/scanner/clamd.ts';
import type { Scanner } from '#lib/platform/scanner/scanner.ts';

/** Returns the scanner. Null: files are kept without a verdict, which health reports. */
export function getScanner(): Scanner | null {
  const at = getEnv().scanner;
  return at ? singleton('scanner', () => measured('clamav', clamdScanner(at))) : null;
}
