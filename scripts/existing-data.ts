import { statSync } from 'node:fs';
import { type Env, EnvError, parseEnv } from '#lib/platform/config/env.ts';
import { loadSettings, readEnvFile } from '#lib/platform/config/load-settings.ts';
import { filePathOf } from '#lib/platform/db/client.ts';

/**
 * Reads the settings of a command that works on existing data. Without a database it ends the
 * process, and leaves DATA_DIR untouched.
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

/** Reads the settings without creating `app-secret`. Returns null when they are malformed. */
export function readLocally(extra: Record<string, string> = {}): Env | null {
  readEnvFile();
  const { env } = process;
  try {
    return parseEnv({ ...env, APP_SECRET: env.APP_SECRET || 'x'.repeat(32), ...extra });
  } catch (error) {
    if (error instanceof EnvError) return null;
    throw error;
  }
}
