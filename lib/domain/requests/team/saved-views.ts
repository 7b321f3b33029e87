import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { inboxQuery } from '#lib/domain/requests/team/list-query.ts';
import type { SavedView } from '#lib/domain/requests/team/rules.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { line, optional } from '#lib/platform/operations/fields.ts';
import { defineOperation, redirectAddress } from '#lib/platform/operations/operation.ts';

const MOST_VIEWS = 10;

/** Returns the advisor's saved views of the inbox: a JSON list in the account's row. */
export async function listSavedViews(accountId: string, tx?: Tx): Promise<SavedView[]> {
  const account = await findAccount(accountId, tx);
  return JSON.parse(account?.deskViews ?? '[]'); // No other code than postView writes it.
}

export const postView = defineOperation({
  method: 'POST',
  path: '/admin/vista',
  auth: 'admin',
  limit: { name: 'admin/views', points: 60, seconds: 600, per: 'account' },
  summary: 'Keep a query of the inbox as a view, rename or remove it',
  body: z.object({
    nombre: line('Ponle un nombre a la vista.', 40),
    lista: z.string().max(1000).transform(inboxQuery),
    quitar: optional(z.literal('si')),
  }),
  reply: redirectAddress,
  handler: async (ctx, { body: { quitar, ...view } }) => {
    await getDb().write(async (tx) => {
      const views = await listSavedViews(ctx.accountId, tx);
      const others = views.filter(({ lista }) => lista !== view.lista);
      if (!quitar && others.length >= MOST_VIEWS) {
        const nombre = `Puedes guardar ${MOST_VIEWS} vistas: quita una antes.`;
        throw new AppError('validation_failed', { fields: { nombre } });
      }
      const deskViews = JSON.stringify(quitar ? others : [...others, view]);
      await tx.update(accounts).set({ deskViews }).where(eq(accounts.id, ctx.accountId));
      await audit(tx, ctx, { accountId: ctx.accountId, action: 'desk.views-changed' });
    });
    return `?aviso=${quitar ? 'sin-vista' : 'vista'}`;
  },
});
