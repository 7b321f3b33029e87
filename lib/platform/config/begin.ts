import { type Env, EnvError, getEnv } from '#lib/platform/config/env.ts';

/** Sets a private umask and reads the settings. Malformed ones are printed and end the process. */
export function loadSettings(exitCode = 1): Env {
  process.umask(0o077);
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
