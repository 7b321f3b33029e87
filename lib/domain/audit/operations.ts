import { z } from 'zod';
import { trailEvent, trailFilter, trailPage } from '#lib/domain/audit/schema.ts';
import { exportTrail, listTrail } from '#lib/domain/audit/trail.ts';
import { toldText } from '#lib/domain/audit/view.ts';
import { audit, recordLook } from '#lib/domain/audit/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { isoDay } from '#lib/platform/format.ts';
import { type AdminCtx, defineOperation, defineStream } from '#lib/platform/operation.ts';

/** A look at the trail is in the trail: by what it was narrowed, never to whom. */
export async function recordTrailLook(ctx: AdminCtx, filter: object): Promise<void> {
  await recordLook(ctx, { action: 'audit.seen', subject: subjectOf(filter), accountId: null });
}

function subjectOf(filter: object): string {
  const narrowedBy = Object.entries(filter).flatMap(([name, value]) => (value ? name : []));
  return `audit:${narrowedBy.filter((name) => name !== 'before').join(',') || 'all'}`;
}

export const getTrail = defineOperation({
  method: 'GET',
  path: '/api/admin/audit',
  auth: 'admin',
  limit: { name: 'admin/audit', points: 600, seconds: 600, per: 'account' },
  query: trailPage,
  reply: z.object({
    success: z.literal(true),
    data: z.array(trailEvent),
    before: z.int().nullable(),
  }),
  summary: 'Who saw, changed or sent what, the latest first',
  handler: async (ctx, { query: { before, ...filter } }) => {
    await recordTrailLook(ctx, filter);
    const page = await listTrail(filter, { before });
    const data = page.events.map((event) => ({
      ...event,
      at: new Date(event.at).toISOString(),
      text: toldText(event.action),
    }));
    return { success: true, data, before: page.before } as const;
  },
});

export const getTrailCsv = defineStream({
  method: 'GET',
  path: '/api/admin/audit.csv',
  auth: 'admin',
  limit: { name: 'admin/audit-export', points: 20, seconds: 600, per: 'account' },
  query: trailFilter,
  produces: 'text/csv',
  reply: z.never(),
  summary: 'The trail as CSV for Excel: semicolons, UTF-8 with a mark',
  handler: async (ctx, { query }) => {
    const event = { accountId: ctx.accountId, subject: subjectOf(query) };
    await getDb().write((tx) => audit(tx, ctx, { ...event, action: 'audit.exported' }));
    return new Response(exportTrail(query), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="resguardo-auditoria-${isoDay(ctx.now)}.csv"`,
        'Cache-Control': 'private, no-store',
      },
    });
  },
});
