import { eq } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { listSavedViews } from '#lib/domain/requests/team/reads/saved-views.ts';
import type { SavedView } from '#lib/domain/requests/team/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';

const MAX_VIEWS = 10;

/** Adds a view, or renames the view that has the same query. */
export function saveView(ctx: AdminCtx, view: SavedView): Promise<void> {
  return changeViews(ctx, (views) => {
    const otherViews = views.filter(({ lista }) => lista !== view.lista);
    if (otherViews.length >= MAX_VIEWS) {
      const nombre = `Puedes guardar ${MAX_VIEWS} vistas: quita una antes.`;
      throw new AppError('validation_failed', { fields: { nombre } });
    }
    return [...otherViews, view];
  });
}

export function removeView(ctx: AdminCtx, query: string): Promise<void> {
  return changeViews(ctx, (views) => views.filter(({ lista }) => lista !== query));
}

async function changeViews(
  ctx: AdminCtx,
  change: (views: SavedView[]) => SavedView[],
): Promise<void> {
  await getDb().write(async (tx) => {
    const changedViews = change(await listSavedViews(ctx.accountId, tx));
    await tx
      .update(accounts)
      .set({ inboxViews: changedViews })
      .where(eq(accounts.id, ctx.accountId));
    await audit(tx, ctx, { accountId: ctx.accountId, action: 'desk.views-changed' });
  });
}
