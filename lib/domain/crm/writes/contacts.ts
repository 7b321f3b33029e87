import { and, eq, isNull, sql } from 'drizzle-orm';
import { forgetEvents } from '#lib/domain/webhooks/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { crmContacts, leads } from '#lib/platform/db/schema/leads.ts';

/**
 * Stores which contact of the CRM belongs to an e-mail, unless one is stored. Call it in a write
 * that has seen a lead with the e-mail, so that the erasure of that lead also erases the contact.
 */
export async function insertContactIfNew(tx: Tx, email: string, contactId: string): Promise<void> {
  await tx.insert(crmContacts).values({ email, contactId }).onConflictDoNothing();
}

/**
 * Returns whether a lead still has the contact, which must then not be erased. If leads came after
 * the erasure of `email`, stores the contact again for them.
 */
export async function restoreContactIfLinked(contactId: string, email = ''): Promise<boolean> {
  return getDb().write(async (tx) => {
    const sameEmailCondition = and(eq(leads.email, email), isNull(leads.erasedAt));
    if ((await tx.$count(leads, sameEmailCondition)) > 0) {
      await insertContactIfNew(tx, email, contactId);
      return true;
    }
    // A contact with another e-mail is kept only while a lead is linked to it.
    const linkedCondition = and(eq(leads.crmContactId, contactId), isNull(leads.erasedAt));
    return (await tx.$count(leads, linkedCondition)) > 0;
  });
}

/**
 * Erases stored events about a contact. This is needed because the id of a contact may become known
 * only when it is erased.
 */
export async function forgetContact(contactId: string, now: number): Promise<void> {
  const subject = sql`select ${`contact:${contactId}`} as subject, null as until`;
  await getDb().write((tx) => forgetEvents(tx, 'crm', { erasedSubjects: subject, now }));
}
