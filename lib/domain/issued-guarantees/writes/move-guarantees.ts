import { type SQL, sql } from 'drizzle-orm';
import { getCompanyId } from '#lib/domain/accounts/companies/reads.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import {
  movableCondition,
  undoableMoveCondition,
} from '#lib/domain/issued-guarantees/reads/moves.ts';
import { moveRowsToCompany } from '#lib/domain/ownership/writes/move-rows-to-company.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { guaranteeEvents } from '#lib/platform/db/schema/issued-guarantees.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Moves guarantees, with their requests, from the person's own account to the company that is their
 * guarantee holder.
 */
export function moveToCompany(ctx: SignedInCtx): Promise<void> {
  const text = 'Estaba en una cuenta personal.';
  return moveGuaranteesWhere(ctx, movableCondition(ctx), { to: getCompanyId(ctx), text });
}

/** Moves back the guarantees that the person moved to the company within the last day. */
export function moveToPerson(ctx: SignedInCtx): Promise<void> {
  return moveGuaranteesWhere(ctx, undoableMoveCondition(ctx), {
    to: null,
    text: 'Volvió a la cuenta personal.',
  });
}

/**
 * Moves the selected guarantees with their requests. The event goes to both accounts, because each
 * has its own audit trail.
 */
async function moveGuaranteesWhere(
  ctx: SignedInCtx,
  condition: SQL,
  { to, text }: { to: string | null; text: string },
): Promise<void> {
  const { accountId, email, now } = ctx;
  const companyId = getCompanyId(ctx);
  await getDb().write(async (tx) => {
    const movedRows = sql`select g.number, g.submission_id from issued_guarantees g
      join accounts c on c.id = ${companyId} where ${condition}`;
    // All guarantees of a request belong to its owner, so they move together.
    const rows = await tx.all<{ number: number }>(sql`
      select number from (${movedRows}) union select number from issued_guarantees
      where submission_id in (select submission_id from (${movedRows}))`);
    const numbers = sqlList(rows.map((row) => row.number));
    const ofGuarantees = sql`submission_id in (select submission_id from issued_guarantees
      where number in ${numbers})`;
    const ofExtensions = sql`submission_id in (select s.id
      from submissions s, json_each(s.answers, '$.garantias') i
      where lower(s.email) = ${email} and i.value ->> '$.renews' in ${numbers})`;
    const conditions = {
      leads: sql`(${ofGuarantees} or ${ofExtensions})`,
      paymentRequests: sql`lead_id in (select id from leads where ${ofGuarantees})`,
      guarantees: sql`number in ${numbers}`,
    };
    await moveRowsToCompany(tx, { email, companyId: to, conditions });
    for (const { number } of rows) {
      const event = { kind: 'movida', by: 'company', actor: accountId, at: now } as const;
      await tx
        .insert(guaranteeEvents)
        .values({ ...event, guaranteeNumber: number, detail: { text } });
      for (const trailAccountId of [accountId, companyId]) {
        const subject = `guarantee:${number}`;
        await audit(tx, ctx, {
          action: 'guarantee.moved',
          accountId: trailAccountId,
          actor: accountId,
          subject,
        });
      }
    }
  });
}
