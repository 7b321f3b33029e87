import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nodePath, prepare, root, run, Stopped } from './prepare.mjs';

/**
 * `npm run mutants -- lib/domain/payments …` changes a folder's or file's code slip by slip, and
 * prints which slips its tests let pass. Options (`--incremental`) go to StrykerJS.
 */
const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('-'));
const targets = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/\/+$/, ''));
const scores = join(root, 'docs/mutation.md');

try {
  if (targets.length === 0) throw new Stopped('Name a folder or a file: lib/domain/payments');
  await prepare({ build: false, dev: true });
  for (const target of targets) await mutate(target);
} catch (error) {
  if (!(error instanceof Stopped)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

async function mutate(target) {
  if (!existsSync(join(root, target))) throw new Stopped(`${target} does not exist.`);
  const isFolder = statSync(join(root, target)).isDirectory();
  const tests = testsOf(isFolder ? target : target.slice(0, target.lastIndexOf('/')));
  const report = join(root, '.mutants', `${target.replaceAll('/', '-')}.json`);
  mkdirSync(join(root, '.mutants'), { recursive: true });
  console.log(`${target}: ${tests.length} files of tests name it`);
  const pattern = isFolder ? `${target}/**/*.{ts,tsx}` : target;
  const stryker = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run'];
  const code = await run(
    nodePath(),
    [...stryker, 'scripts/mutants/stryker.config.mjs', '--mutate', pattern, ...options],
    { env: { ...process.env, MUTANTS_TESTS: tests.join(','), MUTANTS_REPORT: report } },
  );
  if (code !== 0) throw new Stopped(`StrykerJS ended with ${code}.`);
  const counts = print(JSON.parse(readFileSync(report, 'utf8')).files);
  if (isFolder) keep(target, counts);
}

/** Returns the tests that name the folder: in an import, an address or their set-up. */
function testsOf(folder) {
  const noun = new RegExp(basename(folder).replaceAll('-', '[-_ ]?'), 'i');
  const tests = ['unit', 'api', 'contract'].flatMap((kind) =>
    readdirSync(join(root, 'tests', kind)).map((name) => `tests/${kind}/${name}`),
  );
  const names = (path) => noun.test(readFileSync(join(root, path), 'utf8'));
  return tests.filter((path) => /\.test\.tsx?$/.test(path) && names(path));
}

function print(files) {
  const all = { killed: 0, survived: 0, uncovered: 0 };
  for (const [path, { source, mutants }] of Object.entries(files)) {
    const own = { killed: 0, survived: 0, uncovered: 0 };
    for (const { status, location, mutatorName, replacement } of mutants) {
      if (status === 'Killed' || status === 'Timeout') own.killed += 1;
      if (status === 'Survived') own.survived += 1;
      if (status === 'NoCoverage') own.uncovered += 1;
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      const { line, column } = location.start;
      const mark = status === 'Survived' ? 'survived' : 'no test';
      const code = source.split('\n')[line - 1].trim();
      console.log(
        `${path}:${line}:${column} ${mark}, ${mutatorName}: ${code}\n    → ${replacement}`,
      );
    }
    console.log(`${path}: ${scoreOf(own)} % of ${total(own)}`);
    for (const key of Object.keys(all)) all[key] += own[key];
  }
  const { killed, survived, uncovered } = all;
  console.log(
    `\n${total(all)} mutants: ${killed} killed, ${survived} survived, ${uncovered} without a test. ` +
      `Score ${scoreOf(all)} %`,
  );
  return all;
}

const total = ({ killed, survived, uncovered }) => killed + survived + uncovered;
const scoreOf = (counts) => ((counts.killed / (total(counts) || 1)) * 100).toFixed(1);

/** Writes the folder's row. Rows stay in the alphabet's order. */
function keep(target, counts) {
  const [head, rule, ...rows] = readFileSync(scores, 'utf8').match(/^\|.*\|$/gm);
  const { killed, survived, uncovered } = counts;
  const cells = [total(counts), killed, survived, uncovered, `${scoreOf(counts)} %`];
  const others = rows.filter((row) => !row.startsWith(`| \`${target}\` |`));
  const kept = [...others, `| \`${target}\` | ${cells.join(' | ')} |`].sort();
  const text = readFileSync(scores, 'utf8').replace(/(^\|.*\|\n)+/m, '');
  writeFileSync(scores, `${text.trimEnd()}\n\n${[head, rule, ...kept].join('\n')}\n`);
}
