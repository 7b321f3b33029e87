import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Returns files under a folder of the project by their paths from its root, with `/`. */
export function filesUnder(folder: string): string[] {
  return readdirSync(`${projectRoot}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(projectRoot.length))
    .sort();
}

export type Source = {
  /** Path from the project's root, e.g. `lib/http/api/route.ts`. */
  path: string;
  text: string;
  /** Own modules that it imports, also for types, by such paths. */
  imports: string[];
  /** Packages, node modules and relative paths that it imports, as written. */
  others: string[];
};

/** Returns product code. Throws on an empty scan, so that a moved folder passes no rule. */
export function productSources(...folders: string[]): Source[] {
  const wanted = folders.length > 0 ? folders : ['app', 'components', 'lib'];
  const sources = wanted.flatMap((folder) => {
    const found = filesUnder(folder).filter((path) => /\.tsx?$/.test(path));
    if (found.length === 0) throw new Error(`nothing found under ${folder}`);
    return found.map(readSource);
  });
  return sources;
}

export function readSource(path: string): Source {
  const text = readFileSync(`${projectRoot}${path}`, 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  );
  const named = [...statements].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  return {
    path,
    text,
    imports: named.filter((name) => name.startsWith('#')).map((name) => name.slice(1)),
    others: named.filter((name) => !name.startsWith('#')),
  };
}
