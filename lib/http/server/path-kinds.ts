import { readdirSync } from 'node:fs';
import { singleton } from '#lib/platform/process/singleton.ts';

/** Returns a page's top folder, `home`, `static` or `other`, so that metrics have few labels. */
export function kindOfPath(path: string): string {
  const [topFolder = ''] = path.split('/').slice(1);
  if (topFolder === '') return 'home';
  if (singleton('path-kinds', () => new Set(topFoldersIn('app'))).has(topFolder)) return topFolder;
  return topFolder === '_next' ||
    /^[a-z0-9-]+\.(ico|svg|png|txt|webmanifest|woff2)$/.test(topFolder)
    ? 'static'
    : 'other';
}

/** Lists first segments of paths. Folders in parentheses are route groups of Next. */
function topFoldersIn(folder: string): string[] {
  return readdirSync(/* turbopackIgnore: true */ folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z(]/.test(entry.name))
    .flatMap(({ name }) => (name.startsWith('(') ? topFoldersIn(`${folder}/${name}`) : [name]));
}
