import type { Env } from '#lib/platform/config/env.ts';
import { openDatabase } from '#lib/platform/db/client.ts';
import { checkDatabaseLater } from '#lib/platform/db/file/check-later.ts';
import { checkDatabaseFile, expectDatabaseFile } from '#lib/platform/db/file/start-check.ts';
import { isFromNewerApp, migrateDatabase } from '#lib/platform/db/migrate.ts';
import { DatabaseRefused, newerProblem } from '#lib/platform/db/refused.ts';
import { log } from '#lib/platform/process/log.ts';

const RETRY_MS = 10_000;
const CHECK_DELAY_MS = 5_000;

/**
 * Checks and migrates the database. Throws `DatabaseRefused` for a file that must not be served.
 * When the database is out of reach, it logs that, tries again in 10 s, and the app starts
 * degraded.
 */
export async function prepareDatabase(env: Env, root: string): Promise<void> {
  const { url, token } = env.database;
  if (!url) return;
  const { needsLaterCheck } = await checkDatabaseFile(env, root);
  await migrate(url, token, root);
  if (needsLaterCheck) setTimeout(() => checkDatabaseLater(env), CHECK_DELAY_MS).unref();
}

async function migrate(url: string, token: string | undefined, root: string): Promise<void> {
  const db = openDatabase(url, token);
  try {
    const appliedCount = await migrateDatabase(db.client, root);
    if (await isFromNewerApp(db.client, root)) throw new DatabaseRefused(newerProblem, url);
    await expectDatabaseFile(url);
    if (appliedCount > 0) log().info({ applied: appliedCount }, 'migrated');
  } catch (err) {
    if (err instanceof DatabaseRefused) throw err;
    log().error({ err }, 'degraded: the database cannot be migrated; trying again in 10 s');
    setTimeout(() => void migrateAgain(url, token, root), RETRY_MS).unref();
  } finally {
    await db.close();
  }
}

async function migrateAgain(url: string, token: string | undefined, root: string): Promise<void> {
  await migrate(url, token, root).catch((err) => log().error({ err }, 'degraded: no migration'));
}
