/** Ignores mutants of texts for people, because tests should not repeat these texts. */
const sentences = {
  shouldIgnore: ({ node }) =>
    node.type === 'StringLiteral' && /\s/.test(node.value.trim()) ? 'a sentence' : undefined,
};

/** StrykerJS also loads this file as a plugin, for the ignorer above. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'sentences', value: sentences }];

const report = process.env.MUTANTS_REPORT;

export default {
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/stryker.config.mjs'],
  ignorers: ['sentences'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // A missing file, because StrykerJS would rewrite tsconfig.json with an API that TypeScript 7
  // lacks.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  // A mutant in code that runs on import would need all tests.
  ignoreStatic: true,
  concurrency: 2,
  dryRunTimeoutMinutes: 30,
  // Generous for busy machines. Hanging code is ended by the product's own limits.
  timeoutMS: 60_000,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: report },
  incrementalFile: report?.replace('.json', '-incremental.json'),
  tempDirName: '.mutants/sandboxes',
  ignorePatterns: ['.mutants'],
  allowConsoleColors: false,
};
