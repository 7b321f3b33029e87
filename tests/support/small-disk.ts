import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  path: string;
  /** True for a file system that really becomes full, false for a limit on file sizes. */
  isMounted: boolean;
  fill: (pid: number) => void;
  free: (pid: number) => void;
  remove: () => void;
};

/**
 * Makes a folder whose disk can be filled. As root, mounts one of `megabytes`. Otherwise limits the
 * file sizes of the process, which refuses writes as a full quota does.
 */
export function makeSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'resguardo-disk-'));
  const isMounted = mounts(path, megabytes);
  const filling = join(path, 'filling');
  const limit = (pid: number, bytes: string) =>
    execFileSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:unlimited`]);
  return {
    path,
    isMounted,
    fill: (pid) => {
      if (!isMounted) return void limit(pid, '4096');
      const { bavail, bsize } = statfsSync(path);
      try {
        writeFileSync(filling, Buffer.alloc(bavail * bsize + bsize));
      } catch {
        // The process ends with the disk.
      }
    },
    free: (pid) => {
      if (isMounted) rmSync(filling);
      else limit(pid, 'unlimited');
    },
    remove: () => {
      if (isMounted) execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function mounts(path: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
