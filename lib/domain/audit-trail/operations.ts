import { z } from 'zod';
import { defineCsv, listSubject } from '#lib/domain/audit/csv-export.ts';
import { recordView } from '#lib/domain/audit/writes.ts';
import { listTrail } from '#lib/domain/audit-trail/reads.ts';
import {
  trailEventReply,
  trailFilterQuery,
  trailPageQuery,
} from '#lib/domain/audit-trail/schema.ts';
import { actionText, trailColumns } from '#lib/domain/audit-trail/view.ts';
import { type AdminCtx, defineOperation } from '#lib/platform/operations/operation.ts';
import { dataReply, nextBeforeField } from '#lib/platform/operations/replies.ts';

/** Records a view of the trail, with the names of the filters but not their values. */
export async function recordTrailView(ctx: AdminCtx, filter: object): Promise<void> {
  await recordView(ctx, {
    action: 'audit.seen',
    subject: listSubject('audit', filter),
    accountId: null,
  });
}

export const getTrail = defineOperation({
  method: 'GET',
  path: '/api/admin/audit',
  auth: 'admin',
  limit: { name: 'admin/audit', points: 600, seconds: 600, per: 'account' },
  query: trailPageQuery,
  reply: dataReply(z.array(trailEventReply)).extend({ before: nextBeforeField }),
  summary: 'List who saw, changed or sent what, latest first',
  handler: async (ctx, { query: { before, ...filter } }) => {
    await recordTrailView(ctx, filter);
    const page = await listTrail(filter, { before });
    // The schema keeps the published fields and drops those that only the page shows.
    const data = page.rows.map((event) =>
      trailEventReply.parse({
        ...event,
        at: new Date(event.at).toISOString(),
        text: actionText(event.action),
      }),
    );
    return { success: true, data, before: page.next } as const;
  },
});

export const getTrailCsv = defineCsv({
  path: '/api/admin/audit.csv',
  page: '/admin/auditoria',
  limit: 'admin/audit-export',
  query: trailFilterQuery,
  summary: 'The trail',
  action: 'audit.exported',
  name: 'resguardo-auditoria',
  columns: trailColumns,
  read: (_, filter, before?: number) => listTrail(filter, { before, limit: 500 }),
});
