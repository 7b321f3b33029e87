import { type SQL, sql } from 'drizzle-orm';
import { paymentLead } from '#lib/domain/payments/reads/payment-lead-guess.ts';
import { payerAccountEmailColumn } from '#lib/domain/payments/reads/payments.ts';
import { transferCodeCondition } from '#lib/domain/payments/transfer.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';

const amountDigits = (words: string) => words.replace(/[$.\s]/g, '');

/** SQL for whether the typed words match a payment: its texts, a part of its order, or a RUT. */
export function paymentWordsCondition(words: string): SQL {
  const columnHolds = (column: SQL) => containsCondition(column, words);
  return sql`(${columnHolds(sql`buy_order`)} or ${orderPrefixCondition(words)} or cast(amount as text) = ${amountDigits(words)}
    or ${columnHolds(sql`description`)} or ${columnHolds(payerAccountEmailColumn)} or ${columnHolds(sql`receipt_email`)}
    or ${transferCodeCondition(sql`payment_request_id`, words)}
    or card_last4 = ${words} or authorization_code = ${words}
    or account_id in (select id from accounts
      where ${columnHolds(sql`razon_social`)} or ${columnHolds(sql`name`)} or ${rutCondition(sql`rut`, words)}
      limit ${MAX_PAYERS})
    or account_id in (select m.company_id from accounts a join company_members m
      on m.person_id = a.id where ${columnHolds(sql`a.email`)} or ${columnHolds(sql`a.name`)}
      limit ${MAX_PAYERS})
    or ${leadWordsCondition(paymentLead(), words)})`;
}

/** Maximum number of accounts whose name or e-mail matches a typed part. */
const MAX_PAYERS = 50;

/**
 * SQL for whether a column contains the words in any case. SQLite's `lower` changes only ASCII
 * letters, so other capitals match only as they are typed.
 */
function containsCondition(column: SQL, words: string): SQL {
  return sql`(instr(lower(coalesce(${column}, '')), ${words.toLowerCase()})
    or instr(coalesce(${column}, ''), ${words}))`;
}

/** SQL for whether the name, the company or the RUT of a lead matches. */
function leadWordsCondition(lead: SQL, words: string): SQL {
  return sql`exists (select 1 from leads l where l.id = ${lead} and (${containsCondition(sql`l.name`, words)}
    or ${containsCondition(sql`l.company`, words)} or ${rutCondition(sql`l.rut`, words)}))`;
}

/** SQL for whether a RUT is the typed one. Its points and its last digit may be missing. */
function rutCondition(column: SQL, words: string): SQL {
  const digits = words.replace(/[.\s-]/g, '');
  const prefixCondition = /^\d{7,8}$/.test(digits)
    ? sql`instr(${column}, ${`${digits}-`}) = 1`
    : sql`0`;
  return sql`(${column} = ${parseRut(words)} or ${prefixCondition})`;
}

/** SQL for whether an order begins with the typed text, from which hyphens may be missing. */
function orderPrefixCondition(words: string): SQL {
  const typedOrder = words.replace(/[\s-]/g, '').toLowerCase();
  if (typedOrder.length < 4) return sql`0`;
  return sql`instr(replace(lower(buy_order), '-', ''), ${typedOrder}) = 1`;
}

/** SQL for whether an unpaid request has the typed words or a RUT. */
export function requestWordsCondition(words: string): SQL {
  const columnHolds = (column: SQL) => containsCondition(column, words);
  return sql`(cast(amount as text) = ${amountDigits(words)} or ${columnHolds(sql`email`)}
    or ${columnHolds(sql`description`)} or ${transferCodeCondition(sql`id`, words)}
    or ${leadWordsCondition(sql`payment_requests.lead_id`, words)})`;
}
