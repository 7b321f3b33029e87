import { type SQL, sql } from 'drizzle-orm';
import { returnedCondition } from '#lib/domain/deliveries/reads.ts';
import { readLastBackup } from '#lib/domain/health/last-backup.ts';
import { checkParts } from '#lib/domain/health/reads.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { GaugeValue } from '#lib/platform/metrics/metrics.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { withTimeout } from '#lib/platform/process/timeout.ts';

/** Counting stops at this number of rows, so that queries stay fast when many deliveries wait. */
const MAX_COUNTED_ROWS = 10_000;
/** Maximum time for the figures from the database. If it takes longer, they are left out. */
const LIMIT_MS = 3000;

/** Reads the figures for monitoring. The database's figures are left out after `LIMIT_MS`. */
export async function readFigures(now: number): Promise<GaugeValue[]> {
  const [parts, backup, storedGauges] = await Promise.all([
    checkParts(),
    readLastBackup(getEnv().dataDir),
    withTimeout(readStoredFigures(now), LIMIT_MS).catch((): GaugeValue[] => []),
  ]);
  const help = '1 when it works; "all" is what /api/health says.';
  const upGauge = (part: string, isUp: boolean): GaugeValue => ({
    name: 'resguardo_up',
    help,
    labels: { part },
    value: isUp ? 1 : 0,
  });
  return [
    upGauge('all', parts.healthy),
    upGauge('database', parts.database),
    upGauge('storage', parts.storage),
    upGauge('disk', parts.disk !== 'full'),
    upGauge('settings', parts.missing.length === 0),
    ...(parts.scanner === 'off' ? [] : [upGauge('scanner', parts.scanner === 'ready')]),
    ...queueGauges(),
    {
      name: 'resguardo_last_backup_seconds',
      help: 'Time of the last `npm run backup` in seconds since 1970, 0 without any.',
      value: (backup?.madeAt ?? 0) / 1000,
    },
    ...storedGauges,
  ];
}

function queueGauges(): GaugeValue[] {
  try {
    const value = getDb().countQueued();
    return [
      { name: 'resguardo_db_writes_queued', help: 'Writes that wait for their turn.', value },
    ];
  } catch {
    return [];
  }
}

/** Returns the queries for the figures. Each reads at most `MAX_COUNTED_ROWS` rows of an index. */
export const figureQueries = (now: number) => ({
  // The query looks up the index once for each kind, instead of scanning all waiting deliveries.
  queue: sql`
    with recursive kinds (kind) as (
      select min(kind) from deliveries where state = 'waiting'
      union all
      select (select min(kind) from deliveries where state = 'waiting' and kind > kinds.kind)
      from kinds where kind is not null
    )
    select kind,
      (select min(created_at) from deliveries
        where state = 'waiting' and kind = kinds.kind) as oldest,
      (select count(*) from (select 1 from deliveries
        where state = 'waiting' and kind = kinds.kind limit ${MAX_COUNTED_ROWS})) as depth
    from kinds where kind is not null`,
  dead: sql`
    select count(*) as total from (select 1 from deliveries
      where state = 'dead' and last_error is not null limit ${MAX_COUNTED_ROWS})`,
  returned: sql`
    select count(*) as total from (select 1 from deliveries
      where ${returnedCondition} and arrival_at > ${now - DAY} limit ${MAX_COUNTED_ROWS})`,
  unscanned: sql`
    select count(*) as total, min(since) as oldest from (
      select * from (select changed_at as since from documents
        where state in ('removing', 'waiting', 'deleted') and state = 'waiting'
        order by changed_at limit ${MAX_COUNTED_ROWS})
      union all select * from (select arrived_at from uploads
        where verdict = 'waiting' and state in ('arrived', 'kept')
        order by arrived_at limit ${MAX_COUNTED_ROWS}))`,
  payments: sql`
    select state, count(*) as total from (select state from payments
      where created_at > ${now - DAY} order by created_at desc limit ${MAX_COUNTED_ROWS})
    group by state`,
  openPayments: sql`
    select (select count(*) from (select 1 from payments
        where next_check_at is not null limit ${MAX_COUNTED_ROWS})) as total,
      (select count(*) from (select 1 from payments
        where difference is not null limit ${MAX_COUNTED_ROWS})) as different`,
});

async function readStoredFigures(now: number): Promise<GaugeValue[]> {
  const queries = figureQueries(now);
  const [queue, [deadDeliveries], [returnedMails], [unscannedFiles], payments, [openPayments]] =
    await Promise.all([
      readAll<{ kind: string; depth: number; oldest: number }>(queries.queue),
      readAll<{ total: number }>(queries.dead),
      readAll<{ total: number }>(queries.returned),
      readAll<{ total: number; oldest: number | null }>(queries.unscanned),
      readAll<{ state: string; total: number }>(queries.payments),
      readAll<{ total: number; different: number }>(queries.openPayments),
    ]);
  const ageSeconds = (at: number | null = null) =>
    at === null ? 0 : Math.max(0, (now - at) / 1000);
  return [
    ...queue.flatMap(({ kind, depth, oldest }) => [
      {
        name: 'resguardo_deliveries_waiting',
        help: `Mails and CRM records that wait, ${MAX_COUNTED_ROWS} of a kind at most.`,
        labels: { kind },
        value: depth,
      },
      {
        name: 'resguardo_deliveries_oldest_seconds',
        help: 'How long the oldest of them waits.',
        labels: { kind },
        value: ageSeconds(oldest),
      },
    ]),
    {
      name: 'resguardo_deliveries_dead',
      help: `Deliveries that were given up and wait for a person, ${MAX_COUNTED_ROWS} at most.`,
      value: deadDeliveries?.total ?? 0,
    },
    {
      name: 'resguardo_mails_bounced_last_day',
      help: `Mails that did not reach their recipients within 24 hours, ${MAX_COUNTED_ROWS} at most.`,
      value: returnedMails?.total ?? 0,
    },
    {
      name: 'resguardo_documents_unjudged',
      help: `Documents and attachments that wait for the scanner, ${MAX_COUNTED_ROWS} of each at most.`,
      value: unscannedFiles?.total ?? 0,
    },
    {
      name: 'resguardo_documents_unjudged_oldest_seconds',
      help: 'How long the oldest of them waits.',
      value: ageSeconds(unscannedFiles?.oldest),
    },
    ...payments.map(({ state, total }) => ({
      name: 'resguardo_payments_last_day',
      help: `Payments begun within 24 hours, the last ${MAX_COUNTED_ROWS} at most, by state.`,
      labels: { state },
      value: total,
    })),
    {
      name: 'resguardo_payments_open',
      help: 'Payments about which Webpay is still asked.',
      value: openPayments?.total ?? 0,
    },
    {
      name: 'resguardo_payments_different',
      help: 'Payments where Webpay says something else than we do.',
      value: openPayments?.different ?? 0,
    },
  ];
}

const readAll = <T>(query: SQL) => getDb().read.all<T>(query);
