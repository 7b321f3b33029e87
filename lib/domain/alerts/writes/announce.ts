import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { listAccountIds } from '#lib/domain/alerts/reads.ts';
import { levelBounds } from '#lib/domain/alerts/rules.ts';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { isoDay } from '#lib/platform/format.ts';

/** Accounts looked at in one read; the thread is free between two. */
const BATCH = 50;
const BREATH_MS = 5;

/**
 * Queues a mail for every account with a document in a level that was not announced: at most one a
 * day, one line per document with its present level, also after downtime. Unverified accounts and
 * those without mails are told once that changes.
 */
export async function announceAlerts(now: number, signal?: AbortSignal): Promise<void> {
  const today = isoDay(now);
  let after = '';
  while (!signal?.aborted) {
    const ids = await listAccountIds(after, BATCH);
    const last = ids.at(-1);
    if (!last) return;
    const range = sql`a.id > ${after} and a.id <= ${last}`;
    const due = await getDb().read.all<{ id: string }>(
      sql`select distinct a.id ${untold(range, today)}`,
    );
    // Together, so that their writes share commits.
    await Promise.all(due.map(({ id }) => getDb().write((tx) => tell(tx, id, today, now))));
    if (due.length > 0) wakeDeliveries();
    after = last;
    await sleep(BREATH_MS);
  }
}

/** Everything is looked at again inside the write: two instances may be at it at once. */
async function tell(tx: Tx, accountId: string, today: string, now: number): Promise<void> {
  const told = await tx.all(sql`
    insert into document_alerts (document_id, level, account_id, mailed_on)
    select d.id, ${levelToday(today)}, a.id, ${today} ${untold(sql`a.id = ${accountId}`, today)}
    returning document_id`);
  if (told.length === 0) return;
  await tx.run(sql`
    insert into alert_settings (account_id, mailed_on) values (${accountId}, ${today})
    on conflict (account_id) do update set mailed_on = excluded.mailed_on`);
  await enqueueDelivery(tx, {
    lane: `alerts:${accountId}`,
    kind: 'alerts.expiry-mail',
    payload: { accountId, day: today },
    now,
  });
}

/** Documents (`d`) of those accounts (`a`) that are in a level which was never announced. */
function untold(which: SQL, today: string): SQL {
  return sql`
    from accounts a
    join documents d on d.account_id = a.id and d.state = 'kept' and d.expires_at > 0
      and d.expires_at <= ${levelBounds(today).warning}
    left join alert_settings s on s.account_id = a.id
    where ${which} and a.email_verified_at is not null
      and s.mails_off_at is null and (s.mailed_on is null or s.mailed_on < ${today})
      and not exists (
        select 1 from document_alerts t where t.document_id = d.id and t.level = ${levelToday(today)})`;
}

function levelToday(today: string): SQL {
  const { critical, danger } = levelBounds(today);
  return sql`case when d.expires_at <= ${critical} then 'critical'
    when d.expires_at <= ${danger} then 'danger' else 'warning' end`;
}
