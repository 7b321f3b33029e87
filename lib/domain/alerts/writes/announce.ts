import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { isHistory, listAccountIds } from '#lib/domain/alerts/reads.ts';
import { guaranteeLevels, levelBounds } from '#lib/domain/alerts/rules.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { addDays } from '#lib/platform/calendar.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { DAY_SECONDS } from '#lib/platform/durations.ts';
import { isoDay } from '#lib/platform/format.ts';

/** Accounts looked at in one read; the thread is free between two. */
const ACCOUNTS = 500;
const BATCH = 20;
const BREATH_MS = 2;

/** At most one mail a day for both, also after downtime. Unverified accounts wait for theirs. */
export async function announceAlerts(now: number, signal?: AbortSignal): Promise<void> {
  const today = isoDay(now);
  await announceDocuments(now, today, signal);
  await announceGuarantees(now, today, signal);
}

async function announceDocuments(now: number, today: string, signal?: AbortSignal): Promise<void> {
  let after = '';
  while (!signal?.aborted) {
    const ids = await listAccountIds(after, ACCOUNTS);
    const last = ids.at(-1);
    if (!last) return;
    const range = sql`a.id > ${after} and a.id <= ${last}`;
    const due = await getDb().read.all<{ id: string }>(
      sql`select distinct a.id ${untold(range, today)}`,
    );
    await tellAll(due, today, now);
    after = last;
    await sleep(BREATH_MS);
  }
}

/** Guarantees looked at in one read: by their end, so that those far from it cost nothing. */
const GUARANTEES = 1000;

async function announceGuarantees(now: number, today: string, signal?: AbortSignal): Promise<void> {
  let place = { end: addDays(today, -LATE_DAYS), number: 0 };
  while (!signal?.aborted) {
    const rows = await getDb().read.all<{ end: string; number: number }>(sql`
      select valid_to as "end", number from issued_guarantees
      where said is null and valid_to <= ${addDays(today, FIRST_DAYS)}
        and (valid_to, number) > (${place.end}, ${place.number})
      order by valid_to, number limit ${GUARANTEES}`);
    const last = rows.at(-1);
    if (!last) return;
    const range = sql`(g.valid_to, g.number) > (${place.end}, ${place.number})
      and (g.valid_to, g.number) <= (${last.end}, ${last.number})`;
    const due = await getDb().read.all<{ id: string }>(
      sql`select distinct a.id ${endingUntold(range, today)}`,
    );
    await tellAll(due, today, now);
    place = last;
    await sleep(BREATH_MS);
  }
}

async function tellAll(due: readonly { id: string }[], today: string, now: number): Promise<void> {
  for (let at = 0; at < due.length; at += BATCH) {
    const ids = due.slice(at, at + BATCH).map(({ id }) => id);
    await getDb().write((tx) => tell(tx, ids, today, now));
    await setImmediate();
  }
}

/** Everything is looked at again inside the write: two instances may be at it at once. */
async function tell(tx: Tx, ids: string[], today: string, now: number): Promise<void> {
  const theirs = sql`a.id in (select value from json_each(${JSON.stringify(ids)}))`;
  const papers = await tx.all<{ id: string }>(sql`
    insert into document_alerts (document_id, level, account_id, mailed_on)
    select d.id, ${levelToday(today)}, a.id, ${today} ${untold(theirs, today)}
    returning account_id as id`);
  const ends = await tx.all<{ id: string }>(sql`
    insert into guarantee_alerts (guarantee, level, account_id, mailed_on)
    select g.number, ${endLevelToday(today)}, a.id, ${today} ${endingUntold(theirs, today)}
    returning account_id as id`);
  const told = [...new Set([...papers, ...ends].map(({ id }) => id))];
  if (told.length === 0) return;
  await tx.run(sql`
    insert into alert_settings (account_id, mailed_on)
    select value, ${today} from json_each(${JSON.stringify(told)}) where true
    on conflict (account_id) do update set mailed_on = excluded.mailed_on`);
  for (const accountId of told) {
    await enqueueDelivery(tx, {
      lane: `alerts:${accountId}`,
      kind: 'alerts.expiry-mail',
      payload: { accountId, day: today },
      now,
    });
  }
}

/** Documents (`d`) of those accounts (`a`) that are in a level which was never announced. */
function untold(which: SQL, today: string): SQL {
  return sql`
    from accounts a
    join documents d on d.account_id = a.id and d.state = 'kept' and d.expires_at > 0
      and d.expires_at <= ${levelBounds(today).warning}
    left join alert_settings s on s.account_id = a.id
    where ${which} and a.email_verified_at is not null and not ${isHistory(sql`d`)}
      and s.mails_off_at is null and (s.mailed_on is null or s.mailed_on < ${today})
      and not exists (
        select 1 from document_alerts t where t.document_id = d.id and t.level = ${levelToday(today)})`;
}

const FIRST_DAYS = Math.max(...guaranteeLevels);
/** What ended longer ago, while nothing ran, is told no more. */
const LATE_DAYS = 30;

/** The same of guarantees (`g`); one that had ended when it was recorded is never told. */
function endingUntold(which: SQL, today: string): SQL {
  return sql`
    from issued_guarantees g
    join accounts a on a.email = g.email
    left join alert_settings s on s.account_id = a.id
    where ${which} and g.said is null and g.valid_to <= ${addDays(today, FIRST_DAYS)}
      and g.valid_to >= ${addDays(today, -LATE_DAYS)}
      and (g.valid_to >= ${today} or g.created_at < (unixepoch(g.valid_to) + ${DAY_SECONDS}) * 1000)
      and a.email_verified_at is not null
      and s.mails_off_at is null and (s.mailed_on is null or s.mailed_on < ${today})
      and not exists (select 1 from guarantee_alerts t
        where t.guarantee = g.number and t.level = ${endLevelToday(today)})`;
}

function endLevelToday(today: string): SQL {
  const [, ...ahead] = guaranteeLevels;
  const levels = ahead.map((days) => sql`when g.valid_to <= ${addDays(today, days)} then ${days}`);
  return sql`case when g.valid_to < ${today} then 0 ${sql.join(levels, sql` `)} end`;
}

function levelToday(today: string): SQL {
  const { critical, danger } = levelBounds(today);
  return sql`case when d.expires_at <= ${critical} then 'critical'
    when d.expires_at <= ${danger} then 'danger' else 'warning' end`;
}
