import { type SQL, sql } from 'drizzle-orm';
import { getDb } from '#lib/platform/db/client.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { DAY } from '#lib/platform/process/durations.ts';

type Mover = Pick<SignedInCtx, 'accountId' | 'email' | 'companyId' | 'now'>;
export type MoveOffer = { companyId: string; name: string; movable: number; undoable: number };

const alreadyRecordedCondition = (owner: SQL) => sql`(g.recorded_by = 'company' and exists (select 1
  from issued_guarantees other where other.owner = ${owner} and other.issuer_key = g.issuer_key
    and other.recorded_by = 'company' and other.reported is not 'anulada'))`;

/**
 * SQL condition for the guarantees `g` in the person's own account whose guarantee holder is the
 * company `c`. Guarantees that the company recorded too stay where they are.
 */
export const movableCondition = ({ email }: Pick<Mover, 'email'>) => sql`(g.email = ${email}
  and g.company_id is null and g.holder_rut = c.rut and g.reported is not 'anulada'
  and not ${alreadyRecordedCondition(sql`c.id`)})`;

/**
 * SQL condition for the guarantees `g` of the company `c` that this person moved there within the
 * last day.
 */
export const undoableMoveCondition = ({
  accountId,
  email,
  now,
}: Omit<Mover, 'companyId'>) => sql`(g.email = ${email}
  and g.company_id = c.id and not ${alreadyRecordedCondition(sql`g.email`)} and exists (select 1
    from guarantee_events e where e.guarantee = g.number and e.kind = 'movida'
      and e.actor = ${accountId} and e.at > ${now - DAY}))`;

/**
 * Lists the companies to which the person may move guarantees of their own account, and those for
 * which a move can be undone. A session that acts for a company gets only that company.
 */
export async function listMoveOffers(mover: Mover): Promise<MoveOffer[]> {
  const { accountId, companyId } = mover;
  const countColumn = (condition: SQL) =>
    sql`(select count(*) from issued_guarantees g where ${condition})`;
  return getDb().read.all<MoveOffer>(sql`
    select * from (select c.id as "companyId", coalesce(c.razon_social, 'tu empresa') as name,
      ${countColumn(movableCondition(mover))} as movable, ${countColumn(undoableMoveCondition(mover))} as undoable
    from company_members m join accounts c on c.id = m.company_id
    where m.person_id = ${accountId} and m.role <> 'reader' and c.suspended_at is null
      and c.id = coalesce(${companyId}, c.id))
    where movable > 0 or undoable > 0`);
}
