import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { memberCondition } from '#lib/domain/accounts/companies/reads.ts';
import { endCalendarUrl } from '#lib/domain/accounts/writes/sessions.ts';
import {
  type AlertRecipient,
  findAlertRecipient,
  listAlertRecipients,
  supersededCondition,
} from '#lib/domain/alerts/reads.ts';
import { guaranteeLevels, levelBounds } from '#lib/domain/alerts/rules.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { otherRutColumn } from '#lib/domain/documents/other-rut.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { alertSettings } from '#lib/platform/db/schema/alerts.ts';
import { companyMembers } from '#lib/platform/db/schema/companies.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { DAY_SECONDS } from '#lib/platform/process/durations.ts';
import { randomId } from '#lib/platform/security/ids.ts';

export async function setAlertMails(ctx: SignedInCtx, isEnabled: boolean): Promise<void> {
  await getDb().write((tx) => switchMails(tx, ctx, ctx, { isEnabled }));
}

/** Ends the mails to the reader of an unsubscribe link. Throws `not_found` for a forged token. */
export async function unsubscribe(ctx: RequestCtx, token: string): Promise<void> {
  const reader = await findAlertRecipient(token);
  if (!reader) throw new AppError('not_found');
  await getDb().write((tx) => switchMails(tx, ctx, reader, { isEnabled: false }));
}

/** Replaces the secret calendar URL. Returns the id that the new URL contains and signs. */
export async function openCalendar(ctx: SignedInCtx): Promise<string> {
  const { accountId, companyId, holderId } = ctx;
  const calendarId = randomId();
  await getDb().write(async (tx) => {
    if (companyId) {
      await tx
        .update(companyMembers)
        .set({ calendarId })
        .where(memberCondition(companyId, accountId));
    } else {
      await tx
        .insert(alertSettings)
        .values({ accountId, calendarId })
        .onConflictDoUpdate({ target: alertSettings.accountId, set: { calendarId } });
    }
    await audit(tx, ctx, { accountId: holderId, action: 'calendar.opened' });
  });
  return calendarId;
}

export async function endCalendar(ctx: SignedInCtx): Promise<void> {
  await getDb().write((tx) => endCalendarUrl(tx, ctx, ctx));
}

async function switchMails(
  tx: Tx,
  ctx: RequestCtx,
  { accountId, companyId }: AlertRecipient,
  { isEnabled }: { isEnabled: boolean },
): Promise<void> {
  const mailsOffAt = isEnabled ? null : ctx.now;
  const { mailsOffAt: storedOffAt } = companyMembers;
  const isOpposite = isEnabled ? isNotNull(storedOffAt) : isNull(storedOffAt);
  const changedRows = companyId
    ? await tx
        .update(companyMembers)
        .set({ mailsOffAt })
        .where(and(memberCondition(companyId, accountId), isOpposite))
        .returning({ id: companyMembers.personId })
    : await tx.all(sql`insert into alert_settings (account_id, mails_off_at)
          select id, ${mailsOffAt} from accounts where id = ${accountId}
          on conflict (account_id) do update set mails_off_at = excluded.mails_off_at
            where (mails_off_at is null) <> (excluded.mails_off_at is null)
          returning account_id`);
  if (changedRows.length === 0) return;
  const action = isEnabled ? 'alert-mails.on' : 'alert-mails.off';
  await audit(tx, ctx, { accountId: companyId ?? accountId, actor: accountId, action });
}

/** Maximum number of accounts per page. The thread is free for `PAUSE_MS` between two pages. */
const MAX_ACCOUNTS = 500;
const MAX_GUARANTEES = 1000;
const PAUSE_MS = 2;

/**
 * Queues mails to verified accounts, at most one a day each, about documents and guarantees that
 * expire.
 */
export async function announceAlerts(now: number, signal?: AbortSignal): Promise<void> {
  const today = isoDay(now);
  const announceDue = async (dueClause: SQL) => {
    const dueAccounts = await getDb().read.all<{ id: string }>(
      sql`select distinct a.id ${dueClause}`,
    );
    await announceInBatches(dueAccounts, today, now);
  };
  await pageThrough({ id: '' }, signal, {
    next: ({ id }) =>
      sql`select id from accounts where id > ${id} order by id limit ${MAX_ACCOUNTS}`,
    look: (from, to) =>
      announceDue(dueDocumentsClause(sql`a.id > ${from.id} and a.id <= ${to.id}`, today)),
  });
  await pageThrough({ end: addDays(today, -LATE_DAYS), number: 0 }, signal, {
    next: ({ end, number }) => sql`
      select valid_to as "end", number from issued_guarantees
      where reported is null and valid_to <= ${addDays(today, FIRST_DAYS)}
        and (valid_to, number) > (${end}, ${number})
      order by valid_to, number limit ${MAX_GUARANTEES}`,
    look: (from, to) => {
      const rangeCondition = sql`(g.valid_to, g.number) > (${from.end}, ${from.number})
        and (g.valid_to, g.number) <= (${to.end}, ${to.number})`;
      return announceDue(dueGuaranteesClause(rangeCondition, today));
    },
  });
}

/**
 * Calls `look` for one page after another. `next` returns the query for the keys after a given one.
 */
async function pageThrough<P>(
  start: P,
  signal: AbortSignal | undefined,
  { next, look }: { next: (place: P) => SQL; look: (from: P, to: P) => Promise<void> },
): Promise<void> {
  let from = start;
  while (!signal?.aborted) {
    const to = (await getDb().read.all<P>(next(from))).at(-1);
    if (to === undefined) return;
    await look(from, to);
    from = to;
    await sleep(PAUSE_MS);
  }
}

const BATCH_SIZE = 20;

async function announceInBatches(
  dueAccounts: readonly { id: string }[],
  today: string,
  now: number,
): Promise<void> {
  for (let start = 0; start < dueAccounts.length; start += BATCH_SIZE) {
    const ids = dueAccounts.slice(start, start + BATCH_SIZE).map(({ id }) => id);
    await getDb().write((tx) => announceBatch(tx, ids, today, now));
    await setImmediate();
  }
}

/**
 * Queues the mails of one batch. What is due is checked again inside the write, because two
 * instances may run at once.
 */
async function announceBatch(tx: Tx, ids: string[], today: string, now: number): Promise<void> {
  const dueCondition = sql`a.id in ${sqlList(ids)}`;
  const documentAccounts = await tx.all<{ id: string }>(sql`
    insert into document_alerts (document_id, level, account_id, mailed_on)
    select d.id, ${documentLevelColumn(today)}, a.id, ${today} ${dueDocumentsClause(dueCondition, today)}
    returning account_id as id`);
  const guaranteeAccounts = await tx.all<{ id: string }>(sql`
    insert into guarantee_alerts (guarantee, level, account_id, mailed_on)
    select g.number, ${guaranteeLevelColumn(today)}, a.id, ${today} ${dueGuaranteesClause(dueCondition, today)}
    returning account_id as id`);
  const notifiedIds = [...new Set([...documentAccounts, ...guaranteeAccounts].map(({ id }) => id))];
  if (notifiedIds.length === 0) return;
  await tx.run(sql`
    insert into alert_settings (account_id, mailed_on)
    select value, ${today} from json_each(${JSON.stringify(notifiedIds)}) where true
    on conflict (account_id) do update set mailed_on = excluded.mailed_on`);
  for (const holderId of notifiedIds) {
    for (const { accountId, companyId } of await listAlertRecipients(holderId, tx)) {
      await enqueueDelivery(tx, {
        partition: `alerts:${accountId}`,
        kind: 'alerts.expiry-mail',
        payload: { accountId, companyId, day: today },
        now,
      });
    }
  }
}

/** Selects documents (`d`) of accounts (`a`) whose present level was not announced yet. */
function dueDocumentsClause(condition: SQL, today: string): SQL {
  return sql`
    from accounts a
    join documents d on d.account_id = a.id and d.state = 'kept' and d.expires_at > 0
      and d.expires_at <= ${levelBounds(today).warning}
    left join alert_settings s on s.account_id = a.id
    where ${condition} and a.email_verified_at is not null and not ${supersededCondition(sql`d`, today)}
      and ${otherRutColumn(sql`d`)} is null
      and s.mails_off_at is null and (s.mailed_on is null or s.mailed_on < ${today})
      and not exists (
        select 1 from document_alerts t where t.document_id = d.id and t.level = ${documentLevelColumn(today)})`;
}

const FIRST_DAYS = Math.max(...guaranteeLevels);
/**
 * Maximum number of days after the end of a guarantee for which a mail is still sent. Mails may be
 * this late after downtime.
 */
const LATE_DAYS = 30;

/**
 * Selects guarantees (`g`) of accounts (`a`) whose present level was not announced yet. Guarantees
 * that had already ended when they were recorded are left out.
 */
function dueGuaranteesClause(condition: SQL, today: string): SQL {
  return sql`
    from issued_guarantees g
    join accounts a on a.id = coalesce(g.company_id, (select id from accounts where email = g.email))
    left join alert_settings s on s.account_id = a.id
    where ${condition} and g.reported is null and g.valid_to <= ${addDays(today, FIRST_DAYS)}
      and g.valid_to >= ${addDays(today, -LATE_DAYS)}
      and (g.valid_to >= ${today} or g.created_at < (unixepoch(g.valid_to) + ${DAY_SECONDS}) * 1000)
      and a.email_verified_at is not null
      and s.mails_off_at is null and (s.mailed_on is null or s.mailed_on < ${today})
      and not exists (select 1 from guarantee_alerts t
        where t.guarantee = g.number and t.level = ${guaranteeLevelColumn(today)})`;
}

function guaranteeLevelColumn(today: string): SQL {
  const [, ...daysAhead] = guaranteeLevels;
  const levels = daysAhead.map(
    (days) => sql`when g.valid_to <= ${addDays(today, days)} then ${days}`,
  );
  return sql`case when g.valid_to < ${today} then 0 ${sql.join(levels, sql` `)} end`;
}

function documentLevelColumn(today: string): SQL {
  const { critical, danger } = levelBounds(today);
  return sql`case when d.expires_at <= ${critical} then 'critical'
    when d.expires_at <= ${danger} then 'danger' else 'warning' end`;
}
