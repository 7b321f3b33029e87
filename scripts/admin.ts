import { listAdmins } from '#lib/domain/accounts/reads/advisors.ts';
import { accountEmail } from '#lib/domain/accounts/schema.ts';
import { createAdmin, revokeAdmin } from '#lib/domain/accounts/writes/admins.ts';
import { resetFactorsOf } from '#lib/domain/factors/writes/reset.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { checkDatabaseFile } from '#lib/platform/db/file/start-check.ts';
import { DatabaseRefused } from '#lib/platform/db/refused.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { loadSettingsOfData } from '#scripts/existing-data.ts';

/**
 * `npm run admin -- create <email>` · `-- list` · `-- revoke <email>` · `-- reset-factors <email>`.
 * Works while the app runs. A new admin sets a password at /recuperar.
 */
const env = loadSettingsOfData();
const [verb, typedEmail] = process.argv.slice(2);
const email = accountEmail.safeParse(typedEmail ?? '');

try {
  await checkDatabaseFile(env);
  if (verb === 'list') {
    for (const admin of await listAdmins()) console.log(admin.email);
  } else if ((verb === 'create' || verb === 'revoke') && email.success) {
    const change = verb === 'create' ? createAdmin : revokeAdmin;
    const changed = await change(email.data, Date.now());
    console.log(changed ? `${email.data}: ${verb}d` : `${email.data}: nothing to change`);
    if (changed && verb === 'create')
      console.log('Set the password at /recuperar, then log in: a second factor is set up first.');
  } else if (verb === 'reset-factors' && email.success) {
    const changed = await resetFactorsOf(email.data, Date.now());
    console.log(`${email.data}: ${changed ? 'no second factor any more' : 'nothing to change'}`);
  } else {
    console.error(
      'Usage: npm run admin -- create <email> | list | revoke <email> | reset-factors <email>',
    );
    process.exitCode = 2;
  }
} catch (error) {
  const words = wordsOf(error);
  if (words === null) throw error;
  console.error(words);
  process.exitCode = 1;
} finally {
  await closeDb();
}

/** Returns a message about an error that the operator can fix, or null for an error of ours. */
function wordsOf(error: unknown): string | null {
  if (error instanceof DatabaseRefused) return error.message;
  if (!(error instanceof AppError)) return null;
  if (error.code === 'email_taken') {
    return 'An account had this address until a few days ago and may still take it back.';
  }
  const cause = error.detail.cause ?? error;
  return `The database does not answer: ${cause instanceof Error ? cause.message : cause}`;
}
