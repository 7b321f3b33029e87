import { type SQL, sql } from 'drizzle-orm';
import { tenderSpellings } from '#lib/domain/requests/leads/rules.ts';
import { parseShownNumber } from '#lib/platform/chile/format.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { foldedIssuerNumber, foldNumber } from '#lib/platform/db/schema/issued-guarantees.ts';

/** Maximum rows per look-up. Only `newestIds` and payments of accounts take the newest. */
const MAX_FOUND_BY_NUMBER = 50;

/** Ids of the things that a typed number names. All lists of the team use the same ones. */
export type NumberMatches = {
  leads: number[];
  guarantees: number[];
  payments: number[];
  accounts: string[];
};

export const noMatches: NumberMatches = { leads: [], guarantees: [], payments: [], accounts: [] };

export function hasMatches(named: NumberMatches): boolean {
  return Object.values(named).some(({ length }) => length > 0);
}

/**
 * Finds the things that a number names: a request or message, a guarantee, an issuer's policy, the
 * order of a payment, a tender or a RUT, with or without punctuation. A request also finds its
 * guarantees and payments. Each of these finds its request, but not the request's other guarantees.
 */
export async function readNumberMatches(typed: string): Promise<NumberMatches> {
  const matches: NumberMatches = { leads: [], guarantees: [], payments: [], accounts: [] };
  const query = parseNumberQuery(typed);
  if (!query) return matches;
  const { rut, order } = query;
  const rows = await getDb().read.all<{ noun: keyof NumberMatches; id: number | string }>(sql`
    with named_leads as (${sql.join([...leadIdsBy(query), ...leadIdsByWords(query)], sql` union `)}),
    named_accounts as (select id from accounts where rut = ${rut} limit ${MAX_FOUND_BY_NUMBER}),
    own_guarantees(id) as (${sql.join(guaranteeIdsBy(query), sql` union `)}),
    named_guarantees(id) as (select id from own_guarantees
      union select g.number from named_leads n join leads l on l.id = n.id
        join issued_guarantees g on g.submission_id = l.submission_id
        where not exists (select 1 from own_guarantees)),
    named_payments as (select id from payments where buy_order = ${order}
      union select p.id from named_leads n join payment_requests r on r.lead_id = n.id
        join payments p on p.payment_request_id = r.id
      union select p.id from named_leads n join payments p on p.lead_id = n.id
      union select id from (select p.id from named_accounts a join payments p on p.account_id = a.id
        order by p.id desc limit ${MAX_FOUND_BY_NUMBER}))
    select 'leads' as noun, id from named_leads union all select 'guarantees', id from named_guarantees
    union all select 'payments', id from named_payments
    union all select 'accounts', id from named_accounts`);
  for (const { noun, id } of rows) (matches[noun] as (number | string)[]).push(id);
  return matches;
}

/** Finds the newest leads, guarantees and payments of a person by the e-mail in lower case. */
export async function readEmailMatches(email: string): Promise<NumberMatches> {
  const matches: NumberMatches = { leads: [], guarantees: [], payments: [], accounts: [] };
  const rows = await getDb().read.all<{
    noun: 'leads' | 'guarantees' | 'payments';
    id: number;
  }>(sql`
    with own_leads as (select id from leads where email = ${email} and erased_at is null
      order by id desc limit ${MAX_FOUND_BY_NUMBER})
    select 'leads' as noun, id from own_leads
    union all select * from (select 'guarantees', number from issued_guarantees
      where email = ${email} order by number desc limit ${MAX_FOUND_BY_NUMBER})
    union all select 'payments', p.id from own_leads l join payment_requests r on r.lead_id = l.id
      join payments p on p.payment_request_id = r.id
    union all select 'payments', p.id from own_leads l join payments p on p.lead_id = l.id`);
  for (const { noun, id } of rows) matches[noun].push(id);
  return matches;
}

/**
 * Finds the leads that a number names, by look-ups. Leads with a RUT or a whole tender id are not
 * among them, because the search index finds those page by page.
 */
export async function listNumberedLeadIds(typed: string): Promise<number[]> {
  const query = parseNumberQuery(typed);
  if (!query) return [];
  const rows = await getDb().read.all<{ id: number }>(sql.join(leadIdsBy(query), sql` union `));
  return rows.map(({ id }) => id);
}

type NumberQuery = NonNullable<ReturnType<typeof parseNumberQuery>>;

/**
 * Returns the things that a text may name. Returns null for a text without a number, with an `@` or
 * with more than 100 characters.
 */
function parseNumberQuery(typed: string) {
  const text = typed.normalize('NFC').trim();
  if (!/\d/.test(text) || text.includes('@') || text.length > 100) return null;
  const numbering = parseShownNumber(text.replace(/(?<=\d)[.\s](?=\d{3}(\D|$))/g, ''));
  const [, groups] = /^RG(\w{16})$/.exec(foldNumber(text)) ?? [];
  return {
    number: numbering?.number ?? null,
    numbered: numbering?.kind ?? null,
    issuerNumber: numbering?.kind ? null : foldNumber(text),
    rut: parseRut(text),
    tenders: tenderSpellings(text),
    order: groups ? ['RG', ...(groups.match(/.{4}/g) ?? [])].join('-') : text,
  };
}

const newestIds = (column: SQL, from: SQL) =>
  sql`select id from (select ${column} as id from ${from} order by ${column} desc limit ${MAX_FOUND_BY_NUMBER})`;

/** Selects the requests of guarantees with this number of ours or of their issuers. */
const leadIdsOfGuarantees = (
  condition: SQL,
) => sql`select l.id from leads l where l.submission_id in (
  select submission_id from issued_guarantees where ${condition} limit ${MAX_FOUND_BY_NUMBER})`;

function leadIdsBy({ number, numbered, issuerNumber, tenders, order }: NumberQuery): SQL[] {
  if (numbered === 'guarantee') return [leadIdsOfGuarantees(sql`number = ${number}`)];
  return [
    sql`select id from leads where submission_id = ${number}`,
    sql`select id from leads where id = ${number} and submission_id is null`,
    leadIdsOfGuarantees(sql`${foldedIssuerNumber} = ${issuerNumber}`),
    sql`select coalesce(r.lead_id, p.lead_id) as id from payments p
      left join payment_requests r on r.id = p.payment_request_id
      where p.buy_order = ${order} and coalesce(r.lead_id, p.lead_id) is not null`,
    // The search index finds a whole id.
    ...(tenders.length > 1 ? tenders.map(leadIdsOfTender) : []),
  ];
}

const leadIdsOfTender = (tender: string) =>
  newestIds(sql`id`, sql`leads where tender_id = ${tender}`);

function leadIdsByWords({ rut, tenders }: NumberQuery): SQL[] {
  const phrase = rut && `"${rut.replace('-', ' ')}"`;
  return [
    ...(tenders.length === 1 ? tenders.map(leadIdsOfTender) : []),
    ...(phrase
      ? [newestIds(sql`rowid`, sql`leads_search where leads_search match ${phrase}`)]
      : []),
  ];
}

function guaranteeIdsBy({ number, numbered, issuerNumber, rut, tenders }: NumberQuery): SQL[] {
  const where = (condition: SQL) =>
    newestIds(sql`number`, sql`issued_guarantees where ${condition}`);
  return [
    where(numbered === 'lead' ? sql`0` : sql`number = ${number}`),
    where(sql`${foldedIssuerNumber} = ${issuerNumber}`),
    ...(rut ? [where(sql`holder_rut = ${rut}`), where(sql`beneficiary_rut = ${rut}`)] : []),
    ...tenders.map((tender) => where(sql`tender_id = ${tender}`)),
  ];
}

/** Selects the owners in the names of the partitions of deliveries about these things. */
export function partitionOwnersOf({ leads, payments, accounts }: NumberMatches): SQL {
  return sql`select 'lead:' || id as owner from leads where id in ${sqlList(leads)}
    union select 'submission:' || submission_id from leads
      where id in ${sqlList(leads)} and submission_id is not null
    union select 'payment-request:' || id from payment_requests where lead_id in ${sqlList(leads)}
    union select 'payment:' || value from ${sqlList(payments)}
    union select 'link:' || k.id from leads l join links k on k.kind = 'lead-receipt' and k.subject = cast(l.id as text)
      or k.kind = 'receipt' and k.subject = cast(l.submission_id as text) where l.id in ${sqlList(leads)}
    union select noun || value from ${sqlList(accounts)},
      (select 'account:' as noun union select 'alerts:' union select 'company:')`;
}
