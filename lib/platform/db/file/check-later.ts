import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Env } from '#lib/platform/config/env.ts';
import { filePathOf } from '#lib/platform/db/client.ts';
import { reportDamage } from '#lib/platform/db/faults.ts';
import { onStop } from '#lib/platform/process/lifecycle.ts';
import { log } from '#lib/platform/process/log.ts';

/** The exit code of `check-file.ts` for a damaged file. */
const DAMAGED_EXIT_CODE = 3;

/**
 * Checks the database file in a child process of lowest priority, because a large file takes long.
 * A damaged file makes the health check report degraded.
 */
export function checkDatabaseLater({ database }: Env): void {
  const path = filePathOf(database.url);
  if (path === null) return;
  const program = join(import.meta.dirname, 'check-file.ts');
  const child = spawn(process.execPath, [program, path], { stdio: 'ignore' });
  child.unref();
  child.once('spawn', () => setPriority(child.pid ?? 0, 19));
  child.once('error', (err) => log().warn({ err }, 'the database file could not be read through'));
  child.once('exit', (code) => {
    if (code === DAMAGED_EXIT_CODE) reportDamage();
    else if (code === 0) log().info('database file read through');
    else log().warn({ code }, 'the database file could not be read through');
  });
  onStop(async () => void child.kill('SIGKILL'));
}
