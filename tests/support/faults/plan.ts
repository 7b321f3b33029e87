import { createHash } from 'node:crypto';
import type { DatabaseFailure } from '#tests/support/providers/libsql.ts';

/**
 * Ways a request to the database fails: it fails before anything is done (cut, or 503 of a proxy),
 * gets no answer at all, is sent twice by a proxy that passes on the second answer, or is done and
 * loses its answer.
 */
export type FaultKind = 'fails' | 'hangs' | 'twice' | 'lost';
export type Fault = { kind: FaultKind; failure: DatabaseFailure };

/** Shares in percent. Few hang, because each costs a deadline. */
const faults: readonly (Fault & { share: number })[] = [
  { kind: 'fails', failure: { how: 'cut' }, share: 20 },
  { kind: 'fails', failure: { how: 'status', status: 503 }, share: 20 },
  { kind: 'hangs', failure: { how: 'hang' }, share: 5 },
  { kind: 'twice', failure: { how: 'twice' }, share: 25 },
  { kind: 'lost', failure: { how: 'lost' }, share: 30 },
];

/** Returns faults by chance, the same for the same seed. `odds` is the probability per request. */
export function createFaultPlan(seed: string, odds: number): () => Fault | null {
  let count = 0;
  const chance = () => {
    const hash = createHash('sha256').update(`${seed}:${count++}`).digest();
    return hash.readUInt32BE(0) / 2 ** 32;
  };
  return () => {
    if (chance() >= odds) return null;
    let left = chance() * 100;
    for (const fault of faults) {
      left -= fault.share;
      if (left < 0) return fault;
    }
    return null;
  };
}
