import { readdirSync } from 'node:fs';
import { singleton } from '#lib/platform/process/singleton.ts';

/** Returns a page's top folder, `home`, `static` or `other`, so that metrics have few labels. */
export function kindOfPath(path: string): string {
  const [first = ''] = path.split('/').slice(1);
  if (first === '') return 'home';
  if (singleton('address-kinds', () => new Set(topFoldersIn('app'))).has(first)) return first;
  return first === '_next' || /^[a-z0-9-]+\.(ico|svg|png|txt|webmanifest|woff2)$/.test(first)
    ? 'static'
    : 'other';
}

/** Lists first segments of paths. Folders in parentheses are route groups of Next. */
function topFoldersIn(folder: string): string[] {
  return readdirSync(/* turbopackIgnore: true */ folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z(]/.test(entry.name))
    .flatMap(({ name }) => (name.startsWith('(') ? topFoldersIn(`${folder}/${name}`) : [name]));
}
