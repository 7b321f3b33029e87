import { eq, type SQL, sql } from 'drizzle-orm';
import { listAdvisors } from '#lib/domain/accounts/advisors.ts';
import { olderThan } from '#lib/domain/audit/reads.ts';
import { readDetails } from '#lib/domain/audit-trail/details.ts';
import type { TrailFilter } from '#lib/domain/audit-trail/schema.ts';
import type { TrailEvent } from '#lib/domain/audit-trail/view.ts';
import { listProofs } from '#lib/domain/erasure/proofs.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { startOfDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { listOf } from '#lib/platform/db/json.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';

type Page = { before?: number | undefined; limit?: number };

/** Lists events, the latest first. Each query names its index, to avoid reading the whole trail. */
export async function listTrail(
  filter: TrailFilter,
  { before, limit = 50 }: Page = {},
): Promise<{ rows: TrailEvent[]; next: number | null }> {
  const { action, from, to, ...sought } = filter;
  const typed = sought.object ?? sought.person;
  const number = typed && numberIn(typed);
  const object = number ?? sought.object;
  const isNumber = number !== undefined && sought.object === undefined;
  const person = sought.person && !isNumber ? await idsOf(sought.person) : undefined;
  const conditions = [
    ...(action ? [sql`action = ${action}`] : []),
    ...(from ? [sql`at >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`at < ${startOfDay(addDays(to, 1))}`] : []),
    await olderThan(before),
  ];
  const runs = await runsOf({ object, action }, person, excludedBy(typed));
  const ids = runs.map(
    (run) => sql`select id, at from (select id, at from audit_events
      indexed by ${sql.join([run, ...conditions], sql` and `)}
      order by at desc, id desc limit ${limit + 1})`,
  );
  const events = await getDb().read.all<Omit<TrailEvent, 'detail'>>(sql`
    select e.id, e.at, e.actor, a.email as "actorEmail",
      a.razon_social as "actorCompany", a.rut as "actorRut", e.account_id as "accountId",
      o.email as "accountEmail", o.razon_social as "razonSocial", o.rut, e.action, e.subject as object, e.place,
      iif(l.submission_id is null, l.id, l.submission_id) as "leadNumber", l.kind as "leadKind", e.request_id as "requestId",
      coalesce(d.custom_title, d.file_name, s.recipient, s.label, p.description) as name, p.lead_id as "chargedLead"
    from (${sql.join(ids, sql` union `)} order by at desc, id desc limit ${limit + 1}) i
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

/** Reads a number as pages show it: `Solicitud N.º 15`, `N° 15`, `#15` or `15`. */
function numberIn(typed: string): string | undefined {
  const pattern =
    /^(?:(?:solicitud|mensaje|garant[ií]a)\s*)?(?:#|n(?:ro|um)?\.?\s*[º°o]?\.?)?\s*(\d{1,15})$/i;
  return pattern.exec(typed.trim())?.[1];
}

/** Requests and messages, and guarantees, have numbers of their own. */
type NumberKind = 'request' | 'guarantee';

/** Returns the kind of number that a typed word leaves out. */
function excludedBy(typed = ''): NumberKind | undefined {
  if (/^\s*garant/i.test(typed)) return 'request';
  return /^\s*(solicitud|mensaje)/i.test(typed) ? 'guarantee' : undefined;
}

type Party = { id: string; subjects: readonly string[] };

/** Returns the index and condition of each query: a person is searched as owner and as actor. */
async function runsOf(
  { object, action }: TrailFilter,
  person?: Party,
  except?: NumberKind,
): Promise<SQL[]> {
  if (object) {
    const ofPerson = person ? sql` and ${person.id} in (account_id, actor)` : sql``;
    const objects = prefixes.map((name) => name + object);
    const isNumber = /^\d{1,15}$/.test(object);
    const subjects = isNumber ? await subjectsOf(Number(object), except) : objects;
    return [sql`${bySubject(subjects)}${ofPerson}`];
  }
  if (person) {
    return [
      sql`audit_events_by_account where account_id = ${person.id}`,
      sql`audit_events_by_actor where actor = ${person.id}`,
      bySubject(person.subjects),
    ];
  }
  return [action ? sql`audit_events_by_time where 1` : sql`audit_events_by_at where at > 0`];
}

const bySubject = (subjects: readonly string[]) =>
  sql`audit_events_by_subject where subject in ${listOf(subjects)}`;

const prefixes = ['', 'document:', 'upload:', 'account:'];

/**
 * Returns the subjects of events about a number as pages show it: the guarantee, the request or
 * message, and the guarantees, requested payments and payments of that request. `except` is
 * the kind of number that is not meant.
 */
async function subjectsOf(number: number, except?: NumberKind): Promise<string[]> {
  if (except === 'request') return [`guarantee:${number}`];
  const rows = await getDb().read.all<{ subject: string }>(sql`
    with shown as (select id, owner, submission_id from leads
      where submission_id = ${number} or (id = ${number} and submission_id is null))
    select 'lead:' || id as subject from shown
    union select 'guarantee:' || g.number from shown l
      join issued_guarantees g on g.owner = l.owner and g.submission_id = l.submission_id
    union select r.id from shown l join payment_requests r on r.lead_id = l.id
    union select p.buy_order from shown l join payment_requests r on r.lead_id = l.id
      join payments p on p.payment_request_id = r.id
    union select p.buy_order from shown l join payments p on p.lead_id = l.id
    union select 'delivery:' || d.id from shown l join deliveries d
      on d.partition >= 'lead:' || l.id || '/' and d.partition < 'lead:' || l.id || '0'`);
  const subjects = rows.map(({ subject }) => subject);
  // A deleted lead is no longer in its table, but still in the trail.
  const leadSubjects = subjects.some((subject) => subject.startsWith('lead:'))
    ? []
    : [`lead:${number}`];
  const others = except === 'guarantee' ? [] : [`guarantee:${number}`];
  return [...subjects, ...leadSubjects, ...others, `${number}`];
}

/** Finds the one person of the team whose name contains the words. Returns null for none or several. */
async function findAdvisorId(words: string): Promise<string | null> {
  const advisors = (await listAdvisors()).filter(({ name }) =>
    name?.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return advisors.length === 1 ? (advisors[0]?.id ?? null) : null;
}

const MAX_LINKS = 200;

/**
 * Returns the account that has or had this e-mail, or the given id, and the newest links to
 * documents for this e-mail, and its erasures. An e-mail of no account gives an id that matches nothing.
 */
async function idsOf(person: string): Promise<Party> {
  if (!person.includes('@')) return { id: (await findAdvisorId(person)) ?? person, subjects: [] };
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
    .where(eq(shareLinks.recipientAddress, email))
    .orderBy(sql`rowid desc`)
    .limit(MAX_LINKS);
  const erased = (await listProofs(email)).map(({ id }) => `erasure:${id}`);
  return { id: account?.id ?? email, subjects: [...links.map(({ id }) => id), ...erased] };
}
