import { eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { emailHash } from '#lib/domain/links/reads.ts';
import type { TenderEvent } from '#lib/domain/requests/leads/tender-schema.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { liveRequestCondition, namingGuaranteesCondition } from '#lib/domain/tenders/reads.ts';
import { awardedTo } from '#lib/domain/tenders/rules.ts';
import type { Change, PendingNews } from '#lib/domain/tenders/schema.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { tenderNews, watchedTenders } from '#lib/platform/db/schema/tenders.ts';
import { now } from '#lib/platform/process/clock.ts';

const BATCH_SIZE = 100;

export async function resumeNotifications(signal?: AbortSignal): Promise<void> {
  const rows = await getDb()
    .read.select({ code: watchedTenders.code })
    .from(watchedTenders)
    .where(isNotNull(watchedTenders.news))
    .orderBy(watchedTenders.code)
    .limit(50);
  for (const { code } of rows) if (!signal?.aborted) await notifyOfNews(code);
}

/**
 * Notifies everyone whose request or guarantee names the tender. Each write handles at most
 * `BATCH_SIZE` and stores the last id (`after`).
 */
export async function notifyOfNews(code: string): Promise<void> {
  while (await getDb().write((tx) => notifyBatch(tx, code)));
}

/** Notifies a batch. Returns whether anyone is left to notify. */
async function notifyBatch(tx: Tx, code: string): Promise<boolean> {
  const condition = eq(watchedTenders.code, code);
  const [row] = await tx
    .select({ news: watchedTenders.news })
    .from(watchedTenders)
    .where(condition)
    .limit(1);
  if (!row?.news) return false;
  const { news } = row;
  const isLeads = news.of === 'leads';
  const records = await tx.all<NamingRecord>(
    isLeads ? leadsQuery(code, news) : guaranteesQuery(code, news),
  );
  for (const record of records) await notifyOne(tx, { code, news, named: record });
  const lastRecord = records.at(-1);
  const remainingNews =
    lastRecord && records.length === BATCH_SIZE
      ? { ...news, after: lastRecord.id }
      : isLeads && ({ ...news, of: 'guarantees', after: 0 } as const);
  await tx
    .update(watchedTenders)
    .set({ news: remainingNews || null })
    .where(condition);
  return Boolean(remainingNews);
}

/**
 * A lead or issued guarantee that names the tender. `id` is the lead's id or the guarantee's
 * number.
 */
type NamingRecord = {
  id: number;
  email: string;
  rut: string | null;
  name: string | null;
  /** The guarantees with their last days, as JSON. */
  guaranteesJson: string;
  /**
   * The result of the last award that was notified: `holder`, `others`, or `''` if it was not
   * known. Null if no award was notified.
   */
  lastAward: string | null;
};

/** SQL for the result of an award from its event `e`, as in `lastAward` of a `NamingRecord`. */
const lastAwardColumn = sql`case e.detail ->> '$.what' when 'awarded' then coalesce(e.detail ->> '$.to', '') end`;

function leadsQuery(code: string, { after: lastId }: PendingNews): SQL {
  return sql`
    select l.id, l.email, l.rut, l.company as name,
      (select json_group_array(json_object('type', requested.value ->> '$.tipoGarantia',
          'until', coalesce(g.valid_to, requested.value ->> '$.vigenciaHasta')))
        from submissions s, json_each(s.answers, '$.garantias') requested
        left join issued_guarantees g on g.submission_id = s.id and g.item = requested.key
          and (g.reported is null or g.reported <> 'anulada')
        where s.id = l.submission_id) as "guaranteesJson",
      (select ${lastAwardColumn} from lead_events e where e.lead_id = l.id and e.kind = 'tender'
        and e.detail ->> '$.what' <> 'closing' order by e.id desc limit 1) as "lastAward"
    from leads l
    where l.tender_id = ${code} and l.id > ${lastId} and ${liveRequestCondition(isoDay(now()))}
    order by l.id limit ${BATCH_SIZE}`;
}

function guaranteesQuery(code: string, { after: lastId }: PendingNews): SQL {
  return sql`
    select g.number as id, g.email, g.holder_rut as rut, g.holder_name as name,
      json_array(json_object('type', g.type, 'until', g.valid_to)) as "guaranteesJson",
      (select ${lastAwardColumn} from tender_news e where e.guarantee = g.number
        and e.detail ->> '$.what' <> 'closing' order by e.id desc limit 1) as "lastAward"
    from issued_guarantees g
    where g.tender_id = ${code} and g.number > ${lastId} and ${namingGuaranteesCondition(isoDay(now()))}
    order by g.number limit ${BATCH_SIZE}`;
}

type Notification = { code: string; news: PendingNews; named: NamingRecord };

async function notifyOne(tx: Tx, { code, news, named: record }: Notification): Promise<void> {
  const { at, of: table } = news;
  const { id, email } = record;
  const recipientHash = emailHash(email);
  for (const change of news.changes) {
    const notice = noticeDetails(change, news, record);
    if (!notice) continue;
    const detail: TenderEvent = { code, ...change, ...notice };
    const subject = table === 'leads' ? { leadId: id } : { guaranteeNumber: id };
    await tx.insert(tenderNews).values({ ...subject, recipientHash, detail, at });
    if (table !== 'leads') continue;
    const event = { kind: 'tender', ...detail } as const;
    const eventId = await addLeadEvent(tx, { leadId: id, event, actor: 'system', at });
    await noteInCrm(tx, { leadId: id, eventId, now: at });
  }
}

/**
 * Returns the details of a change for one lead or guarantee, or null if they were notified before.
 */
function noticeDetails(
  { what: change }: Change,
  news: PendingNews,
  record: NamingRecord,
): Partial<TenderEvent> | null {
  const guarantees: { type: string; until: string | null }[] = JSON.parse(record.guaranteesJson);
  if (change === 'awarded') {
    const winner = awardedTo(record, news.suppliers);
    return record.lastAward === (winner ?? '') ? null : { ...(winner && { to: winner }) };
  }
  if (change === 'closing') {
    const shortfall = findShortfall(guarantees, news.terms);
    return { ...(shortfall && { short: shortfall }) };
  }
  if (change !== 'revoked') return {};
  const terms = news.terms.filter(({ type }) =>
    guarantees.some((guarantee) => guarantee.type === type),
  );
  const words = [...new Set(terms.flatMap((term) => term.words ?? []))].join('\n').slice(0, 1500);
  return { ...(words && { words }) };
}

/** Returns the first guarantee that ends before the required day, if both days are known. */
function findShortfall(
  guarantees: readonly { type: string; until: string | null }[],
  terms: PendingNews['terms'],
): TenderEvent['short'] {
  for (const { type, until } of guarantees) {
    const required = terms.find((term) => term.type === type)?.until;
    if (until && required && until < required) return { until, required };
  }
  return undefined;
}
