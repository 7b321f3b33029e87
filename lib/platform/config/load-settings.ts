import { existsSync } from 'node:fs';
import { type Env, EnvError, getEnv } from '#lib/platform/config/env.ts';

/** Loads `.env` from the working directory if it exists. Variables that are already set win. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile();
}

/**
 * Sets a private umask, so that files are readable by this user only, and reads the settings.
 * Invalid ones are printed and end the process with `exitCode`.
 */
export function loadSettings(exitCode = 1): Env {
  process.umask(0o077);
  loadEnvFile();
  try {
    return getEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(configurationErrorText(error));
    process.exit(exitCode);
  }
}

export function configurationErrorText({ message }: EnvError): string {
  return `Resguardo cannot start with this configuration:\n${message}`;
}
