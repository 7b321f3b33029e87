import { and, eq, isNull, sql } from 'drizzle-orm';
import { forgetEvents } from '#lib/domain/webhooks/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { crmContacts, leads } from '#lib/platform/db/schema/leads.ts';

/** Inside a write that saw a lead of this address: its erasure, and no earlier one's, ends the contact. */
export async function keepContact(tx: Tx, email: string, contactId: string): Promise<void> {
  await tx.insert(crmContacts).values({ email, contactId }).onConflictDoNothing();
}

/**
 * Returns whether a contact is that of a lead. With `email` it keeps one that was sent since its
 * address was erased.
 */
export async function keepLinkedContact(contactId: string, email = ''): Promise<boolean> {
  return getDb().write(async (tx) => {
    const again = and(eq(leads.email, email), isNull(leads.erasedAt));
    if ((await tx.$count(leads, again)) > 0) {
      await keepContact(tx, email, contactId);
      return true;
    }
    // A contact with another address is kept only while a lead names it as the CRM's last one.
    const linked = and(eq(leads.crmContactId, contactId), isNull(leads.erasedAt));
    return (await tx.$count(leads, linked)) > 0;
  });
}

/** Empties the CRM's events about a contact, whose id may come to light only at its erasure. */
export async function forgetContact(contactId: string, now: number): Promise<void> {
  const things = sql`select ${`contact:${contactId}`} as subject, null as until`;
  await getDb().write((tx) => forgetEvents(tx, 'crm', { things, now }));
}
