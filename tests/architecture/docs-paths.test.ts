import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder, productSources, projectRoot } from '#tests/support/source-files.ts';

/** The map shortens paths of these folders. */
const roots = ['', 'lib/', 'lib/domain/', 'components/'];
const ends = ['', '.ts', '.tsx'];

test.each(['README.md', 'docs/architecture.md'])('%s names only paths that exist', (file) => {
  const text = readFileSync(`${projectRoot}${file}`, 'utf8');
  const named = [...text.matchAll(/`([a-z][\w[\]().-]*(?:\/[\w[\]().-]+)+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(15);
  const missing = named.filter(
    (path) =>
      !roots.some((root) => ends.some((end) => existsSync(projectRoot + root + path + end))),
  );
  expect(missing).toEqual([]);
});

test('code and comments name only modules that exist', () => {
  const folders = ['app', 'components', 'lib', 'scripts', 'tools', 'tests'];
  const files = new Set(folders.flatMap(filesUnder).map((path) => path.split('/').at(-1)));
  const gone = productSources().flatMap(({ path, text }) =>
    [...text.matchAll(/['"`/]([\w-]+\.tsx?)['"`]/g)].flatMap(([, name = '']) =>
      files.has(name) || existsSync(projectRoot + name) ? [] : `${path}: ${name}`,
    ),
  );
  expect(gone).toEqual([]);
});

test('every decision names only files that exist', () => {
  const missing = filesUnder('docs/decisions').flatMap((path) =>
    [...readFileSync(projectRoot + path, 'utf8').matchAll(/`((?:app|components|lib)\/\S+\.tsx?)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !existsSync(projectRoot + name) && !name.startsWith('lib/the/'))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
