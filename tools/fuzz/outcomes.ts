import fc from 'fast-check';
import { expect } from 'vitest';
import { rejectAfter } from '#tests/support/timing.ts';
import { disturb, hostile } from '#tools/fuzz/arbitraries.ts';
import type { Tallies } from '#tools/fuzz/tally.ts';

/** A change of a value in a reply. */
export const valueChange = fc.record({
  at: fc.nat(1000),
  how: fc.constantFrom('replace' as const, 'remove' as const, 'add' as const),
  put: hostile,
});

/** Changes some values in a JSON text. The result is valid JSON. */
export function disturbed(text: string, values: Parameters<typeof disturb>[1][]): string {
  let value: unknown = JSON.parse(text);
  for (const item of values) value = disturb(value, item);
  return JSON.stringify(value) ?? '';
}

/**
 * Returns the result or the error of `work`, and counts it. Throws if `work` takes longer than
 * `ms`.
 */
export async function outcomeOf(
  { tallies, name, ms }: { tallies: Tallies; name: string; ms: number },
  work: () => Promise<unknown>,
): Promise<unknown> {
  const start = performance.now();
  const outcome = await rejectAfter(ms, work()).catch((error: unknown) => error);
  const heading = outcome instanceof Error ? outcome.name : 'answered';
  tallies.count(name, heading, performance.now() - start, false);
  return outcome;
}

/** Throws unless a failure is one that callers know. A TypeError would be a fault of ours. */
export function expectOurs(outcome: unknown): void {
  const known = /^(AppError|MarketplaceFailure|WebpayError|ProviderError)$/;
  if (outcome instanceof Error && !known.test(outcome.name)) throw outcome;
  expect(outcome).not.toBeInstanceOf(TypeError);
}

export function unreachable(): never {
  throw new Error('no such input');
}
