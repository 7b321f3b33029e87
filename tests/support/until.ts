import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks until there is something to see, and returns it. The time depends only on how busy the
 * machine is: the limit is for what never comes.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  limitMs = 600_000,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > deadline) throw new Error(`never came: ${look}`);
    await sleep(10);
  }
}
