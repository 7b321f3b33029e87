import { sql } from 'drizzle-orm';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import { payments } from '#lib/platform/db/schema/payments.ts';

/**
 * Selects whether another attempt paid what this failed payment was for: an attempt at the same
 * request, or a later one of the same account with the same amount and purpose. After a wrong or
 * reversed charge the result is 0, because somebody has to look at it.
 */
export const paidByAnotherAttemptCondition = sql`(${payments.state} = 'failed'
  and coalesce(${payments.reason}, '') not in ('mismatch', 'undone')
  and case when ${payments.paymentRequestId} is null
    then exists (select 1 from payments other where other.account_id = ${payments.accountId}
      and other.account_id <> ${GUEST_ACCOUNT_ID} and other.payment_request_id is null
      and other.state in ('authorized', 'refunded') and other.id > ${payments.id}
      and other.amount = ${payments.amount} and other.description is ${payments.description})
    else exists (select 1 from payments other
      where other.payment_request_id = ${payments.paymentRequestId}
        and other.state in ('authorized', 'refunded')) end)`.mapWith(Boolean);
