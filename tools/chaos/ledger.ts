import type { Client, InValue } from '@libsql/client';

type Claim = { sql: string; args: InValue[]; value: number };

/**
 * Records acknowledged writes as queries with known results. Before a write changes a value, the
 * value is unsure until the reply has arrived: a kill in between may leave either value.
 */
export function createLedger() {
  const claims = new Map<string, Claim>();
  let acknowledged = 0;
  return {
    unsure: (key: string) => void claims.delete(key),
    /** Notes a write. `sql` must select one number, which will be `value`. */
    sure: (key: string, sql: string, args: InValue[], value = 1) => {
      claims.set(key, { sql, args, value });
      acknowledged += 1;
    },
    acknowledged: () => acknowledged,
    /** Returns the acknowledged writes that the database lost. */
    lost: async (db: Client): Promise<string[]> => {
      const lost: string[] = [];
      for (const [key, { sql, args, value }] of claims) {
        const { rows } = await db.execute({ sql, args });
        const found = Number(Object.values(rows[0] ?? {})[0]);
        if (found !== value) lost.push(`${key}: ${found} instead of ${value}`);
      }
      return lost;
    },
  };
}
export type Ledger = ReturnType<typeof createLedger>;
