import { describe, expect, test } from 'vitest';
import { filesUnder, productSources, readSource } from '#tests/support/source-files.ts';

const sources = productSources();
const rootFiles = ['server.ts', 'instrumentation.ts'].map(readSource);
const tests = ['tests', 'tools']
  .flatMap(filesUnder)
  .filter((path) => /\.tsx?$/.test(path))
  .map(readSource);

/** Returns the lines of all sources that match, as `path:line: text`. */
function linesMatching(files: typeof sources, pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, n) => [line, n + 1] as const)
      .filter(([line]) => pattern.test(line))
      .map(([line, n]) => `${path}:${n}: ${line.trim()}`),
  );
}

describe('source files', () => {
  test('are found by these tests', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(tests.length).toBeGreaterThan(10);
    expect(linesMatching(sources, /^export /).length).toBeGreaterThan(200);
  });

  test('have 250 lines at most; of the product 95 of 100 have at most 200 lines, and half at most 60', () => {
    const size = ({ path, text }: { path: string; text: string }) => ({
      path,
      lines: text.split('\n').length - 1,
    });
    expect([...sources, ...tests].map(size).filter(({ lines }) => lines > 250)).toEqual([]);
    const sizes = sources.map((source) => size(source).lines).sort((a, b) => a - b);
    const at = (share: number) => sizes[Math.floor(sizes.length * share)] ?? 0;
    expect(at(0.95)).toBeLessThanOrEqual(200);
    expect(at(0.5)).toBeLessThanOrEqual(60);
  });

  test('and their folders are named in kebab-case, after what they hold', () => {
    const paths = ['app', 'components', 'lib', 'tests', 'tools', 'docs'].flatMap(filesUnder);
    const allowed =
      /^(\.well-known|_lib|_components|\[\[\.{3}rest\]\]|\[[a-z][A-Za-z]*\]|\([a-z]+\)|[a-z0-9]+(-[a-z0-9]+)*)$/;
    const odd = paths.filter((path) =>
      path.split('/').some((part) => !allowed.test(part.replace(/(?<=.)(\.[a-z0-9]+)+$/, ''))),
    );
    expect(odd).toEqual([]);
    expect(paths.filter((path) => /(^|\/)index\.tsx?$/.test(path))).toEqual([]);
    const drawers = /(^|[/-])(utils?|helpers?|misc|common|shared|managers?|services?)([/.-]|$)/;
    expect(paths.filter((path) => drawers.test(path))).toEqual([]);
  });

  test('read the environment only in three listed files', () => {
    const readers = linesMatching([...sources, ...rootFiles], /process\.env/);
    expect(readers.map((line) => line.split(':')[0])).toEqual([
      'lib/platform/config/env.ts',
      // `server.ts` sets a variable of Next.
      'server.ts',
      'instrumentation.ts',
    ]);
  });

  test('of a domain module open write transactions only in `writes` or `sweep`, with listed exceptions', () => {
    const opening = /\b(getDb\(\)|db(\(\))?)\s*\.write(One)?\b/;
    const writers = productSources('lib/domain').filter(({ text }) => opening.test(text));
    const isVerb = /\/(writes\/[a-z-]+|([a-z]+-)?(writes|sweep))\.ts$/;
    expect(writers.filter(({ path }) => isVerb.test(path)).length).toBeGreaterThan(50);
    expect(writers.map(({ path }) => path).filter((path) => !isVerb.test(path))).toEqual([
      // A day is sealed and checked by the same digest, so both stand in one file.
      'lib/domain/audit/seal.ts',
      // The worker's loop joins several verbs of `writes/queue.ts` in one transaction.
      'lib/domain/deliveries/worker.ts',
      // A read keeps the answer that it fetched.
      'lib/domain/marketplace/reads/stored-replies.ts',
    ]);
  });

  test('silence neither compiler nor linter without a reason beside it', () => {
    expect(linesMatching([...sources, ...rootFiles, ...tests], /@ts-[a-z]/)).toEqual([]);
    const all = [...sources, ...rootFiles, ...tests].filter(({ path }) => path !== thisFile);
    const ignores = linesMatching(all, /biome-ignore/);
    expect(ignores.filter((line) => !/biome-ignore lint\/[\w/]+: .{15,}/.test(line))).toEqual([]);
    const anys = linesMatching(
      [...sources, ...rootFiles],
      /^(?!\s*(\*|\/\/|\/\*)).*(:|=|<|\||\bas)\s*any\b/,
    );
    expect(anys.map((line) => line.split(':')[0])).toEqual([
      'lib/platform/operations/operation.ts',
    ]);
  });

  test('contain no TODO, and tests are neither skipped nor run alone', () => {
    const all = [...sources, ...rootFiles, ...tests].filter(({ path }) => path !== thisFile);
    expect(linesMatching(all, /\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
    expect(linesMatching(tests, /\b(test|describe|it)\.(only|skip|todo)\b/)).toEqual([]);
  });

  test('call tests `test`, and import by `#` instead of a relative path', () => {
    expect(linesMatching(tests, /^\s*it(\.\w+)?[(<]/)).toEqual([]);
    expect(linesMatching(tests, /(from|import) '\.\.?\/(?!globals)/)).toEqual([]);
  });

  test('export by name, except where Next requires a default export', () => {
    const defaults = linesMatching(sources, /^export default/).map((line) => line.split(':')[0]);
    const requested =
      /^app\/(.*\/)?(page|layout|error|not-found|global-error|robots|manifest)\.tsx?$/;
    expect(defaults.filter((path) => !requested.test(path ?? ''))).toEqual([]);
    expect(defaults.length).toBeGreaterThan(5);
  });
});

const thisFile = 'tests/architecture/files.test.ts';
