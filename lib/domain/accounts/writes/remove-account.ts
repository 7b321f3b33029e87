import { eq } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { companyInvitations } from '#lib/platform/db/schema/companies.ts';

/** Deletes a person or a company, with the invitations that a person sent. Requires a transaction. */
export async function removeAccount(tx: Tx, id: string): Promise<void> {
  await tx.delete(companyInvitations).where(eq(companyInvitations.invitedBy, id));
  await tx.delete(accounts).where(eq(accounts.id, id));
}
