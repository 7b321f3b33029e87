import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBrowser, findFirefox } from './browser.mjs';
import { nodePath, prepare, root, run, Stopped } from './prepare.mjs';

/** `npm test`: everything, in a fresh clone too. The last line is `N passed, N failed`. */
const total = { passed: 0, failed: 0 };
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
  // All beside each other, so that no core waits; only the code's own tests need no build.
  await Promise.all([
    vitest('code', 'inherit'),
    withBuild(() =>
      Promise.all([
        withBrowsers(),
        oneTest('types', 'tsc', ['--noEmit']).then(() => vitest('server', 'held')),
      ]),
    ),
    oneTest('format and lint', 'biome', ['check', '.']),
    oneTest('known holes in dependencies', node, ['scripts/audit.mjs']),
    oneTest('licences of dependencies', node, ['scripts/sbom.mjs']),
  ]);
} catch (error) {
  console.error(error instanceof Stopped ? `\n${error.message}` : error);
  total.failed += 1;
}
rmSync(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** A build that fails is one failure: what runs beside it goes on to its end. */
async function withBuild(rest) {
  try {
    await prepare({ build: true, dev: true });
  } catch (error) {
    console.error(error instanceof Stopped ? `\n${error.message}` : error);
    total.failed += 1;
    return;
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
  total[code === 0 ? 'passed' : 'failed'] += 1;
}

/** Steps run beside each other, as each waits a lot: what is `held` is told when it is over. */
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
  return suite(`vitest ${project}`, output, 'vitest', args, vitestCounts);
}

function playwright() {
  const args = ['test', '--reporter=list,json'];
  return suite('playwright', 'held', 'playwright', args, playwrightCounts);
}

function withoutBrowser() {
  console.error('Browser tests need Chromium: install it, or set CHROMIUM_PATH to it.');
  total.failed += 1;
}

/** A run that failed without naming a failed test (a file that does not load) counts as one. */
async function suite(title, output, program, args, countsOf) {
  const file = join(reports, `${title}.json`);
  const own = program === 'vitest' ? [...args, `--outputFile=${file}`] : args;
  const code = await step(title, output, program, own, {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const { passed, failed } = existsSync(file)
    ? countsOf(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 };
  total.passed += passed;
  total.failed += failed === 0 && (code !== 0 || passed === 0) ? 1 : failed;
}

function vitestCounts({ numPassedTests, numFailedTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
}

function playwrightCounts({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}
