import { limitSubject } from '#lib/platform/addresses.ts';
import { getEnv } from '#lib/platform/env.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { GuestCtx } from '#lib/platform/operation.ts';
import { takePoint } from '#lib/platform/rate-limits.ts';

/** Who asks; what the wizard needs may spend the whole day's calls. */
export type Asker = Pick<GuestCtx, 'address' | 'now'> & { wizard?: true };

/** `background` gives way to people; without `by` we ask ourselves. `fresh`: no old answer. */
export type Asking = { background?: boolean; by?: Asker; fresh?: boolean };

/** Lookups of one address that no kept answer serves; the API has some 400 calls an hour for all. */
export const UNCACHED_LIMIT = { name: 'marketplace/uncached', points: 180, seconds: 3600 } as const;

/** Counts a call to the API for the caller's address. Throws `rate_limited`. */
export async function countAsking({ by }: Asking): Promise<void> {
  if (by && getEnv().rateLimits) {
    await takePoint(UNCACHED_LIMIT, limitSubject(by.address), by.now);
  }
}

/** Whether the code may be invented: a guest asks, and no list or answer has named it. */
export async function isGuess(
  question: { isNamed: () => Promise<boolean> },
  { by }: Asking,
): Promise<boolean> {
  return by !== undefined && !by.wizard && !(await question.isNamed());
}

export function isRateLimited(error: unknown): boolean {
  return error instanceof AppError && error.code === 'rate_limited';
}
