import { eq, type SQL, sql } from 'drizzle-orm';
import { listAdvisors } from '#lib/domain/accounts/reads/advisors.ts';
import type { AuditAction } from '#lib/domain/audit/copy.ts';
import { olderThanCondition } from '#lib/domain/audit/reads.ts';
import { listActions } from '#lib/domain/audit-trail/action-groups.ts';
import { readDetails } from '#lib/domain/audit-trail/details.ts';
import type { TrailFilter } from '#lib/domain/audit-trail/schema.ts';
import type { TrailEvent } from '#lib/domain/audit-trail/view.ts';
import { listErasureCertificates } from '#lib/domain/erasure/certificates.ts';
import {
  hasMatches,
  type NumberMatches,
  partitionOwnersOf,
  readEmailMatches,
  readNumberMatches,
} from '#lib/domain/requests/leads/reads/number-matches.ts';
import { nextMidnight } from '#lib/platform/chile/calendar.ts';
import { parseShownNumber, startOfDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';

type TrailPageOptions = { before?: number | undefined; limit?: number };

/** Lists events, the latest first. Each query names its index, to avoid reading the whole trail. */
export async function listTrail(
  filter: TrailFilter,
  { before, limit = 50 }: TrailPageOptions = {},
): Promise<{ rows: TrailEvent[]; next: number | null }> {
  const { action, from, to, object, person } = filter;
  const [subjects, party] = await Promise.all([
    object === undefined ? undefined : listSubjects(object),
    person === undefined ? undefined : readParty(person),
  ]);
  const conditions = [
    ...(action ? [sql`action = ${action}`] : []),
    ...(from ? [sql`at >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`at < ${nextMidnight(to)}`] : []),
    await olderThanCondition(before),
  ];
  const indexedConditions = indexedConditionsOf({ subjects, party, action });
  const idQueries = indexedConditions.map(
    (indexedCondition) => sql`select id, at from (select id, at from audit_events
      indexed by ${sql.join([indexedCondition, ...conditions], sql` and `)}
      order by at desc, id desc limit ${limit + 1})`,
  );
  const events = await getDb().read.all<Omit<TrailEvent, 'detail'>>(sql`
    select e.id, e.at, e.actor, a.email as "actorEmail",
      a.razon_social as "actorCompany", a.rut as "actorRut", e.account_id as "accountId",
      o.email as "accountEmail", o.razon_social as "razonSocial", o.rut, e.action, e.subject as object, e.place,
      iif(l.submission_id is null, l.id, l.submission_id) as "leadNumber", l.kind as "leadKind", e.request_id as "requestId",
      coalesce(d.custom_title, d.file_name, s.recipient, s.label, p.description) as name, p.lead_id as "chargedLead"
    from (${sql.join(idQueries, sql` union `)} order by at desc, id desc limit ${limit + 1}) i
    join audit_events e on e.id = i.id
    left join leads l on e.subject like 'lead:%' and l.id = cast(substr(e.subject, 6) as integer)
    left join documents d on d.id = replace(e.subject, 'document:', '') and d.account_id = e.account_id
      and d.state in ('kept', 'former')
    left join share_links s on s.id = e.subject and s.account_id = e.account_id
    left join payment_requests p on p.id = e.subject
    left join accounts a on a.id = e.actor left join accounts o on o.id = e.account_id
    order by i.at desc, i.id desc`);
  const page = events.slice(0, limit);
  const details = await readDetails(page);
  const rows = page.map((event) => ({ ...event, detail: details.get(event.id) ?? null }));
  return { rows, next: events.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

/** A search as accounts, subjects of events, and acts whose text has the typed words. */
type Party = {
  ids: readonly string[];
  subjects: readonly string[];
  actions?: readonly AuditAction[];
};

/**
 * Returns the index and the condition of each query. A person is searched both as owner and as
 * actor of an event.
 */
function indexedConditionsOf({
  subjects,
  party,
  action,
}: {
  subjects: readonly string[] | undefined;
  party: Party | undefined;
  action: TrailFilter['action'];
}): SQL[] {
  if (subjects && party) {
    const ids = sqlList(party.ids);
    const partyCondition = sql`(account_id in ${ids} or actor in ${ids}
      or subject in ${sqlList(party.subjects)} or action in ${sqlList(party.actions ?? [])})`;
    return [sql`${subjectIndexCondition(subjects)} and ${partyCondition}`];
  }
  if (subjects) return [subjectIndexCondition(subjects)];
  if (party) {
    return [
      ...party.ids.flatMap((id) => [
        sql`audit_events_by_account where account_id = ${id}`,
        sql`audit_events_by_actor where actor = ${id}`,
      ]),
      subjectIndexCondition(party.subjects),
      // One query for each act, so that each reads the newest of its part of the index.
      ...(party.actions ?? []).map((act) => sql`audit_events_by_time where action = ${act}`),
    ];
  }
  return [action ? sql`audit_events_by_time where 1` : sql`audit_events_by_at where at > 0`];
}

const subjectIndexCondition = (subjects: readonly string[]) =>
  sql`audit_events_by_subject where subject in ${sqlList(subjects)}`;

const prefixes = ['', 'document:', 'upload:', 'account:'];

/** Returns the subjects of events about an object, given by its id or its shown number. */
async function listSubjects(idOrNumber: string): Promise<string[]> {
  const numbering = parseShownNumber(idOrNumber.trim());
  if (numbering?.kind === 'guarantee') return [`guarantee:${numbering.number}`];
  const namedSubjects = await listNamedSubjects(await readNumberMatches(idOrNumber));
  if (!numbering) return [...prefixes.map((prefix) => prefix + idOrNumber), ...namedSubjects];
  const { number, kind: numbered } = numbering;
  // A deleted lead is no longer in its table, but still in the trail.
  const hasLead = namedSubjects.some((subject) => subject.startsWith('lead:'));
  return [
    ...namedSubjects,
    ...(hasLead ? [] : [`lead:${number}`]),
    ...(numbered === 'lead' ? [] : [`guarantee:${number}`]),
    `${number}`,
  ];
}

const MAX_DELIVERIES = 1000;

/** Returns the subjects of events about the objects with a number, and about their mails. */
async function listNamedSubjects(matches: NumberMatches): Promise<string[]> {
  if (!hasMatches(matches)) return [];
  const rows = await getDb().read.all<{ subject: string }>(sql`
    select 'lead:' || value as subject from ${sqlList(matches.leads)}
    union select 'guarantee:' || value from ${sqlList(matches.guarantees)}
    union select id from payment_requests where lead_id in ${sqlList(matches.leads)}
    union select buy_order from payments where id in ${sqlList(matches.payments)}
    union select * from (select 'delivery:' || d.id from (${partitionOwnersOf(matches)}) o
      cross join deliveries d indexed by deliveries_partition
      on d.partition >= o.owner || '/' and d.partition < o.owner || '0' limit ${MAX_DELIVERIES})`);
  return rows.map(({ subject }) => subject);
}

/** Finds the only team member whose name contains the words. Returns null if not exactly one. */
async function findAdvisorId(words: string): Promise<string | null> {
  const advisors = (await listAdvisors()).filter(({ name }) =>
    name?.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return advisors.length === 1 ? (advisors[0]?.id ?? null) : null;
}

const MAX_LINKS = 200;

/**
 * Finds the account ids and subjects that a search for a person means:
 * - an e-mail: the account that has or had it, its newest links, its erasures, and its requests,
 *   messages, guarantees and payments with their mails. If no account has it, an id that matches
 *   nothing
 * - a number: the objects with that number, and the accounts with that RUT
 * - other words: the only advisor with that name and the acts whose Spanish text has the words. If
 *   there are none, the words are taken for an account id
 */
async function readParty(person: string): Promise<Party> {
  if (!person.includes('@')) {
    const matches = await readNumberMatches(person);
    const isNumber = hasMatches(matches) || parseShownNumber(person.trim()) !== null;
    if (!isNumber) {
      const ids = [(await findAdvisorId(person)) ?? person];
      return { ids, subjects: [], actions: listActions(person) };
    }
    return { ids: matches.accounts, subjects: await listSubjects(person) };
  }
  const email = person.toLowerCase();
  const [account] = await getDb().read.all<{ id: string }>(
    sql`select id from accounts where email = ${email}
      union all select * from (select account_id from email_changes
        where former = ${email} and changed_at is not null and undone_at is null
        order by id desc limit 1)`,
  );
  const links = await getDb()
    .read.select({ id: shareLinks.id })
    .from(shareLinks)
    .where(eq(shareLinks.recipientEmail, email))
    .orderBy(sql`rowid desc`)
    .limit(MAX_LINKS);
  const erasureSubjects = (await listErasureCertificates(email)).map(({ id }) => `erasure:${id}`);
  const ownSubjects = await listNamedSubjects(await readEmailMatches(email));
  return {
    ids: [account?.id ?? email],
    subjects: [...links.map(({ id }) => id), ...erasureSubjects, ...ownSubjects],
  };
}
