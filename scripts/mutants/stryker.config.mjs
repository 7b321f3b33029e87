/** Sentences for people are read by people: a test that repeats one proves nothing. */
const sentences = {
  shouldIgnore: ({ node }) =>
    node.type === 'StringLiteral' && /\s/.test(node.value.trim()) ? 'a sentence' : undefined,
};

/** StrykerJS loads this file as a plugin as well. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'sentences', value: sentences }];

const report = process.env.MUTANTS_REPORT;

export default {
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/stryker.config.mjs'],
  ignorers: ['sentences'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // StrykerJS rewrites this file by an interface that TypeScript 7 lacks.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  // A slip in code that runs once, when its file is loaded, would need all tests to be run.
  ignoreStatic: true,
  concurrency: 2,
  dryRunTimeoutMinutes: 30,
  // The machine may be busy, and the product's own limits end what hangs.
  timeoutMS: 60_000,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: report },
  incrementalFile: report?.replace('.json', '-incremental.json'),
  tempDirName: '.mutants/sandboxes',
  ignorePatterns: ['.mutants'],
  allowConsoleColors: false,
};
