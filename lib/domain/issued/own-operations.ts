import { z } from 'zod';
import { getAccount } from '#lib/domain/accounts/reads.ts';
import { wizardValues } from '#lib/domain/accounts/view.ts';
import { draftLimit } from '#lib/domain/drafts/operations.ts';
import { exportIssued } from '#lib/domain/issued/export.ts';
import { findByNumber, getIssued, type IssuedDetail } from '#lib/domain/issued/reads.ts';
import { beginRenewal } from '#lib/domain/issued/renewal.ts';
import { issuedId, issuedPage } from '#lib/domain/issued/schema.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded, type Link } from '#lib/domain/links/rules.ts';
import { linkPath } from '#lib/domain/links/view.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isoDay } from '#lib/platform/format.ts';
import { defineOperation, defineStream, goTo } from '#lib/platform/operation.ts';

export const getOwnCsv = defineStream({
  method: 'GET',
  path: '/panel/garantias/csv',
  auth: 'member',
  limit: { name: 'guarantees/export', points: 20, seconds: 600, per: 'account' },
  query: issuedPage.pick({ state: true }),
  produces: 'text/csv',
  reply: z.never(),
  summary: 'Own guarantees as CSV for Excel: semicolons, UTF-8 with a mark',
  handler: async (ctx, { query }) =>
    new Response(exportIssued(ctx, query.state), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="garantias-${isoDay(ctx.now)}.csv"`,
        'Cache-Control': 'private, no-store',
      },
    }),
});

/** Without `reemplaza` it asks before another draft is left behind. */
const renewal = z.object({ reemplaza: z.string().max(1).optional() });

export const postRenewal = defineOperation({
  method: 'POST',
  path: '/panel/garantias/{id}/prorroga',
  auth: 'member',
  limit: draftLimit,
  params: issuedId,
  body: renewal,
  reply: goTo,
  summary: 'Begin a draft that extends an own guarantee',
  handler: async (ctx, { params, body }) => {
    const record = await getIssued(ctx, params.id);
    const known = wizardValues(await getAccount(ctx.accountId));
    return beginRenewal(ctx, record, { known, replace: Boolean(body.reemplaza) });
  },
});

export const linkToken = z.object({ token: z.string().max(200) });

export const postLinkedRenewal = defineOperation({
  method: 'POST',
  path: '/garantia/{token}/prorroga',
  auth: 'guest',
  limit: draftLimit,
  params: linkToken,
  body: renewal,
  reply: goTo,
  summary: 'Begin a draft that extends the guarantee that a link shows',
  handler: async (ctx, { params, body }) => {
    const link = await findLink('issued', params.token);
    if (!link) throw new AppError('invalid_token');
    // Its page offers a new link, to the address of the guarantee alone.
    if (isEnded(link, ctx.now)) return linkPath('issued', link.id);
    const record = await recordOf(link);
    return beginRenewal(ctx, record, { replace: Boolean(body.reemplaza) });
  },
});

/** What a link shows; `not_found` when it was erased. */
export async function recordOf({ subject }: Link): Promise<IssuedDetail> {
  const record = await findByNumber(Number(subject));
  if (!record) throw new AppError('not_found');
  return record;
}

/** The same, of an address that a file is fetched by; `share_expired` once it has ended. */
export async function openLinked(token: string, now: number): Promise<IssuedDetail> {
  const link = await findLink('issued', token);
  if (!link) throw new AppError('not_found');
  if (isEnded(link, now)) throw new AppError('share_expired');
  return recordOf(link);
}
