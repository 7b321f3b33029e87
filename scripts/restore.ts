import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatSize } from '#lib/platform/chile/format.ts';
import { EnvError, parseEnv } from '#lib/platform/config/env.ts';
import { loadEnvFile } from '#lib/platform/config/load-settings.ts';
import { lockAgainstServing } from '#lib/platform/db/file/serving-lock.ts';
import { createMasterKey } from '#lib/platform/storage/encryption/encrypted-file.ts';
import { databasePath } from '#scripts/backup/database.ts';
import { readManifest } from '#scripts/backup/manifest.ts';
import { discard, prepare } from '#scripts/backup/prepare.ts';
import { existing, swapIn } from '#scripts/backup/swap.ts';

/**
 * `npm run restore -- <backup folder> [--force] [--to <folder>]` restores a backup to the
 * configured paths or to `--to`. Everything is copied beside these paths, checked, and only then
 * renamed, the database last. Former data is kept under another name.
 */
process.umask(0o077);
loadEnvFile();
const root = join(import.meta.dirname, '..');

try {
  const { from, force, to } = readArguments();
  const place = placeOf(to);
  const manifest = await readManifest(from, place.backupKey);
  if (manifest.head.storage === 'local' && place.storage !== 'local') {
    throw new Error('this backup brings its files along, so it needs STORAGE=local.');
  }
  const old = await existing(place);
  if (old.length > 0 && !force) {
    throw new Error(
      `there is data already:\n  ${old.join('\n  ')}\nWith --force it is kept beside, under another name.`,
    );
  }
  if (!(await lockAgainstServing(place.database))) {
    throw new Error(`Resguardo is running on ${place.database}: stop it first.`);
  }
  const prepared = await prepare(from, manifest, place, root).catch(async (error) => {
    await discard(place);
    throw error;
  });
  const keptPaths = await swapIn(prepared);
  const { head, files, bytes } = manifest;
  console.log(`Restored: ${dirname(place.database)}, as it was at ${head.madeAt} (${head.app}).`);
  console.log(`${files.length} files, ${formatSize(bytes)}, all checked.`);
  for (const path of keptPaths) console.log(`Kept what was there: ${path}`);
  if (head.trail) {
    console.log(`Audit trail sealed up to ${head.trail.day}, digest ${head.trail.digest}.`);
  }
  if (head.missing > 0) {
    console.log(
      `${head.missing} files were missing when it was made: \`npm run doctor\` lists them.`,
    );
  }
  if (head.storage === 's3') console.log('The files are in S3 and were left as they are.');
  console.log('Now start Resguardo, then run `npm run doctor`.');
} catch (error) {
  console.error(`Not restored: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean' }, to: { type: 'string' } },
  });
  const [from] = positionals;
  if (!from || positionals.length > 1) {
    throw new Error(
      'say which backup: npm run restore -- <folder of a backup> [--force] [--to <folder>]',
    );
  }
  return { from: resolve(from), force: values.force === true, to: values.to };
}

/** Reads the configuration without creating an `app-secret`, which the backup contains. */
function placeOf(to: string | undefined) {
  const { env } = process;
  const local = { DATABASE_URL: '', STORAGE: 'local', APP_ENV: 'local', APP_URL: '' };
  const variables = to === undefined ? {} : { DATA_DIR: to, ...local };
  try {
    const { database, dataDir, storage, backupKey } = parseEnv({
      ...env,
      APP_SECRET: env.APP_SECRET || 'x'.repeat(32),
      ...variables,
    });
    const path = resolve(databasePath(database.url));
    const kind = storage?.kind ?? ('none' as const);
    const key = backupKey && createMasterKey(backupKey);
    return { database: path, dataDir, storage: kind, backupKey: key };
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    throw new Error(`the configuration is malformed:\n${error.message}`);
  }
}
