import { readdirSync, readFileSync } from 'node:fs';

/** Returns the processor time (ms) that a process has used in all threads, or NaN without /proc. */
export function cpuMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Returns the resident memory (MiB) of a process, or NaN without /proc. */
export function residentMib(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Returns the memory (MiB) of a process and of all processes that it started. */
export function familyMib(pid: number | undefined): number {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return children.reduce((sum, child) => sum + (familyMib(Number(child)) || 0), residentMib(pid));
  } catch {
    return Number.NaN;
  }
}
