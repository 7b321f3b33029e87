import { audit } from '#lib/domain/audit/writes.ts';
import { fileIds } from '#lib/domain/guarantees/view.ts';
import { listOfRequest } from '#lib/domain/issued/reads.ts';
import { endLinks, renewLink } from '#lib/domain/links/writes.ts';
import { getOwnRequest } from '#lib/domain/own-requests/reads.ts';
import { endFileLinks } from '#lib/domain/uploads/writes.ts';
import { getDb } from '#lib/platform/db/client.ts';
import type { MemberCtx } from '#lib/platform/operation.ts';

/** Ends every address that opens an own request, its files or what was issued for it without a login. `not_found`. */
export async function closeLinks(ctx: MemberCtx, id: number): Promise<void> {
  const request = await getOwnRequest(ctx, id);
  await getDb().write(async (tx) => {
    await endLinks(tx, 'receipt', String(id), ctx.now);
    for (const { number } of await listOfRequest(id, tx)) {
      await endLinks(tx, 'issued', String(number), ctx.now);
    }
    await endFileLinks(tx, fileIds(request), ctx.now);
    const event = { accountId: ctx.accountId, subject: String(id) };
    await audit(tx, ctx, { ...event, action: 'request.links-closed' });
  });
}

/** Mails a new link to the receipt of an own request. `not_found`, `rate_limited`. */
export async function mailLink(ctx: MemberCtx, id: number): Promise<void> {
  await getOwnRequest(ctx, id);
  await renewLink(ctx, 'receipt', String(id));
}
