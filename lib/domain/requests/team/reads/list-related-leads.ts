import { sql } from 'drizzle-orm';
import { idList } from '#lib/domain/requests/team/reads/rows.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY } from '#lib/platform/process/durations.ts';

const RELATED_MS = 30 * DAY;

export type RelatedLead = {
  of: number;
  id: number;
  submissionId: number | null;
  same: 'email' | 'rut' | 'tender';
};

/** Finds for each lead the nearest one within 30 days with the same e-mail, RUT or tender. */
export async function listRelatedLeads(ids: readonly number[]): Promise<Map<number, RelatedLead>> {
  const keys = [sql`email = mine.email`, sql`rut = mine.rut`, sql`tender_id = mine.tender_id`];
  const nearestIds = sql.join(
    keys.flatMap((condition) => [
      sql`(select max(id) from leads where ${condition} and id < mine.id)`,
      sql`(select min(id) from leads where ${condition} and id > mine.id)`,
    ]),
    sql`, `,
  );
  const rows = await getDb().read.all<RelatedLead>(sql`
    select mine.id as "of", other.id, other.submission_id as "submissionId",
      case when other.email = mine.email then 'email' when other.rut = mine.rut then 'rut'
        else 'tender' end as same
    from leads mine cross join leads other on other.id in (${nearestIds})
    where mine.id in (${idList(ids)}) and mine.erased_at is null
      and abs(other.created_at - mine.created_at) < ${RELATED_MS}
    order by mine.id, same = 'tender' desc, same = 'rut' desc, other.id`);
  // The Map keeps the last row of each lead, so the same e-mail wins over the same RUT or tender.
  return new Map(rows.map((row) => [row.of, row]));
}
