import { forgetOtherKeys, type RekeyResult, rekeyFiles } from '#lib/background/rekey.ts';
import { formatSize } from '#lib/platform/chile/format.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { checkDatabaseFile } from '#lib/platform/db/file/start-check.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { checkFileKeys, getFileKeys } from '#lib/platform/storage/encryption/file-keys.ts';
import { loadSettingsOfData } from '#scripts/existing-data.ts';

/**
 * `npm run rekey` encrypts all files under the current FILES_KEY, even while the app serves. It can
 * be repeated. Exit code 0: no file is under another key. 1: some are. 2: it could not start.
 */
const EVERY_MS = 5_000;
const env = loadSettingsOfData(2);

try {
  await checkDatabaseFile(env);
  await refuseOtherKeys();
  let reportedAt = Date.now();
  const files = await rekeyFiles((so) => {
    if (Date.now() - reportedAt < EVERY_MS) return;
    reportedAt = Date.now();
    console.log(lineOf(so));
  });
  for (const failed of files.failed) console.log(`Left as it is: ${failed}`);
  if (files.failed.length === 0) await forgetOtherKeys();
  console.log(`${lineOf(files)} ${files.failed.length} left as they are.`);
  if (files.failed.length > 0) console.log('Look at them with `npm run doctor`; keep the old key.');
  process.exitCode = files.failed.length === 0 ? 0 : 1;
} catch (error) {
  const cause = error instanceof AppError ? (error.detail.cause ?? error) : error;
  console.error(`Not done: ${cause instanceof Error ? cause.message : cause}`);
  process.exitCode = 2;
} finally {
  await closeDb();
}

/** Throws if the app was started with another key, because it could not read the new files. */
async function refuseOtherKeys(): Promise<void> {
  const keys = await checkFileKeys();
  const serves = keys.find(({ isCurrent }) => isCurrent)?.id;
  const currentId = getFileKeys().currentKey?.id;
  if (serves === currentId) return;
  const words = (id: string | undefined) => (id ? `the key ${id}` : 'no key');
  throw new Error(
    `the app was last started with ${words(serves)} for new files, here it is ${words(currentId)}. Restart it with this configuration first.`,
  );
}

function lineOf({ looked, rewritten, bytes }: RekeyResult): string {
  return `${looked} files looked at, ${rewritten} written again (${formatSize(bytes)}).`;
}
