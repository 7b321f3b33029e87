import { readdirSync } from 'node:fs';
import { singleton } from '#lib/platform/process/singleton.ts';

/** Returns one of a few values, so that metrics stay small: the folder of a page is its kind. */
export function kindOfAddress(path: string): string {
  const [first = ''] = path.split('/').slice(1);
  if (first === '') return 'home';
  if (singleton('address-kinds', () => new Set(addressesIn('app'))).has(first)) return first;
  return first === '_next' || /^[a-z0-9-]+\.(ico|svg|png|txt|webmanifest|woff2)$/.test(first)
    ? 'static'
    : 'other';
}

/** Lists the first segments of addresses. Folders in parentheses group others, as Next reads them. */
function addressesIn(folder: string): string[] {
  return readdirSync(/* turbopackIgnore: true */ folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z(]/.test(entry.name))
    .flatMap(({ name }) => (name.startsWith('(') ? addressesIn(`${folder}/${name}`) : [name]));
}
