import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const [code] = base.test?.projects ?? [];
if (typeof code !== 'object' || !('test' in code)) throw new Error('the project is not described');

/** Runs the chosen tests of the code alone. StrykerJS runs two of these side by side. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: [
      {
        ...code,
        test: { ...code.test, include: process.env.MUTANTS_TESTS?.split(','), maxWorkers: 1 },
      },
    ],
  },
});
