import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSession } from '#lib/domain/accounts/reads.ts';
import { closeDb, getDb } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { parseEnv } from '#lib/platform/env.ts';
import { hashToken } from '#lib/platform/secrets.ts';
import { singleton } from '#lib/platform/singleton.ts';
import { median, type Row, rounded } from '#tools/bench/table.ts';

const SESSIONS = 100_000;
const CHECKS = 2000;

/** What knowing who asks adds to a request, among many sessions. */
export async function benchSessionCheck(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  singleton('env', () => parseEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  try {
    await migrateDatabase(getDb().client);
    await fill();
    const times: number[] = [];
    for (let i = 0; i < CHECKS; i++) {
      const token = `token ${Math.floor(Math.random() * SESSIONS)}`;
      const started = performance.now();
      if (!(await findSession(token, 1))) throw new Error('no session');
      times.push(performance.now() - started);
    }
    const note = `among ${SESSIONS}, median of ${CHECKS} (aim ≤ 1)`;
    return [['session check, ms', rounded(median(times)), note]];
  } finally {
    await closeDb();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(): Promise<void> {
  const { client } = getDb();
  await client.execute(`insert into accounts (id, email, role, created_at, updated_at)
    values ('a', 'ana@constructora.cl', 'natural', 0, 0)`);
  for (let from = 0; from < SESSIONS; from += 10_000) {
    await client.batch(
      Array.from({ length: 10_000 }, (_, i) => ({
        sql: `insert into sessions
          (id, token_hash, account_id, profile, agent, place, created_at, seen_at)
          values (?, ?, 'a', 'natural', '', '', 1, 1)`,
        args: [`s${from + i}`, hashToken(`token ${from + i}`)],
      })),
      'write',
    );
  }
}
