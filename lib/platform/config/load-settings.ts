import { existsSync } from 'node:fs';
import { type Env, EnvError, getEnv } from '#lib/platform/config/env.ts';

/** Reads `.env` of the working directory, if there is one. Variables that are set already win. */
export function readEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile();
}

/** Sets a private umask and reads the settings. Malformed ones are printed and end the process. */
export function loadSettings(exitCode = 1): Env {
  process.umask(0o077);
  readEnvFile();
  try {
    return getEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(refusedConfiguration(error));
    process.exit(exitCode);
  }
}

export function refusedConfiguration({ message }: EnvError): string {
  return `Resguardo cannot start with this configuration:\n${message}`;
}
