import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#tests/support/source-files.ts';

/** The map shortens paths of these folders. */
const roots = ['', 'lib/', 'lib/domain/', 'components/'];
const ends = ['', '.ts', '.tsx'];

test.each(['README.md', 'docs/architecture.md'])('%s names paths that exist', (file) => {
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
