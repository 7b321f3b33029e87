import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { nodePath, prepare, root, run, Stopped } from './prepare.mjs';

/** `npm test`: everything, in a fresh clone too. The last line is `N passed, N failed`. */
const total = { passed: 0, failed: 0 };
const reports = mkdtempSync(join(tmpdir(), 'resguardo-reports-'));
let env = process.env;

try {
  await prepare({ build: true, dev: true });
  const node = nodePath();
  env = {
    ...process.env,
    PATH: [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(':'),
  };

  await oneTest('format and lint', 'biome', ['check', '.']);
  await oneTest('types', 'tsc', ['--noEmit']);
  await oneTest('known holes in dependencies', node, ['scripts/audit.mjs']);
  await oneTest('licences of dependencies', node, ['scripts/sbom.mjs']);
  const browser = await findBrowser();
  if (browser) env = { ...env, CHROMIUM_PATH: browser, CHROME_PATH: browser };
  await suite('vitest', ['run', '--reporter=default', '--reporter=json'], vitestCounts);
  if (browser) {
    await suite('playwright', ['test', '--reporter=list,json'], playwrightCounts);
  } else {
    console.error('Browser tests need Chromium: install it, or set CHROMIUM_PATH to it.');
    total.failed += 1;
  }
} catch (error) {
  console.error(error instanceof Stopped ? `\n${error.message}` : error);
  total.failed += 1;
}
rmSync(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function oneTest(title, program, args) {
  console.log(`\n> ${title}`);
  const code = await run(program, args, { env });
  total[code === 0 ? 'passed' : 'failed'] += 1;
}

/** A run that failed without naming a failed test (a file that does not load) counts as one. */
async function suite(program, args, countsOf) {
  console.log(`\n> ${program}`);
  const file = join(reports, `${program}.json`);
  const code = await run(program, program === 'vitest' ? [...args, `--outputFile=${file}`] : args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
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
