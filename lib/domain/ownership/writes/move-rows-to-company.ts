import { and, eq, type SQL } from 'drizzle-orm';
import type { Tx } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';

type CompanyMove = {
  email: string;
  /** The new owner, or null for the person with the e-mail. */
  companyId: string | null;
  /** Select the rows that move. The condition of payment requests sees the moved leads. */
  conditions: Record<'leads' | 'paymentRequests' | 'guarantees', SQL | undefined>;
};

/**
 * Moves requests, payment requests and guarantees that were sent with an e-mail between a person
 * and a company. Requires a transaction.
 */
export async function moveRowsToCompany(
  tx: Tx,
  { email, companyId, conditions }: CompanyMove,
): Promise<void> {
  for (const [table, condition] of [
    [leads, conditions.leads],
    [paymentRequests, conditions.paymentRequests],
    [issuedGuarantees, conditions.guarantees],
  ] as const) {
    await tx
      .update(table)
      .set({ companyId })
      .where(and(eq(table.email, email), condition));
  }
}

/** Moves a person's payments to a company. Requires a transaction. */
export async function movePaymentsToCompany(
  tx: Tx,
  { personId, companyId, condition }: { personId: string; companyId: string; condition?: SQL },
): Promise<void> {
  await tx
    .update(payments)
    .set({ accountId: companyId, personId })
    .where(and(eq(payments.accountId, personId), condition));
}
