import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Returns where `lib/platform/storage/local.ts` keeps an object. */
export function localPathOf(dataDir: string, key: string): string {
  const name = createHash('sha256').update(key).digest('hex');
  return join(dataDir, 'files', name.slice(0, 2), name.slice(2));
}
