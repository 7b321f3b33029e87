import type { z } from 'zod';
import type { AuditAction } from '#lib/domain/audit/copy.ts';
import { recordExport } from '#lib/domain/audit/writes.ts';
import { csvFile } from '#lib/platform/files/csv.ts';
import { proofRedirect } from '#lib/platform/operations/files.ts';
import type { Column, ListPage } from '#lib/platform/operations/listing.ts';
import { type AdminCtx, defineFile } from '#lib/platform/operations/operation.ts';

type CsvExport<Q, R, P> = {
  path: `/api/admin/${string}.csv`;
  page: `/admin${string}`;
  limit: string;
  query: z.ZodType<Q>;
  summary: string;
  action: AuditAction;
  name: string;
  columns: readonly Column<R>[];
  read: (
    ctx: AdminCtx,
    query: Q,
    before: P | undefined,
  ) => Promise<Pick<ListPage<R>, 'rows'> & { next: P | null }>;
};

/**
 * Returns the audit subject of a list: the names of the filters in use. Their values are left out,
 * because they may name a person.
 */
export function listSubject(list: string, query: object): string {
  const filterNames = Object.entries(query).flatMap(([name, value]) => (value ? name : []));
  return `${list}:${filterNames.filter((name) => name !== 'before').join(',') || 'all'}`;
}

/**
 * Declares the CSV export of an admin list. The export requires a fresh proof of identity and is
 * audited before anything is sent.
 */
export function defineCsv<Q extends object, R, P>(csv: CsvExport<Q, R, P>) {
  const { path, page: listPage, limit, query, summary, action, name, columns, read } = csv;
  return defineFile({
    path,
    auth: 'admin',
    sudo: true,
    page: listPage,
    alsoAnswers: proofRedirect,
    limit: { name: limit, points: 20, seconds: 600, per: 'account' },
    query,
    produces: 'text/csv',
    summary: `${summary}, as CSV for Excel`,
    handler: async (ctx, input) => {
      const subject = listSubject(action.split('.')[0] ?? '', input.query);
      await recordExport(ctx, { accountId: ctx.accountId, action, subject });
      const page = (before: P | undefined) => read(ctx, input.query, before);
      return csvFile({ name, columns, read: page, now: ctx.now });
    },
  });
}
