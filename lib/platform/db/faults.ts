import { AppError } from '#lib/platform/operations/errors.ts';
import { log } from '#lib/platform/process/log.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

type DatabaseFault = 'busy' | 'full' | 'read-only' | 'damaged' | 'gone' | 'unreadable';

/** Prefixes of error codes of SQLite and libSQL (sqlite.org/rescode.html). */
const faults: readonly (readonly [code: string, DatabaseFault])[] = [
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_IOERR', 'unreadable'],
  ['SQLITE_CANTOPEN', 'unreadable'],
  ['DATABASE_GONE', 'gone'],
];

/**
 * Returns the database fault in an error or in its causes, or null. drizzle wraps the errors of
 * SQLite.
 */
export function faultOf(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown }; // libSQL's errors have a `code`.
  const match = typeof code === 'string' && faults.find(([start]) => code.startsWith(start));
  return match ? match[1] : faultOf(error.cause);
}

/**
 * Returns the error for a database file that was removed or replaced while it was open. Writes to
 * the open file would be lost.
 */
export function databaseGone(): Error {
  return Object.assign(new Error('the database file was removed or replaced'), {
    code: 'DATABASE_GONE',
  });
}

export const cannotKeepText =
  'Por el momento no podemos guardar nada nuevo. Lo que ya recibimos sigue a salvo. Inténtalo otra vez en unos minutos.';

export function refusalOfFault(error: unknown): AppError | null {
  const fault = faultOf(error);
  if (!fault) return null;
  if (fault === 'busy') return new AppError('unavailable', { cause: error, retryAfter: 2 });
  const isDataSafe = fault === 'full' || fault === 'read-only' || fault === 'gone';
  return new AppError('unavailable', {
    cause: error,
    retryAfter: 60,
    ...(isDataSafe && { message: cannotKeepText }),
  });
}

export function reportDamage(): void {
  condition().damaged = true;
  log().error('database alarm: the file is damaged; stop, restore a backup, start');
}

export function isDamaged(): boolean {
  return condition().damaged;
}

function condition(): { damaged: boolean } {
  return singleton('database-condition', () => ({ damaged: false }));
}
