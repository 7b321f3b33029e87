import { accountEmail } from '#lib/domain/accounts/schema.ts';
import { createAdmin, listAdmins, revokeAdmin } from '#lib/domain/accounts/writes/admins.ts';
import { begin } from '#lib/platform/begin.ts';
import { closeDb } from '#lib/platform/db/client.ts';

/**
 * `npm run admin -- create <email>` · `-- list` · `-- revoke <email>`. Asks nothing, works while
 * the app runs; the password is set through /recuperar.
 */
begin();
const [verb, given] = process.argv.slice(2);
const email = accountEmail.safeParse(given ?? '');

try {
  if (verb === 'list') {
    for (const admin of await listAdmins()) console.log(admin.email);
  } else if ((verb === 'create' || verb === 'revoke') && email.success) {
    const change = verb === 'create' ? createAdmin : revokeAdmin;
    const changed = await change(email.data, Date.now());
    console.log(changed ? `${email.data}: ${verb}d` : `${email.data}: nothing to change`);
    if (changed && verb === 'create') console.log('Set the password at /recuperar.');
  } else {
    console.error('Usage: npm run admin -- create <email> | list | revoke <email>');
    process.exitCode = 2;
  }
} finally {
  await closeDb();
}
