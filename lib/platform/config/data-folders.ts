import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

type FolderProblem = { text: string; isFull: boolean };

/**
 * Creates the folder if it is missing, and writes a test file. Returns a reason for the operator if
 * that fails, otherwise null.
 */
export function checkFolder(path: string): FolderProblem | null {
  const probe = join(path, `.probe-${process.pid}`);
  try {
    makeFolder(path);
    try {
      writeFileSync(probe, Buffer.alloc(4096));
    } finally {
      rmSync(probe, { force: true });
    }
    return null;
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const text = `${path} ${problemTexts[code] ?? `cannot be written: ${code}`}`;
    return { text, isFull: code === 'ENOSPC' || code === 'EDQUOT' };
  }
}

const problemTexts: Record<string, string> = {
  ENOTDIR: 'is a file, or lies below one: name a folder, or move the file away',
  ENOENT: 'cannot be made there: name another folder',
  EACCES: 'may not be written by the user who runs this: change its owner, or name another folder',
  EPERM: 'may not be written by the user who runs this: change its owner, or name another folder',
  EROFS: 'is on a read-only disk: mount it for writing, or name another folder',
  ENOSPC: 'is on a full disk: make room, or name another folder',
  EDQUOT: 'is full, by the quota of the user who runs this: make room, or name another folder',
};

/**
 * Node's recursive mkdir never returns if the system refuses new folders, for example below /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Returns a problem for each of `DATA_DIR` and `DATABASE_URL` whose folder cannot be written.
 * `isFull` means that the disk or the quota is full.
 */
export function checkFolders(dataDir: string, databasePath: string | null): FolderProblem[] {
  const folders = new Map([[resolve(dataDir), 'DATA_DIR']]);
  const databaseFolder = databasePath === null ? null : dirname(resolve(databasePath));
  if (databaseFolder !== null && !folders.has(databaseFolder))
    folders.set(databaseFolder, 'DATABASE_URL');
  return [...folders].flatMap(([path, variable]) => {
    const problem = checkFolder(path);
    return problem === null ? [] : { ...problem, text: `${variable}: ${problem.text}` };
  });
}
