import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Tally = {
  name: string;
  requests: number;
  statuses: Record<string, number>;
  /** Number of requests without a fault. `accepted` counts those of them that were accepted. */
  valid: number;
  accepted: number;
  slowestMs: number;
};

export type Tallies = ReturnType<typeof createTallies>;

/**
 * Counts the requests of a part of the fuzz tests. `npm run fuzz` reads the counts from the
 * directory FUZZ_REPORT.
 */
export function createTallies(part: string) {
  const byName = new Map<string, Tally>();
  return {
    count: (name: string, status: number | string, ms: number, valid: boolean): void => {
      const fresh: Tally = { name, requests: 0, statuses: {}, valid: 0, accepted: 0, slowestMs: 0 };
      const tally = byName.get(name) ?? fresh;
      byName.set(name, tally);
      tally.requests += 1;
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      tally.slowestMs = Math.max(tally.slowestMs, ms);
      if (!valid) return;
      tally.valid += 1;
      if (Number(status) < 400) tally.accepted += 1;
    },
    of: (name: string): Tally | undefined => byName.get(name),
    save: (): void => {
      const directory = process.env.FUZZ_REPORT;
      if (!directory) return;
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, `${part}.json`), JSON.stringify([...byName.values()]));
    },
  };
}
