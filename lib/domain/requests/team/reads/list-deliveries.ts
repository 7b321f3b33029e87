import { type SQL, sql } from 'drizzle-orm';
import { returnedCondition } from '#lib/domain/deliveries/reads.ts';
import {
  hasMatches,
  noMatches,
  partitionOwnersOf,
  readNumberMatches,
} from '#lib/domain/requests/leads/reads/number-matches.ts';
import type { DeliveryFilter, ListedDelivery } from '#lib/domain/requests/team/delivery-list.ts';
import { deliveriesIn } from '#lib/domain/requests/team/reads/delivery-owners.ts';
import {
  deliveriesAboutSubjects,
  deliveriesToEmails,
  listMatchingRecipients,
  withRecipients,
} from '#lib/domain/requests/team/reads/delivery-recipients.ts';
import { nextMidnight } from '#lib/platform/chile/calendar.ts';
import { startOfDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { readMergedPage } from '#lib/platform/db/merged-pages.ts';

const PAGE_SIZE = 25;

/**
 * Lists deliveries, newest first. If `q` is a number, finds deliveries about the things that the
 * number names. Any other `q` is an e-mail or a part of one.
 */
export async function listDeliveries(filter: DeliveryFilter, before?: string) {
  const { q } = filter;
  const matches = q ? await readNumberMatches(q) : noMatches;
  const isNumber = hasMatches(matches);
  const isWhole = q && /^\S+@\S+\.\S+$/.test(q);
  const parts = isWhole || isNumber || !q ? [] : await listMatchingRecipients(q);
  const emails = q && !isNumber ? [...new Set([q, ...parts])] : [];
  const candidates = isNumber
    ? deliveriesAboutSubjects(partitionOwnersOf(matches))
    : deliveriesToEmails(emails);
  const source = {
    from: deliveriesOf(filter, candidates),
    order: sql`d.created_at`,
    id: sql`d.id`,
  };
  const page = await readMergedPage([source], { isDescending: true, before, limit: PAGE_SIZE });
  const ids = JSON.stringify(page.rows.map(({ id }) => id));
  const pageDeliveries = sql`deliveries d where d.id in (select value from json_each(${ids}))`;
  const rows = await getDb().read.all<ListedDelivery>(sql`
    select id, kind, state, recipient, created_at as "createdAt", settled_at as "settledAt",
      last_error as "lastError", lead_id as "leadId", lead_number as "leadNumber",
      lead_kind as "leadKind", arrival, arrival_at as "arrivalAt",
      arrival_reason as "arrivalReason", ${isWhole ? sql`coalesce(email, ${q})` : sql`email`} as email
    from (${withRecipients(pageDeliveries)}) order by created_at desc, id desc`);
  return { rows, next: page.next };
}

const stateConditions = {
  waiting: sql`d.state = 'waiting'`,
  sent: sql`d.state = 'sent' and d.last_error is null and (d.arrival is null or not ${returnedCondition})`,
  bounced: returnedCondition,
  skipped: sql`d.state = 'sent' and d.last_error is not null`,
  dead: sql`d.state = 'dead'`,
};

/**
 * SQL for the deliveries `d` that match the filter. With `q`, only `candidates` are selected. Each
 * query names its index. It is exported so that tests can inspect its plan.
 */
export function deliveriesOf(
  { q, kind, state, from, to, solicitud, pago }: DeliveryFilter,
  candidates: SQL = deliveriesToEmails([]),
): SQL {
  const matchCondition = sql.join(
    [
      sql`d.created_at > 0`,
      ...(kind ? [sql`d.kind = ${kind}`] : []),
      ...(state ? [stateConditions[state]] : []),
      ...(from ? [sql`d.created_at >= ${startOfDay(from)}`] : []),
      ...(to ? [sql`d.created_at < ${nextMidnight(to)}`] : []),
    ],
    sql` and `,
  );
  if (solicitud) return sql`(${deliveriesIn({ lead: solicitud })}) d where ${matchCondition}`;
  if (pago) return sql`(${deliveriesIn({ order: pago })}) d where ${matchCondition}`;
  if (q) return sql`(${candidates}) d where ${matchCondition}`;
  if (state === 'waiting') {
    return sql`deliveries d indexed by deliveries_waiting where d.state = 'waiting' and ${matchCondition}`;
  }
  if (state === 'dead') {
    return sql`deliveries d indexed by deliveries_troubled
      where d.state = 'dead' and d.last_error is not null and ${matchCondition}`;
  }
  if (state === 'skipped') {
    return sql`deliveries d indexed by deliveries_troubled
      where d.state = 'sent' and d.last_error is not null and ${matchCondition}`;
  }
  if (state === 'bounced') {
    return sql`deliveries d indexed by deliveries_returned where ${matchCondition}`;
  }
  const index = kind ? sql`deliveries_by_kind` : sql`deliveries_by_time`;
  return sql`deliveries d indexed by ${index} where ${matchCondition}`;
}
