import { createHash } from 'node:crypto';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import {
  type QueryOptions,
  sleepOn,
  takeCallSlot,
  timeLeft,
} from '#lib/platform/mercado-publico/call-slot.ts';
import { MarketplaceFailure } from '#lib/platform/mercado-publico/failure.ts';
import { fetchPage } from '#lib/platform/mercado-publico/fetch-page.ts';
import {
  callsTodayQuery,
  countCall,
  DAILY_CALLS,
  MAX_UNLISTED_CALLS,
} from '#lib/platform/mercado-publico/quota.ts';
import { type ApiRecord, recordsOf } from '#lib/platform/mercado-publico/replies.ts';
import { getCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { measureCall } from '#lib/platform/metrics/calls.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';
import { log } from '#lib/platform/process/log.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

export type ApiQuery = {
  path:
    | 'licitaciones.json'
    | 'ordenesdecompra.json'
    | 'Empresas/BuscarProveedor'
    | 'Empresas/BuscarComprador';
  params?: Record<string, string>;
};

/** The busiest day's list takes about 0.3 MB, that of all active tenders about 1 MB. */
const MAX_BYTES = 10_000_000;
const MAX_TRIES = 3;
const REFUSED_MS = MINUTE;

/**
 * Calls the API, with retries, one call at a time. Returns the rows, or the result of `lookAgain`
 * if another process fetched it. Throws `MarketplaceFailure` or `not_configured`.
 */
export async function queryApi<T>(
  apiQuery: ApiQuery,
  queryOptions: QueryOptions,
  lookAgain: () => Promise<T | null>,
): Promise<{ rows: ApiRecord[] } | { found: T }> {
  const { ticket } = getEnv().mercadoPublico;
  if (!ticket) throw new AppError('not_configured');
  const key = keyOf(ticket);
  for (let tries = 1; ; tries += 1) {
    if (refusedUntil().at > performance.now()) throw new MarketplaceFailure('ticket');
    const slot = await takeCallSlot({
      key,
      queryOptions,
      lookAgain,
      admit: (tx) => countCall(tx, key, queryOptions.isUnlisted ? MAX_UNLISTED_CALLS : DAILY_CALLS),
    });
    if ('found' in slot) return slot;
    let failure: MarketplaceFailure | undefined;
    const { gapMs, backOffMs } = getCallTimes();
    const waitMs = Math.max(gapMs, backOffMs[Math.min(tries, backOffMs.length) - 1] ?? 0);
    try {
      return { rows: await tryOnce(apiQuery, ticket, queryOptions) };
    } catch (error) {
      if (!(error instanceof MarketplaceFailure)) throw error;
      failure = error;
    } finally {
      // A rate limit concerns all processes with this ticket, so the slot stays taken while it
      // lasts.
      await slot.end(failure?.kind === 'busy' ? waitMs : gapMs);
    }
    if (failure.kind === 'ticket') noteRefusal();
    const mayTryAgain = failure.isRetryable && (failure.kind === 'busy' || tries < MAX_TRIES);
    if (!mayTryAgain || waitMs >= timeLeft(queryOptions)) throw failure;
    if (failure.kind !== 'busy') await sleepOn(waitMs - gapMs, queryOptions);
  }
}

export function isMarketplaceConfigured(): boolean {
  return getEnv().mercadoPublico.ticket !== undefined;
}

/** Returns the share of the day's calls that was used, 0 to 1. */
export async function readUsedQuota(): Promise<number> {
  const { ticket } = getEnv().mercadoPublico;
  if (!ticket) return 1;
  const [row] = await getDb().read.all<{ calls: number }>(callsTodayQuery(keyOf(ticket)));
  return (row?.calls ?? 0) / DAILY_CALLS;
}

async function tryOnce(
  apiQuery: ApiQuery,
  ticket: string,
  queryOptions: QueryOptions,
): Promise<ApiRecord[]> {
  const { baseUrl } = getEnv().mercadoPublico;
  const query = new URLSearchParams({ ...apiQuery.params, ticket });
  const startedAt = performance.now();
  let outcome = 'ok';
  try {
    return await measureCall('mercado_publico', async () =>
      recordsOf(
        await fetchPage(`${baseUrl}/${apiQuery.path}?${query}`, {
          timeoutMs: Math.max(
            1,
            Math.min(getCallTimes().attemptTimeoutMs, Math.floor(timeLeft(queryOptions))),
          ),
          maxBytes: MAX_BYTES,
          accept: 'application/json',
          signal: queryOptions.signal,
        }),
      ),
    );
  } catch (error) {
    outcome = error instanceof MarketplaceFailure ? error.kind : 'unforeseen';
    throw error;
  } finally {
    const ms = Math.round(performance.now() - startedAt);
    log().info({ path: apiQuery.path, outcome, ms }, 'marketplace call');
  }
}

/** Returns a hash of the ticket for keys of rows. The ticket itself is a secret. */
function keyOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url').slice(0, 22);
}

const refusedUntil = () => singleton('marketplace-refused', () => ({ at: 0 }));

/** Stops all calls for a minute after the API refused the ticket. */
function noteRefusal(): void {
  refusedUntil().at = performance.now() + REFUSED_MS;
  log().error({ code: 'not_configured' }, 'marketplace: the API refuses MERCADO_PUBLICO_TICKET');
}
