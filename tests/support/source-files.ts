import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Files under a folder of the project, as paths from its root with `/`. */
export function filesUnder(folder: string): string[] {
  return readdirSync(`${projectRoot}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(projectRoot.length))
    .sort();
}
