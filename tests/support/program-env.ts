import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of a program of ours that a test starts: it begins in half the time of one with `PATH` alone. */
export function programEnv() {
  const { PATH, NODE_OPTIONS } = process.env;
  return { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE: join(tmpdir(), 'resguardo-compile-cache') };
}
