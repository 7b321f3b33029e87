import { type SQL, sql } from 'drizzle-orm';
import { paymentLead } from '#lib/domain/payments/reads/matches.ts';
import { payerEmail } from '#lib/domain/payments/reads/payments.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';

const amountIn = (words: string) => words.replace(/[$.\s]/g, '');

/** SQL for whether a payment has the typed words, a part of an order or a RUT. */
export function paidWords(words: string): SQL {
  const holds = (column: SQL) => contains(column, words);
  return sql`(${holds(sql`buy_order`)} or ${orderStarts(words)} or cast(amount as text) = ${amountIn(words)}
    or ${holds(sql`description`)} or ${holds(payerEmail)} or ${holds(sql`receipt_email`)}
    or card_last4 = ${words} or authorization_code = ${words}
    or account_id in (select id from accounts
      where ${holds(sql`razon_social`)} or ${holds(sql`name`)} or ${rutCondition(sql`rut`, words)}
      limit ${MAX_PAYERS})
    or account_id in (select m.company_id from accounts a join company_members m
      on m.person_id = a.id where ${holds(sql`a.email`)} or ${holds(sql`a.name`)}
      limit ${MAX_PAYERS})
    or ${personHolds(paymentLead(), words)})`;
}

/** Maximum number of accounts that a typed part of a name or e-mail may match. */
const MAX_PAYERS = 50;

/**
 * SQL for whether a column contains the words in any case. SQLite's `lower` changes only ASCII
 * letters, so other capitals match only as they are typed.
 */
function contains(column: SQL, words: string): SQL {
  return sql`(instr(lower(coalesce(${column}, '')), ${words.toLowerCase()})
    or instr(coalesce(${column}, ''), ${words}))`;
}

/** SQL for whether the name, the company or the RUT of a lead matches. */
function personHolds(lead: SQL, words: string): SQL {
  return sql`exists (select 1 from leads l where l.id = ${lead} and (${contains(sql`l.name`, words)}
    or ${contains(sql`l.company`, words)} or ${rutCondition(sql`l.rut`, words)}))`;
}

/** SQL for whether a RUT is the typed one, which may lack its points and its last digit. */
function rutCondition(column: SQL, words: string): SQL {
  const digits = words.replace(/[.\s-]/g, '');
  const begins = /^\d{7,8}$/.test(digits) ? sql`instr(${column}, ${`${digits}-`}) = 1` : sql`0`;
  return sql`(${column} = ${parseRut(words)} or ${begins})`;
}

/** SQL for whether an order begins with the typed one, which may lack its hyphens. */
function orderStarts(words: string): SQL {
  const typed = words.replace(/[\s-]/g, '').toLowerCase();
  if (typed.length < 4) return sql`0`;
  return sql`instr(replace(lower(buy_order), '-', ''), ${typed}) = 1`;
}

/** SQL for whether an unpaid request has the typed words or a RUT. */
export function openWords(words: string): SQL {
  const holds = (column: SQL) => contains(column, words);
  return sql`(cast(amount as text) = ${amountIn(words)} or ${holds(sql`email`)}
    or ${holds(sql`description`)} or ${personHolds(sql`payment_requests.lead_id`, words)})`;
}
