import { eq, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';

export type Advisor = { id: string; email: string; name: string | null };

/** Lists the admins who can log in, by e-mail, at most 200. */
export async function listAdvisors(): Promise<Advisor[]> {
  return getDb()
    .read.select({ id: accounts.id, email: sql<string>`${accounts.email}`, name: accounts.name })
    .from(accounts)
    .where(sql`role = 'admin' and suspended_at is null`)
    .orderBy(accounts.email)
    .limit(200);
}

/** Lists all admins, suspended ones too, by e-mail. */
export async function listAdmins(): Promise<{ email: string }[]> {
  return getDb()
    .read.select({ email: sql<string>`${accounts.email}` })
    .from(accounts)
    .where(eq(accounts.role, 'admin'))
    .orderBy(accounts.email)
    .limit(1000);
}
