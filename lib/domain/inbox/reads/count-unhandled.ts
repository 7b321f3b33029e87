import { sql } from 'drizzle-orm';
import { runsOf } from '#lib/domain/inbox/reads/conditions.ts';
import { type LeadKind, leadKinds } from '#lib/domain/leads/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';

/** Beyond this the exact figure is not needed, and counting would take long. */
export const MOST_COUNTED = 999;

export type Unhandled = Record<LeadKind | 'mine', number>;

/** Unhandled leads by kind, and mine among them; each at most MOST_COUNTED + 1. */
export async function countUnhandled(me: string): Promise<Unhandled> {
  const groups = [
    ...leadKinds.map((kind) => ({ name: kind, filter: { kind } })),
    { name: 'mine' as const, filter: { assigned: 'me' } },
  ];
  const counts = groups.flatMap(({ name, filter }) =>
    runsOf({ ...filter, handled: 'no' }, me).map(
      (run) => sql`select ${name} as name, count(*) as total
        from (select 1 from leads where ${run} limit ${MOST_COUNTED + 1})`,
    ),
  );
  const rows = await getDb().read.all<{ name: keyof Unhandled; total: number }>(sql`
    select name, sum(total) as total from (${sql.join(counts, sql` union all `)}) group by name`);
  const totalOf = (name: keyof Unhandled) =>
    Math.min(rows.find((row) => row.name === name)?.total ?? 0, MOST_COUNTED + 1);
  return {
    contacto: totalOf('contacto'),
    asesor: totalOf('asesor'),
    experto: totalOf('experto'),
    garantia: totalOf('garantia'),
    mine: totalOf('mine'),
  };
}
