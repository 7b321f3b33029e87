import { and, eq, isNotNull } from 'drizzle-orm';
import { getAccount } from '#lib/domain/accounts/reads.ts';
import { endAllSessions } from '#lib/domain/accounts/writes/sessions.ts';
import { audit, type Where } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { MemberCtx, RequestCtx } from '#lib/platform/operation.ts';

/** Inside a write: the account can be entered with that identity from now on; `ended`: with it alone. */
export async function linkGoogle(
  tx: Tx,
  ctx: RequestCtx,
  { accountId, googleSub, ended }: { accountId: string; googleSub: string; ended: boolean },
): Promise<void> {
  await tx
    .update(accounts)
    .set({ googleSub, updatedAt: ctx.now })
    .where(eq(accounts.id, accountId));
  await audit(tx, ctx, { accountId, action: 'google.linked' });
  await mailLinked(tx, ctx, accountId, ended);
}

/** Inside a write: the owner is told of every new link: who is not behind it can still act. */
export async function mailLinked(tx: Tx, { now }: RequestCtx, accountId: string, ended = false) {
  const kind = 'account.google-linked-mail';
  // A lane for each: it does not wait behind what failed before it.
  const lane = `account:${accountId}/${kind}/${randomId()}`;
  await enqueueDelivery(tx, { lane, kind, payload: { accountId, at: now, ended }, now });
}

/** Inside a write: false when there was no link. */
export async function unlinkGoogle(tx: Tx, ctx: Where, accountId: string): Promise<boolean> {
  const unlinked = await tx
    .update(accounts)
    .set({ googleSub: null, updatedAt: ctx.now })
    .where(and(eq(accounts.id, accountId), isNotNull(accounts.googleSub)))
    .returning({ id: accounts.id });
  if (unlinked.length === 0) return false;
  await audit(tx, ctx, { accountId, action: 'google.unlinked' });
  return true;
}

/** Ends the link, the other sessions and the calendar address. Throws `conflict` while there is no other way in. */
export async function removeGoogle(ctx: MemberCtx): Promise<void> {
  const { accountId } = ctx;
  await getDb().write(async (tx) => {
    const { passwordHash } = await getAccount(accountId, tx);
    if (!passwordHash) {
      throw new AppError('conflict', {
        message:
          'Sin contraseña no podrías volver a ingresar. Créala con el enlace de “Olvidé mi contraseña”.',
      });
    }
    if (!(await unlinkGoogle(tx, ctx, accountId))) return;
    await endAllSessions(tx, ctx, accountId, ctx.sessionId);
  });
}
