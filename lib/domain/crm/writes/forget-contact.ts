import { sql } from 'drizzle-orm';
import { forgetEvents } from '#lib/domain/webhooks/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** What the CRM told of a contact goes, of one whose id came to light only when it is erased. */
export async function forgetContact(contactId: string, now: number): Promise<void> {
  const things = sql`select ${`contact:${contactId}`} as subject, null as until`;
  await getDb().write((tx) => forgetEvents(tx, 'crm', { things, now }));
}
