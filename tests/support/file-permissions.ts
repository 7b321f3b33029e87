import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns what under a folder, itself included, other users of the machine may read or write. */
export function pathsOpenToOthers(folder: string): string[] {
  const names = ['.', ...readdirSync(folder, { recursive: true }).map(String)];
  return names.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
}
