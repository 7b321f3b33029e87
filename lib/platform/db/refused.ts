import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Thrown when the app must not start on a database. The message is for the terminal and says what
 * to do.
 */
export class DatabaseRefused extends Error {
  /**
   * Next may load this class twice, and `instanceof` would fail between the copies, so names are
   * compared.
   */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === 'DatabaseRefused';
  }

  /**
   * `problem` completes the sentence "the database …". `earlierDataPath` is a path that proves it
   * existed before.
   */
  constructor(problem: string, path: string, earlierDataPath?: string) {
    const location = path.includes('://') ? path : resolve(path);
    super(
      [
        `Resguardo does not start: the database ${problem}.`,
        `  Where: ${location}${earlierDataPath ? ` (data was kept there before: ${resolve(earlierDataPath)})` : ''}`,
        '  Nothing was changed.',
        ...adviceOn(problem, location, earlierDataPath),
      ].join('\n'),
    );
    this.name = 'DatabaseRefused';
  }
}

export const newerProblem = 'was written by a newer version of Resguardo';

function adviceOn(
  problem: string,
  location: string,
  earlierDataPath: string | undefined,
): string[] {
  const restore = `  Restore a backup: npm run restore -- ${newestBackup(location) ?? '<folder of a backup>'}`;
  if (problem === newerProblem) {
    return ['  Start that version again, or go back to a backup made before the upgrade.', restore];
  }
  if (!earlierDataPath) return [restore];
  return [
    restore,
    `  To begin anew with an empty database instead, move away ${resolve(earlierDataPath)}.`,
  ];
}

/**
 * Returns the folder of the newest backup, or null. Backups are named by their time, so the last
 * name is the newest.
 */
function newestBackup(databasePath: string): string | null {
  if (databasePath.includes('://')) return null;
  const dataFolder = dirname(databasePath);
  const folders = [
    resolve('backups'),
    join(dataFolder, 'backups'),
    join(dirname(dataFolder), 'backups'),
  ];
  const backups = [...new Set(folders)].flatMap((folder) => backupsIn(folder));
  const newest = backups.toSorted((a, b) => a.name.localeCompare(b.name)).at(-1);
  return newest ? join(newest.folder, newest.name) : null;
}

function backupsIn(folder: string): { folder: string; name: string }[] {
  return namesIn(folder)
    .filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+$/.test(name))
    .filter((name) => existsSync(join(folder, name, 'resguardo.db')))
    .map((name) => ({ folder, name }));
}

/** Returns an empty list when the folder is missing or unreadable. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
