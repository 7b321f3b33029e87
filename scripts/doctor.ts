import { checkRows } from '#lib/background/check-rows.ts';
import { checkStore } from '#lib/background/check-store.ts';
import { countUnencryptedFiles } from '#lib/background/rekey.ts';
import { checkSealTimes, findSealedDay } from '#lib/domain/audit/seal-times.ts';
import { checkParts } from '#lib/domain/health/reads.ts';
import { formatSize } from '#lib/platform/chile/format.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { checkDatabaseFile } from '#lib/platform/db/file/start-check.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { now } from '#lib/platform/process/clock.ts';
import { checkFileKeys } from '#lib/platform/storage/encryption/file-keys.ts';
import { loadSettingsOfData } from '#scripts/existing-data.ts';

/**
 * `npm run doctor [-- --fix [--force] [--digest <hex>]]` checks the services, stored files without
 * a row, rows without their file, and contradictions between tables, even while the app serves. A
 * service that is down counts as a problem. `--fix` removes files without a row. If most files have
 * none, the database is probably the wrong one, so this needs `--force`. `--digest`, from a log or
 * a backup's manifest, checks that the audit trail still has that day. Exit code 0: no problems, or
 * repaired. 1: problems. 2: the check could not run.
 */
const env = loadSettingsOfData(2);
const fix = process.argv.includes('--fix');
const force = process.argv.includes('--force');
const digest = process.argv[process.argv.indexOf('--digest') + 1];
const wanted = process.argv.includes('--digest') ? (digest ?? '') : undefined;

try {
  await checkDatabaseFile(env);
  await checkFileKeys();
  const { database, storage, disk, scanner, missing } = await checkParts();
  const works = (part: boolean) => (part ? 'works' : 'does not work');
  console.log(
    `Database ${works(database)}, store ${works(storage)}, disk ${disk}, scanner ${scanner}.`,
  );
  if (missing.length > 0) console.log(`Missing settings: ${missing.join(', ')}.`);
  const { objects, rows, problems, repaired, suspicious } = await checkStore({ fix, force });
  const { rules, problems: rowProblems } = await checkRows();
  rowProblems.push(...(await checkSealTimes(now())));
  const sealed = await findSealedDay(wanted);
  if (sealed) console.log(`Trail: ${sealed.day} is sealed, digest ${sealed.digest}.`);
  else if (wanted !== undefined) {
    rowProblems.push({ problem: 'audit trail: no day has this digest', id: wanted });
  }
  const downParts = [
    ...(database ? [] : ['the database does not work']),
    ...(storage ? [] : ['the store does not work']),
    ...(disk === 'full' ? ['the disk is full'] : []),
    ...(scanner === 'unreachable' ? ['the scanner is unreachable: new files wait for it'] : []),
  ];
  const problemCount = problems.length + rowProblems.length + downParts.length;
  for (const problem of problems) {
    const location =
      'name' in problem
        ? `${problem.name}, ${formatSize(problem.size)}, since ${new Date(problem.modifiedAt).toISOString()}`
        : `${problem.table} ${problem.id}`;
    console.log(`${problem.problem}: ${location}`);
  }
  for (const { problem, id } of rowProblems) console.log(`${problem}: ${id}`);
  for (const part of downParts) console.log(`Problem: ${part}.`);
  const unsealed = await countUnencryptedFiles();
  if (unsealed > 0)
    console.log(`${unsealed} files are not encrypted yet: \`npm run rekey\` encrypts them.`);
  if (repaired > 0) console.log(`Removed ${repaired} objects without a row.`);
  console.log(
    `${objects} objects, ${rows} rows, ${rules} rules, ${problemCount === 0 ? 'clean' : `problems: ${problemCount}`}.`,
  );
  if (suspicious && problems.length > 0) {
    console.log(
      'Most objects have no row: is this the right database? `--fix --force` removes them all the same.',
    );
  } else if (!fix && problems.some(({ problem }) => problem === 'object without a row')) {
    console.log('`npm run doctor -- --fix` removes objects without a row.');
  }
  process.exitCode = problemCount === 0 ? 0 : 1;
} catch (error) {
  const cause = error instanceof AppError ? (error.detail.cause ?? error) : error;
  console.error(`Could not look: ${cause instanceof Error ? cause.message : cause}`);
  process.exitCode = 2;
} finally {
  await closeDb();
}
