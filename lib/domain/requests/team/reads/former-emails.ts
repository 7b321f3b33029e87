import { sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';

/**
 * Returns the address that a person has now and the former ones that are still kept, or null if it
 * never changed. An address that an account has now never counts as a former one of another
 * account.
 */
export async function findFormerEmails(
  email: string,
): Promise<{ email: string; former: string[] } | null> {
  const rows = await getDb().read.all<{ email: string; former: string }>(sql`
    select a.email, c.former from email_changes c join accounts a on a.id = c.account_id
    where c.changed_at is not null and c.undone_at is null and c.former <> a.email
      and (c.account_id = (select id from accounts where email = ${email})
        or c.former = ${email} and not exists (select 1 from accounts where email = ${email}))
    order by c.id desc`);
  const [newest] = rows;
  if (!newest) return null;
  const ofAddress = rows.filter(({ email }) => email === newest.email);
  return { email: newest.email, former: [...new Set(ofAddress.map(({ former }) => former))] };
}
