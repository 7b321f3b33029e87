import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { parseSearch } from '#lib/domain/requests/team/rules.ts';
import { lettersOf } from '#lib/platform/chile/names.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';

/** A search compares this many requests of the account holder, the newest ones. */
const MAX_SEARCHED_ROWS = 5000;
const MAX_PEOPLE = 100;

/**
 * Finds the numbers of requests that contain all the words in number, tender, beneficiary, amounts
 * or applicant.
 */
export async function searchRequestNumbers(q: string, owner: string): Promise<number[]> {
  const { number } = parseSearch(q);
  const words = q.split(/\s+/).map(lettersOf).filter(Boolean);
  const rows = await getDb()
    .read.select({
      id: sql<number>`${leads.submissionId}`,
      shown: sql<string>`concat_ws(char(10), ${leads.tenderId}, ${leads.about}, ${leads.tenderWords}, ${leads.name})`,
    })
    .from(leads)
    .where(and(eq(leads.owner, owner), isNotNull(leads.submissionId)))
    .orderBy(desc(leads.id))
    .limit(MAX_SEARCHED_ROWS);
  const exact = rows.filter(({ id }) => id === number);
  if (exact.length > 0) return exact.map(({ id }) => id);
  const matches = rows.filter(({ shown }) => {
    const text = lettersOf(shown);
    return words.length > 0 && words.every((word) => text.includes(word));
  });
  return matches.map(({ id }) => id);
}

/** Lists who sent an account holder's requests: each e-mail with its last name. */
export async function listApplicants(owner: string): Promise<Record<string, string>> {
  const rows = await getDb()
    .read.select({ email: leads.email, name: leads.name, last: sql`max(${leads.id})` })
    .from(leads)
    .where(and(eq(leads.owner, owner), isNotNull(leads.submissionId)))
    .groupBy(leads.email)
    .orderBy(leads.email)
    .limit(MAX_PEOPLE);
  return Object.fromEntries(
    rows.map(({ email, name }) => [email, name ? `${name} (${email})` : email]),
  );
}
