import { activityFilterQuery } from '#lib/domain/dashboard/activity-filter.ts';
import { activityColumns } from '#lib/domain/dashboard/activity-view.ts';
import { listActivity } from '#lib/domain/dashboard/reads/activity.ts';
import { csvFile } from '#lib/platform/files/csv.ts';
import { defineFile } from '#lib/platform/operations/operation.ts';

const BATCH = 500;

export const getActivityCsv = defineFile({
  path: '/panel/actividad/csv',
  auth: 'signedIn',
  limit: { name: 'activity/export', points: 20, seconds: 600, per: 'account' },
  query: activityFilterQuery,
  produces: 'text/csv',
  summary: 'Export the activity of the own account as CSV for Excel',
  handler: async (ctx, { query: filter }) =>
    csvFile({
      ...{ name: 'actividad', columns: activityColumns(ctx), now: ctx.now },
      read: async (before?: number) => {
        const rows = await listActivity(ctx, { limit: BATCH, before, filter });
        return { rows, next: rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null };
      },
    }),
});
