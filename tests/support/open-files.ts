import { readdirSync, readlinkSync } from 'node:fs';

/** Returns how many files of a store in `dataDir` a process holds open. */
export function countOpenFiles(pid: number | undefined, dataDir: string): number {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).includes(`${dataDir}/files/`);
    } catch {
      return false;
    }
  }).length;
}
