import { sql } from 'drizzle-orm';
import { signInCopy } from '#lib/domain/audit/copy.ts';
import { olderThan } from '#lib/domain/audit/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';

export type SignIn = {
  id: number;
  action: string;
  device: string | null;
  place: string;
  at: number;
};

type Page = { limit: number; before?: number | undefined };

/** An account's sign-ins, also those that failed, the latest first. */
export async function listSignIns(accountId: string, { limit, before }: Page): Promise<SignIn[]> {
  const older = before === undefined ? sql`1` : await olderThan(before);
  return getDb().read.all<SignIn>(sql`
    select id, action, substr(subject, length('device:') + 1) as device, place, at
    from audit_events indexed by audit_events_by_account
    where account_id = ${accountId} and action in ${Object.keys(signInCopy)} and ${older}
    order by at desc, id desc limit ${limit}`);
}
