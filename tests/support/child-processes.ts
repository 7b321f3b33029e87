import type { ChildProcess } from 'node:child_process';

const alive = new Set<ChildProcess>();

/** Ends a child with this process, however that ends (SIGKILL aside). */
export function killOnExit<T extends ChildProcess>(child: T): T {
  if (alive.size === 0) process.once('exit', killAll);
  alive.add(child);
  child.once('close', () => {
    alive.delete(child);
    if (alive.size === 0) process.off('exit', killAll);
  });
  return child;
}

function killAll(): void {
  for (const child of alive) child.kill('SIGKILL');
}
