import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { listed } from '#lib/domain/inbox/reads/rows.ts';
import {
  assignTo,
  getAdvisor,
  markHandled,
  takeIfFree,
} from '#lib/domain/inbox/writes/change-lead.ts';
import { moveRequest } from '#lib/domain/leads/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { AdminCtx } from '#lib/platform/operation.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

/**
 * What advisors do to several leads at once, in one write: each with the history, audit and mails that
 * it has on its own. Left as they are: unknown and erased ones, and what is no request when it moves.
 */
export type Outcome = { done: number; left: number };

export async function assignMany(
  ctx: AdminCtx,
  ids: readonly number[],
  to: string | null,
): Promise<Outcome> {
  return getDb().write(async (tx) => {
    const advisor = await getAdvisor(tx, to);
    return eachOf(tx, ids, (id) => assignTo(tx, ctx, id, advisor));
  });
}

export async function handleMany(ctx: AdminCtx, ids: readonly number[]): Promise<Outcome> {
  return getDb().write((tx) => eachOf(tx, ids, (id) => markHandled(tx, ctx, id, true)));
}

/** Each applicant is told by mail. */
export async function moveMany(
  ctx: AdminCtx,
  ids: readonly number[],
  to: RequestState,
): Promise<Outcome> {
  const { accountId: actor, now } = ctx;
  const outcome = await getDb().write((tx) =>
    eachOf(
      tx,
      ids,
      async (leadId) => {
        const moved = await moveRequest(tx, { leadId, to, actor, at: now, now });
        if (moved) await takeIfFree(tx, ctx, leadId);
      },
      sql`kind = 'garantia'`,
    ),
  );
  wakeDeliveries();
  return outcome;
}

async function eachOf(
  tx: Tx,
  ids: readonly number[],
  act: (id: number) => Promise<unknown>,
  only?: SQL,
): Promise<Outcome> {
  const kept = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(sql`id in (${listed(ids)})`, isNull(leads.erasedAt), only));
  for (const { id } of kept) await act(id);
  return { done: kept.length, left: ids.length - kept.length };
}
