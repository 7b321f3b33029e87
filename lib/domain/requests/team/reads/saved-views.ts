import { findAccount } from '#lib/domain/accounts/reads/accounts.ts';
import type { SavedView } from '#lib/domain/requests/team/rules.ts';
import type { Tx } from '#lib/platform/db/client.ts';

export async function listSavedViews(accountId: string, tx?: Tx): Promise<SavedView[]> {
  const account = await findAccount(accountId, tx);
  return account?.inboxViews ?? [];
}
