import { and, eq, isNull } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

/**
 * Whether a contact is that of a lead that was not erased. One of the same address that was not
 * linked yet has it from now on, so that its own erasure ends it.
 */
export async function keepContact(crmContactId: string, email?: string): Promise<boolean> {
  return getDb().write(async (tx) => {
    if (email) {
      const unlinked = and(
        eq(leads.email, email),
        isNull(leads.crmContactId),
        isNull(leads.erasedAt),
      );
      await tx.update(leads).set({ crmContactId }).where(unlinked);
    }
    const kept = and(eq(leads.crmContactId, crmContactId), isNull(leads.erasedAt));
    return (await tx.$count(leads, kept)) > 0;
  });
}
