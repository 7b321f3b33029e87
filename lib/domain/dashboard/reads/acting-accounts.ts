import { and, count, inArray } from 'drizzle-orm';
import { PERSONAL } from '#lib/domain/accounts/companies/copy.ts';
import { listCompaniesOf } from '#lib/domain/accounts/companies/reads.ts';
import { countUrgentDocumentsOf } from '#lib/domain/alerts/reads.ts';
import type { ActingAccount } from '#lib/domain/dashboard/rules.ts';
import { needsActionCondition } from '#lib/domain/issued-guarantees/reads/extensions.ts';
import { countDuePayments } from '#lib/domain/payments/reads/list-requests.ts';
import { countPendingRequests } from '#lib/domain/requests/applicant/closings.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/** Lists the account holders for whom a person may act, themselves first, with their counts. */
export async function listActingAccounts({
  accountId,
  email,
  companyId,
  now,
}: Pick<SignedInCtx, 'accountId' | 'email' | 'companyId' | 'now'>): Promise<ActingAccount[]> {
  const companies = await listCompaniesOf(accountId);
  const ids = companies.map(({ id }) => id);
  const [documentCounts, guaranteeCounts, requestCounts, paymentCounts] = await Promise.all([
    countUrgentDocumentsOf([accountId, ...ids], now),
    countGuaranteesToActOn([email, ...ids], now),
    countPendingRequests([email, ...ids], now),
    countDuePayments([email, ...ids], now),
  ]);
  const personalAccount = { id: '', name: PERSONAL };
  return [personalAccount, ...companies].map(({ id, name }) => ({
    id,
    name,
    isCurrent: id === (companyId ?? ''),
    urgentCount: documentCounts.get(id || accountId) ?? 0,
    guaranteesToActOn: guaranteeCounts.get(id || email) ?? 0,
    requests: requestCounts.get(id || email) ?? 0,
    duePayments: paymentCounts.get(id || email) ?? 0,
  }));
}

/** Counts the guarantees for which the panel lists something to do. */
async function countGuaranteesToActOn(
  owners: string[],
  now: number,
): Promise<Map<string | null, number>> {
  const { owner } = issuedGuarantees;
  const rows = await getDb()
    .read.select({ owner, ending: count() })
    .from(issuedGuarantees)
    .where(and(inArray(owner, owners), needsActionCondition(now)))
    .groupBy(owner);
  return new Map(rows.map((row) => [row.owner, row.ending]));
}
