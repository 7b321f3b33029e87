import { cache } from 'react';
import { findPageSession } from '#app/_lib/page-user.ts';
import { listActingAccounts } from '#lib/domain/dashboard/reads/acting-accounts.ts';

/** Returns the accounts for which the person can act. Cached for the layout and the first page. */
export const findScopes = cache(async () => {
  const user = await findPageSession();
  return user ? listActingAccounts(user) : [];
});
