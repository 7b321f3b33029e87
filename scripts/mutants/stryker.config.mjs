/** Skips mutants of texts for people, which tests should not repeat. */
const sentences = {
  shouldIgnore: ({ node }) =>
    node.type === 'StringLiteral' && /\s/.test(node.value.trim()) ? 'a sentence' : undefined,
};

/** StrykerJS loads this file as a plugin too. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'sentences', value: sentences }];

const report = process.env.MUTANTS_REPORT;

export default {
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/stryker.config.mjs'],
  ignorers: ['sentences'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // StrykerJS rewrites tsconfig.json with an API that TypeScript 7 lacks.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  // Mutants in code that runs at import would need all tests to be run.
  ignoreStatic: true,
  concurrency: 2,
  dryRunTimeoutMinutes: 30,
  // The limit is generous for busy machines. The product's own limits end hanging code.
  timeoutMS: 60_000,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: report },
  incrementalFile: report?.replace('.json', '-incremental.json'),
  tempDirName: '.mutants/sandboxes',
  ignorePatterns: ['.mutants'],
  allowConsoleColors: false,
};
