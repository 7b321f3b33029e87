import { and, eq, gte, inArray, like, lt, notInArray, or, sql } from 'drizzle-orm';
import { actingPersonColumn, listAuditEvents } from '#lib/domain/audit/reads.ts';
import { type ActivityFilter, activityKinds } from '#lib/domain/dashboard/activity-filter.ts';
import { type Activity, otherActorName } from '#lib/domain/dashboard/activity-view.ts';
import { activityCondition } from '#lib/domain/dashboard/reads/activity-search.ts';
import { nextMidnight } from '#lib/platform/chile/calendar.ts';
import { maskedEmail, startOfDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { auditEvents } from '#lib/platform/db/schema/audit.ts';
import { companyInvitations } from '#lib/platform/db/schema/companies.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { guaranteeEvents, issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

type Reader = Pick<SignedInCtx, 'accountId' | 'holderId' | 'owner' | 'memberRole'>;

/**
 * Lists the events of `trails`, newest first; by default of the trails of the account holder and of
 * the person. Each event names its object, with a link if the reader may open it now.
 */
export async function listActivity(
  reader: Reader,
  options: {
    limit: number;
    before?: number | undefined;
    trails?: readonly string[];
    filter?: ActivityFilter;
  },
): Promise<Activity[]> {
  const { accountId, holderId } = reader;
  const { limit, before, trails = [holderId, accountId], filter = {} } = options;
  const pageOptions = { limit, before, readerId: accountId };
  const condition = await activityFilterCondition(filter, reader);
  const eventLists = await Promise.all(
    [...new Set(trails)].map((id) =>
      listAuditEvents(id, {
        ...pageOptions,
        // A transfer between two accounts is in the trails of both.
        condition: and(condition, id === trails[0] ? undefined : notInCompanyCondition(trails[0])),
      }),
    ),
  );
  const events = eventLists
    .flat()
    .sort((a, b) => b.at - a.at || b.id - a.id)
    .slice(0, limit);
  const objects = new Map((await listObjects(events, reader)).map((row) => [row.id, row]));
  return events.map((event) => {
    const object = objects.get(event.id);
    const person = event.person ?? otherActorName(event, object?.isTeam);
    // Only owners see the whole e-mail of somebody who has not joined.
    const email = object?.invited ?? null;
    const shownEmail = email && reader.memberRole !== 'owner' ? maskedEmail(email) : email;
    return { ...event, ...object, person, invited: object?.joined ?? shownEmail };
  });
}

/** Steps towards a payment. Its result makes them needless to read. */
const paymentStepActions = ['payment.created', 'payment.pending'];

async function activityFilterCondition(
  { q, kind, persona, from, to }: ActivityFilter,
  reader: Reader,
) {
  const { action, at } = auditEvents;
  const kinds = kind && activityKinds[kind].actions;
  return and(
    notInArray(action, paymentStepActions),
    q === undefined ? undefined : await activityCondition(q, reader),
    persona ? eq(actingPersonColumn, persona) : undefined,
    kinds && or(...kinds.map((noun) => like(action, `${noun}.%`))),
    from ? gte(at, startOfDay(from)) : undefined,
    to ? lt(at, nextMidnight(to)) : undefined,
  );
}

const moveActions = ['guarantee.moved', 'request.moved'];

/** SQL condition that leaves out transfers that are also in the trail of `accountId`. */
const notInCompanyCondition = (
  accountId = '',
) => sql`not (${auditEvents.action} in ${moveActions} and exists (
  select 1 from audit_events other where other.account_id = ${accountId}
    and other.action = ${auditEvents.action} and other.at = ${auditEvents.at}
    and other.subject = ${auditEvents.subject}))`;

const subjectAfter = (prefix: string) =>
  sql`iif(${auditEvents.subject} like ${`${prefix}:%`}, substr(${auditEvents.subject}, ${prefix.length + 2}), null)`;
const numberAfter = (prefix: string) => sql`cast(${subjectAfter(prefix)} as integer)`;

/** SQL for the name of the person who accepted the invitation of an event. */
const joinedNameColumn = sql<
  string | null
>`(select coalesce(p.name, p.email) from audit_events joined
  join accounts p on p.id = joined.actor
  where ${auditEvents.action} = 'company.invited' and joined.subject = ${auditEvents.subject}
    and joined.action = 'company.joined' and joined.account_id = ${auditEvents.accountId})`;

/**
 * Reads the objects that events name. If an object has another owner, the id of its page is null.
 */
async function listObjects(events: readonly { id: number }[], { owner, holderId }: Reader) {
  const ids = events.map(({ id }) => id);
  // The subject of a request's event is the number of the request; the subject of the team's event
  // is the lead.
  const requestNumberColumn = sql`iif(${auditEvents.action} in ('request.sent', 'request.links-closed'),
    cast(${auditEvents.subject} as integer), null)`;
  return getDb()
    .read.select({
      id: auditEvents.id,
      isTeam:
        sql<number>`${accounts.role} = 'admin' and ${accounts.id} <> ${auditEvents.accountId}`.mapWith(
          Boolean,
        ),
      request: leads.submissionId,
      isOwnRequest: sql<number>`${leads.owner} = ${owner}`.mapWith(Boolean),
      guarantee: issuedGuarantees.number,
      guaranteeId: sql<
        string | null
      >`iif(${issuedGuarantees.owner} = ${owner}, ${issuedGuarantees.id}, null)`,
      beneficiary: issuedGuarantees.beneficiaryName,
      change: sql<string | null>`(select ${guaranteeEvents.kind} from ${guaranteeEvents}
        where ${guaranteeEvents.guaranteeNumber} = ${issuedGuarantees.number}
          and ${guaranteeEvents.at} = ${auditEvents.at} and ${auditEvents.action} = 'guarantee.changed'
        order by ${guaranteeEvents.id} desc limit 1)`,
      category: documents.category,
      link: shareLinks.id,
      buyOrder: payments.buyOrder,
      amount: sql<number | null>`coalesce(${payments.amount}, ${paymentRequests.amount})`,
      charge: sql<string | null>`coalesce(${payments.description}, ${paymentRequests.description})`,
      joined: joinedNameColumn,
      invited: companyInvitations.email,
    })
    .from(auditEvents)
    .leftJoin(accounts, eq(accounts.id, actingPersonColumn))
    .leftJoin(issuedGuarantees, eq(issuedGuarantees.number, numberAfter('guarantee')))
    .leftJoin(
      documents,
      and(
        eq(documents.id, sql`replace(${auditEvents.subject}, 'document:', '')`),
        eq(documents.accountId, holderId),
        eq(documents.state, 'kept'),
      ),
    )
    .leftJoin(
      shareLinks,
      and(eq(shareLinks.id, auditEvents.subject), eq(shareLinks.accountId, holderId)),
    )
    .leftJoin(
      payments,
      and(eq(payments.buyOrder, auditEvents.subject), eq(payments.accountId, holderId)),
    )
    .leftJoin(
      paymentRequests,
      and(
        or(
          eq(paymentRequests.id, auditEvents.subject),
          eq(paymentRequests.id, payments.paymentRequestId),
        ),
        eq(paymentRequests.owner, owner),
      ),
    )
    .leftJoin(
      leads,
      or(
        eq(leads.id, numberAfter('lead')),
        eq(leads.submissionId, requestNumberColumn),
        eq(leads.id, paymentRequests.leadId),
      ),
    )
    .leftJoin(
      companyInvitations,
      and(
        eq(companyInvitations.id, subjectAfter('invitation')),
        eq(companyInvitations.companyId, holderId),
      ),
    )
    .where(inArray(auditEvents.id, ids));
}
