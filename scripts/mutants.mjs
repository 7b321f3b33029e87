import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nodePath, prepare, root, run, Stopped } from './prepare.mjs';

/**
 * `npm run mutants -- lib/domain/payments …` runs mutation tests of folders or files with StrykerJS
 * and prints the mutants that survive. Options such as `--incremental` are passed on.
 */
const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('-'));
const targets = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/\/+$/, ''));
const scores = join(root, 'docs/mutation.md');

const isFolder = (target) => statSync(join(root, target)).isDirectory();

try {
  if (targets.length === 0) throw new Stopped('Name a folder or a file: lib/domain/payments');
  const missing = targets.find((target) => !existsSync(join(root, target)));
  if (missing) throw new Stopped(`${missing} does not exist.`);
  await prepare({ build: false, dev: true });
  await mutate();
} catch (error) {
  if (!(error instanceof Stopped)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

async function mutate() {
  const tests = [...new Set(targets.flatMap(testsOf))];
  const report = join(root, '.mutants', `${targets.join('+').replaceAll('/', '-')}.json`);
  console.log(`${tests.length} files of tests name ${targets.join(', ')}`);
  const files = targets.flatMap((target) =>
    isFolder(target) ? [`${target}/**/*.ts`, `${target}/**/*.tsx`] : [target],
  );
  const stryker = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run'];
  const config = 'scripts/mutants/stryker.config.mjs';
  const code = await run(
    nodePath(),
    [...stryker, config, '--mutate', files.join(','), ...options],
    { env: { ...process.env, MUTANTS_TESTS: tests.join(','), MUTANTS_REPORT: report } },
  );
  if (code !== 0) throw new Stopped(`StrykerJS ended with ${code}.`);
  const entries = Object.entries(JSON.parse(readFileSync(report, 'utf8')).files);
  for (const target of targets) {
    const counts = print(
      target,
      entries.filter(([path]) => path === target || path.startsWith(`${target}/`)),
    );
    if (isFolder(target)) keep(target, counts);
  }
}

/** Returns the test files that mention the name of the target's folder. */
function testsOf(target) {
  const folder = isFolder(target) ? target : dirname(target).replace(/\/writes$/, '');
  const noun = new RegExp(basename(folder).replaceAll('-', '[-_ ]?'), 'i');
  const tests = ['unit', 'api', 'contract'].flatMap((kind) =>
    readdirSync(join(root, 'tests', kind)).map((name) => `tests/${kind}/${name}`),
  );
  const names = (path) => noun.test(readFileSync(join(root, path), 'utf8'));
  return tests.filter((path) => /\.test\.tsx?$/.test(path) && names(path));
}

/** Prints the surviving mutants and the score of each file. Returns the sums. */
function print(target, files) {
  const all = { killed: 0, survived: 0, uncovered: 0 };
  for (const [path, { source, mutants }] of files) {
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
    `\n${target}: ${total(all)} mutants, ${killed} killed, ${survived} survived, ${uncovered} without a test. ` +
      `Score ${scoreOf(all)} %`,
  );
  return all;
}

function total({ killed, survived, uncovered }) {
  return killed + survived + uncovered;
}

function scoreOf(counts) {
  return ((counts.killed / (total(counts) || 1)) * 100).toFixed(1);
}

/** Writes the row of a folder into the table in docs/mutation.md, in alphabetical order. */
function keep(target, counts) {
  const [head, rule, ...rows] = readFileSync(scores, 'utf8').match(/^\|.*\|$/gm);
  const { killed, survived, uncovered } = counts;
  const cells = [total(counts), killed, survived, uncovered, `${scoreOf(counts)} %`];
  const others = rows.filter((row) => !row.startsWith(`| \`${target}\` |`));
  const kept = [...others, `| \`${target}\` | ${cells.join(' | ')} |`].sort();
  const text = readFileSync(scores, 'utf8').replace(/(^\|.*\|\n)+/m, '');
  writeFileSync(scores, `${text.trimEnd()}\n\n${[head, rule, ...kept].join('\n')}\n`);
}
