import { statSync } from 'node:fs';
import { type Env, EnvError, parseEnv } from '#lib/platform/config/env.ts';
import { loadEnvFile, loadSettings } from '#lib/platform/config/load-settings.ts';
import { filePathOf } from '#lib/platform/db/client.ts';

/**
 * Reads the settings for a command that works on existing data. If there is no database, it ends
 * the process and creates nothing in DATA_DIR.
 */
export function loadSettingsOfData(exitCode = 1): Env {
  const path = filePathOf(readLocally()?.database.url);
  if (path !== null && !statSync(path, { throwIfNoEntry: false })?.size) {
    console.error(
      `There is no database at ${path}. Is DATA_DIR right? The first start of Resguardo creates it.`,
    );
    process.exit(exitCode);
  }
  return loadSettings(exitCode);
}

/** Reads the settings without creating `app-secret`. Returns null if they are invalid. */
export function readLocally(extra: Record<string, string> = {}): Env | null {
  loadEnvFile();
  const { env } = process;
  try {
    return parseEnv({ ...env, APP_SECRET: env.APP_SECRET || 'x'.repeat(32), ...extra });
  } catch (error) {
    if (error instanceof EnvError) return null;
    throw error;
  }
}
