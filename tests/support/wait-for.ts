import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats a check until it has a result, and returns that result. The time limit applies only if
 * there never is a result, because a busy machine just takes longer.
 */
export async function waitFor<T>(
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
