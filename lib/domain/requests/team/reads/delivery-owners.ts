import { type SQL, sql } from 'drizzle-orm';

/** A request or message by its id, or a payment by its order. */
type DeliveryScope = { lead: number } | { order: string };

/** Selects the owners of the partitions with the deliveries of a lead or of a payment. */
function ownersIn(scope: DeliveryScope): SQL {
  if ('order' in scope) {
    const { order } = scope;
    return sql`select 'payment:' || id as owner from payments where buy_order = ${order}
      union select 'payment-request:' || payment_request_id from payments
        where buy_order = ${order} and payment_request_id is not null`;
  }
  const { lead } = scope;
  // SQLite reads a bound number as a float, whose text would be `12.0`.
  return sql`select ${`lead:${lead}`} as owner
    union select 'submission:' || submission_id from leads
      where id = ${lead} and submission_id is not null
    union select 'payment-request:' || id from payment_requests where lead_id = ${lead}
    union select 'payment:' || p.id from payment_requests r
      join payments p on p.payment_request_id = r.id where r.lead_id = ${lead}
    union select 'payment:' || id from payments where lead_id = ${lead}`;
}

/** Selects the deliveries of a payment, or of a lead with its payments. */
export function deliveriesIn(scope: DeliveryScope): SQL {
  // '0' follows '/' in the order of characters, so the range holds all partitions of this owner and
  // no others.
  return sql`select d.* from (${ownersIn(scope)}) o cross join deliveries d
    indexed by deliveries_partition
    on d.partition >= o.owner || '/' and d.partition < o.owner || '0'`;
}
