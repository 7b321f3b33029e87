import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import {
  movePaymentsToCompany,
  moveRowsToCompany,
} from '#lib/domain/ownership/writes/move-rows-to-company.ts';
import { isOpen } from '#lib/domain/payments/transitions.ts';
import { listRequestMoves } from '#lib/domain/requests/applicant/moves.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Moves a request of the person to a company, with its guarantees and payments. Throws `not_found`
 * for a request that `listRequestMoves` does not offer, and `conflict` while a payment is open,
 * because the browser that pays still acts for the person.
 */
export async function moveRequestToCompany(
  ctx: SignedInCtx,
  id: number,
  companyId: string,
): Promise<void> {
  const { accountId, email } = ctx;
  await getDb().write(async (tx) => {
    const [move] = await listRequestMoves(ctx, { submissionId: id, companyId }, tx);
    if (!move || !companyId) throw new AppError('not_found');
    const { leadId } = move;
    const paymentRequestIds = tx
      .select({ id: paymentRequests.id })
      .from(paymentRequests)
      .where(eq(paymentRequests.leadId, leadId));
    const paymentCondition = or(
      inArray(payments.paymentRequestId, paymentRequestIds),
      eq(payments.leadId, leadId),
    );
    const states = await tx
      .select({ state: payments.state })
      .from(payments)
      .where(and(eq(payments.accountId, accountId), paymentCondition));
    if (states.some(({ state }) => isOpen(state))) {
      throw conflict(openPaymentText);
    }
    await movePaymentsToCompany(tx, {
      personId: accountId,
      companyId,
      condition: paymentCondition,
    });
    const personal = sql`company_id is null`;
    const conditions = {
      leads: eq(leads.id, leadId),
      paymentRequests: and(eq(paymentRequests.leadId, leadId), personal),
      guarantees: and(eq(issuedGuarantees.submissionId, id), personal),
    };
    await moveRowsToCompany(tx, { email, companyId, conditions });
    for (const trailOwnerId of [accountId, companyId]) {
      await audit(tx, ctx, {
        accountId: trailOwnerId,
        actor: accountId,
        action: 'request.moved',
        subject: `lead:${leadId}`,
      });
    }
  });
}

const openPaymentText = 'Uno de sus pagos sigue abierto en Webpay. Inténtalo en unos minutos.';
