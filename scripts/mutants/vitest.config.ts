import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import base from '../../vitest.config.ts';

const [code] = base.test?.projects ?? [];
if (typeof code !== 'object' || !('test' in code)) throw new Error('the project is not described');
const include = process.env.MUTANTS_TESTS?.split(',');

/** Runs unit tests first: they are fast, and the first failed test ends the run of a mutant. */
class UnitFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const isUnit = ({ moduleId }: { moduleId: string }) => moduleId.includes('/tests/unit/');
    const sorted = await super.sort(files);
    return [...sorted.filter(isUnit), ...sorted.filter((file) => !isUnit(file))];
  }
}

/** Runs only the chosen tests of the project `code`. StrykerJS runs two of these processes. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    sequence: { ...base.test?.sequence, sequencer: UnitFirst },
    projects: [{ ...code, test: { ...code.test, include, maxWorkers: 1 } }],
  },
});
