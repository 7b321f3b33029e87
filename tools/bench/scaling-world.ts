import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { openDatabase } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { startApp } from '#tests/support/app-process.ts';
import { startProcess } from '#tests/support/bare-app.ts';
import { startResend } from '#tests/support/providers/resend.ts';
import { startS3 } from '#tests/support/providers/s3.ts';
import { fillLeads } from '#tools/bench/inbox-data.ts';
import { fillVaults } from '#tools/bench/vault-world.ts';

export type Sizes = { vaults: number; accounts: number; leads: number };
/** Bytes of the database per row of each kind, including indexes. */
export type Weights = { vault: number; account: number; lead: number };

/** Fills a database file by SQL. Each set of instances then serves it in turn. */
export async function fillDatabase({ vaults, accounts, leads }: Sizes) {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-bench-'));
  const path = join(directory, 'data.db');
  const { client, close } = openDatabase(`file:${path}`);
  await migrateDatabase(client);
  const weigh = async (work: () => Promise<unknown>, rows: number) => {
    const before = await bytesOf(client);
    await work();
    return ((await bytesOf(client)) - before) / rows;
  };
  const weights: Weights = {
    vault: await weigh(() => fillVaults(client, vaults), vaults),
    account: await weigh(() => fillAccounts(client, accounts), accounts),
    lead: await weigh(() => fillLeads(client, leads), leads),
  };
  await client.execute('pragma wal_checkpoint(truncate)');
  await close();
  return {
    path,
    weights,
    mib: () => statSync(path).size / 2 ** 20,
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/**
 * Starts `count` servers that share a bucket, a mail provider and a database server with this
 * latency.
 */
export async function startScaled(path: string, latencyMs: number, count: number) {
  await clear(path);
  const env = { LIBSQL_PATH: path, LIBSQL_LATENCY: `${latencyMs}` };
  const database = await startProcess(['tools/bench/libsql-process.ts'], { env, path: '/' });
  const [bucket, resend] = await Promise.all([startS3(), startResend()]);
  const variables = {
    APP_SECRET: 'one secret for all of the instances',
    DATABASE_URL: database.url,
    DATABASE_TOKEN: 'libsql-token',
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: '1',
    RESEND_API_KEY: resend.key,
    RESEND_BASE_URL: resend.url,
    ...bucket.variables,
  };
  const apps = await Promise.all(Array.from({ length: count }, () => startApp({ variables })));
  return {
    urls: apps.map(({ url }) => url),
    close: async () => {
      await Promise.all(apps.map((app) => app.close()));
      await Promise.all([database.close(), bucket.close(), resend.close()]);
    },
  };
}

/**
 * Removes what earlier instances left. Jobs that run at a start are leased to somebody else, so
 * that they do not run.
 */
async function clear(path: string): Promise<void> {
  const { client, close } = openDatabase(`file:${path}`);
  await client.executeMultiple(`
    delete from rate_limits;
    delete from deliveries;
    delete from leases;
    insert into leases (name, owner, until) select name, 'bench', ${Date.now() + 3_600_000}
      from (select 'sweeper' as name union select 'alert-mails');`);
  await close();
}

/** Returns the number of waiting mails. */
export async function waitingMails(path: string): Promise<number> {
  const { client, close } = openDatabase(`file:${path}`);
  const { rows } = await client.execute(
    `select count(*) as n from deliveries where state = 'waiting' and channel = 'mail'`,
  );
  await close();
  return Number(rows[0]?.n);
}

/** Inserts accounts that only have a session, to make the indexes grow. */
async function fillAccounts(client: Client, count: number): Promise<void> {
  await client.executeMultiple(`
    insert into accounts (id, email, role, email_verified_at, name, created_at, updated_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      select hex(randomblob(11)), 'persona' || i || '@empresa' || (i % 9999) || '.cl', 'natural', 1,
        'Ana Muñoz', 1, 1 from n;
    insert into sessions (id, token_hash, account_id, profile, agent, place, created_at, seen_at)
      select hex(randomblob(11)), hex(randomblob(22)), id, 'natural', 'Chrome en Windows',
        '203.0.113.0/24', ${Date.now()}, ${Date.now()} from accounts where email like 'persona%';`);
}

/** Returns the used bytes of a database file that other processes serve. */
export async function sizeOf(path: string): Promise<number> {
  const { client, close } = openDatabase(`file:${path}`);
  const bytes = await bytesOf(client);
  await close();
  return bytes;
}

async function bytesOf(client: Client): Promise<number> {
  const { rows } = await client.execute(
    'select (page_count - freelist_count) * page_size as n from pragma_page_count, pragma_freelist_count, pragma_page_size',
  );
  return Number(rows[0]?.n);
}
