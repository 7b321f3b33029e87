import fc from 'fast-check';

/** Total number of requests and the random seed. `npm run fuzz` sends 100,000. */
export const RUNS = Number(process.env.FUZZ_RUNS ?? 2500);
export const SEED = Number(process.env.FUZZ_SEED ?? 20261120);
/** The path that a failure prints, where the next run begins. */
const PATH = process.env.FUZZ_PATH;

type Where = { file: string; name: string; runs: number; seed?: number };

/**
 * Checks a property for `runs` inputs. A failure prints how to repeat it, and the input as JSON for
 * `tools/fuzz/cases.ts`.
 */
export async function fuzz<T>(
  arbitrary: fc.Arbitrary<T>,
  check: (input: T) => Promise<void> | void,
  { file, name, runs, seed = 0 }: Where,
): Promise<void> {
  const property = fc.asyncProperty(arbitrary, async (input) => {
    await check(input);
  });
  const path = PATH ? { path: PATH } : {};
  const details = await fc.check(property, {
    numRuns: runs,
    seed: SEED + seed,
    endOnFailure: true,
    ...path,
  });
  if (!details.failed) return;
  const [input] = details.counterexample ?? [];
  const again = `FUZZ_RUNS=${RUNS} FUZZ_SEED=${details.seed - seed} FUZZ_PATH=${details.counterexamplePath}`;
  const message = [
    `${name}: ${details.errorInstance instanceof Error ? details.errorInstance.message : 'failed'}`,
    `Again: ${again} npx vitest run ${file} -t ${JSON.stringify(name)}`,
    `Keep: ${JSON.stringify(input)}`,
  ].join('\n');
  throw new Error(message, { cause: details.errorInstance });
}
