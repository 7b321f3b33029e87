import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBrowser, findFirefox } from './browser.mjs';
import { nodePath, prepare, root, run, Stopped } from './prepare.mjs';

/** `npm test` runs all tests, also in a fresh clone. Its last line is `N passed, N failed`. */
const total = { passed: 0, failed: 0 };
const unstable = [];
const lines = [];
const reports = mkdtempSync(join(tmpdir(), 'resguardo-reports-'));
let env = process.env;

try {
  await prepare({ build: false, dev: true });
  const node = nodePath();
  env = {
    ...process.env,
    PATH: [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(':'),
    NODE_COMPILE_CACHE: join(tmpdir(), 'resguardo-compile-cache'),
  };
  // Two suites run in parallel. With more, the low-priority processes that parse files would get
  // too little processor time and take a minute each.
  const code = vitest('code', 'inherit');
  await Promise.all([
    code,
    withBuild(() =>
      Promise.all([
        oneTest('types', 'tsc', ['--noEmit', '--checkers', '1']).then(withBrowsers),
        code.then(() => vitest('server', 'held')),
      ]),
    ),
    oneTest('format and lint', 'biome', ['check', '.']),
    oneTest('known holes in dependencies', node, ['scripts/audit.mjs']),
    oneTest('licences of dependencies', node, ['scripts/sbom.mjs']),
  ]);
  for (const failed of unstable) await askAlone(failed);
} catch (error) {
  if (!(error instanceof Stopped)) console.error(error);
  fails('npm test', error.message);
}
rmSync(reports, { recursive: true, force: true });
for (const line of lines) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/**
 * Builds the app and runs `rest`. A failed build counts as one failure, and other suites continue.
 */
async function withBuild(rest) {
  try {
    await prepare({ build: true, dev: true });
  } catch (error) {
    return fails('build', error.message);
  }
  await rest();
}

async function withBrowsers() {
  const browser = await findBrowser();
  const firefox = findFirefox();
  env = {
    ...env,
    ...(browser && { CHROMIUM_PATH: browser }),
    ...(firefox && { FIREFOX_PATH: firefox }),
  };
  return browser ? playwright() : withoutBrowser();
}

async function oneTest(title, program, args) {
  const code = await step(title, 'held', program, args, env);
  if (code === 0) total.passed += 1;
  else fails(title, `ended with ${code}`);
}

/** Runs a step. `held` output is printed when the step ends, because steps run in parallel. */
async function step(title, output, program, args, variables) {
  if (output === 'inherit') {
    console.log(`\n> ${title}`);
    return run(program, args, { env: variables });
  }
  const path = join(reports, title.replaceAll(' ', '-'));
  const file = openSync(path, 'w');
  const code = await run(program, args, { env: variables, stdio: ['ignore', file, file] });
  closeSync(file);
  console.log(`\n> ${title}\n${readFileSync(path, 'utf8')}`);
  return code;
}

function vitest(project, output) {
  const args = ['run', `--project=${project}`, '--reporter=default', '--reporter=json'];
  return suite(`vitest ${project}`, output, 'vitest', args, vitestTests);
}

function playwright() {
  const args = ['test', '--reporter=list,json'];
  return suite('playwright', 'held', 'playwright', args, playwrightTests);
}

function withoutBrowser() {
  fails('playwright', 'browser tests need Chromium: install it, or set CHROMIUM_PATH to it');
}

/**
 * Runs a suite. If it fails without a failed test, for example in a crash, that counts as one
 * failure.
 */
async function suite(title, output, program, args, testsOf) {
  const { code, passed, failed } = await asked(title, output, program, args, testsOf);
  total.passed += passed;
  if (failed.length > 0) unstable.push({ title, program, args, testsOf, failed });
  else if (code !== 0 || passed === 0) fails(title, 'no test was named');
}

/**
 * Runs the failed files again with nothing in parallel. A test that passes now counts as passed,
 * and is listed as unstable.
 */
async function askAlone({ title, program, args, testsOf, failed }) {
  const files = [...new Set(failed.map(({ file }) => file))];
  const again = `${title}, alone`;
  const alone = await asked(again, 'held', program, [...args, ...files], testsOf);
  const isSame = (one) => (other) => one.file === other.file && one.name === other.name;
  for (const test of failed) {
    if (alone.passed > 0 && !alone.failed.some(isSame(test))) {
      total.passed += 1;
      lines.push(`failed once, passed alone (${title}): ${test.name}`);
    } else fails(title, test.name);
  }
  for (const test of alone.failed) if (!failed.some(isSame(test))) fails(again, test.name);
}

function fails(title, what) {
  total.failed += 1;
  lines.push(`failed (${title}): ${what}`);
}

/** Runs a suite. Returns how many tests passed, and the ones that failed. */
async function asked(title, output, program, args, testsOf) {
  const file = join(reports, `${title}.json`);
  const own = program === 'vitest' ? [...args, `--outputFile=${file}`] : args;
  const code = await step(title, output, program, own, {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const tests = existsSync(file) ? testsOf(JSON.parse(readFileSync(file, 'utf8'))) : [];
  return {
    code,
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: tests.filter(({ state }) => state === 'failed'),
  };
}

/** Returns the tests in a report of Vitest. A file that does not load counts as one failed test. */
function vitestTests({ testResults }) {
  return testResults.flatMap(({ name: file, status, assertionResults }) =>
    assertionResults.length === 0
      ? [{ file, name: file, state: status }]
      : assertionResults.map((test) => ({ file, name: test.fullName, state: test.status })),
  );
}

function playwrightTests({ suites }) {
  const states = { expected: 'passed', flaky: 'passed', unexpected: 'failed' };
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map(({ status }) => ({ file, name: `${file}: ${title}`, state: states[status] })),
    ),
    ...playwrightTests({ suites: inner }),
  ]);
}
