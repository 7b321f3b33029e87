import { z } from 'zod';
import { audit } from '#lib/domain/audit/writes.ts';
import { deskFilter } from '#lib/domain/inbox/desk-schema.ts';
import { exportLeads } from '#lib/domain/inbox/export-leads.ts';
import { inboxFilter } from '#lib/domain/inbox/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { isoDay } from '#lib/platform/format.ts';
import { log } from '#lib/platform/log.ts';
import { defineStream } from '#lib/platform/operation.ts';

export const getLeadsCsv = defineStream({
  method: 'GET',
  path: '/api/admin/leads.csv',
  auth: 'admin',
  limit: { name: 'admin/export', points: 20, seconds: 600, per: 'account' },
  query: inboxFilter.extend(deskFilter.pick({ status: true, turn: true }).shape),
  produces: 'text/csv',
  reply: z.never(),
  summary: 'What the filter lets through, as CSV for Excel: semicolons, UTF-8 with a mark',
  handler: async (ctx, { query }) => {
    // By what it was narrowed, never to whom: what was typed may be a name.
    const narrowedBy = Object.keys(query).filter((name) => query[name as keyof typeof query]);
    const subject = `leads:${narrowedBy.join(',') || 'all'}`;
    await getDb().write((tx) =>
      audit(tx, ctx, { accountId: ctx.accountId, action: 'leads.exported', subject }),
    );
    const { requestId, accountId } = ctx;
    log().info({ requestId, accountId, narrowedBy }, 'leads exported');
    return new Response(exportLeads(query, ctx.accountId), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="resguardo-bandeja-${isoDay(ctx.now)}.csv"`,
        'Cache-Control': 'private, no-store',
      },
    });
  },
});
