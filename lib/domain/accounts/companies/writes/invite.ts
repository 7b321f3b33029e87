import { and, eq, sql } from 'drizzle-orm';
import { companyRefusals } from '#lib/domain/accounts/companies/copy.ts';
import {
  checkOwner,
  findInvitation,
  findMemberRole,
  getCompanyId,
  listOwners,
  olderCompanyIdsWithRut,
} from '#lib/domain/accounts/companies/reads.ts';
import {
  INVITATION_MS,
  joinRequestLimit,
  mailboxLimit,
  receivedJoinRequestLimit,
} from '#lib/domain/accounts/companies/rules.ts';
import type { NewInvitation } from '#lib/domain/accounts/companies/schema.ts';
import { setActing } from '#lib/domain/accounts/companies/writes/act-for.ts';
import { notifyOwners } from '#lib/domain/accounts/companies/writes/notify-owners.ts';
import { findVerifiedAccountId } from '#lib/domain/accounts/reads/holders.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { companyInvitations, companyMembers } from '#lib/platform/db/schema/companies.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';
import { consumePoint, consumeSharedLimit } from '#lib/platform/security/rate-limits.ts';

/**
 * Invites an e-mail to act for the company. If that e-mail already has an invitation, renews it.
 * Throws `conflict` if the person is a member, and `rate_limited` after too many invitations.
 */
export async function inviteMember(
  ctx: SignedInCtx,
  { email, role }: NewInvitation,
): Promise<void> {
  const companyId = getCompanyId(ctx);
  await consumeSharedLimit(mailboxLimit, email, ctx);
  await getDb().write(async (tx) => {
    await checkOwner(tx, ctx, companyId);
    const personId = await findVerifiedAccountId(email, tx);
    if (personId && (await findMemberRole({ companyId, personId }, tx))) {
      throw conflict(companyRefusals.member);
    }
    await tx
      .delete(companyInvitations)
      .where(and(eq(companyInvitations.companyId, companyId), eq(companyInvitations.email, email)));
    await addInvitation(tx, ctx, { companyId, email, role });
  });
}

/** Mails a new link for an invitation; the former link stops working. Throws `not_found`. */
export async function renewInvitation(ctx: SignedInCtx, id: string): Promise<void> {
  const companyId = getCompanyId(ctx);
  const condition = and(eq(companyInvitations.id, id), eq(companyInvitations.companyId, companyId));
  const [invitation] = await getDb().read.select().from(companyInvitations).where(condition);
  if (!invitation) throw new AppError('not_found');
  await consumeSharedLimit(mailboxLimit, invitation.email, ctx);
  await getDb().write(async (tx) => {
    await checkOwner(tx, ctx, companyId);
    const { email, role } = await takeInvitation(tx, companyId, id);
    await addInvitation(tx, ctx, { companyId, email, role });
  });
}

/** Withdraws an invitation. Throws `not_found`. */
export async function endInvitation(ctx: SignedInCtx, id: string): Promise<void> {
  const companyId = getCompanyId(ctx);
  await getDb().write(async (tx) => {
    await checkOwner(tx, ctx, companyId);
    await takeInvitation(tx, companyId, id);
    await audit(tx, ctx, { accountId: companyId, action: 'company.invitation-ended' });
  });
}

async function addInvitation(
  tx: Tx,
  ctx: SignedInCtx,
  { companyId, email, role }: NewInvitation & { companyId: string },
): Promise<void> {
  const { accountId: invitedBy, now } = ctx;
  await consumeMailPoint(tx, { from: companyId, to: email, now });
  const id = randomId();
  const times = { createdAt: now, endsAt: now + INVITATION_MS };
  await tx.insert(companyInvitations).values({ id, companyId, email, role, invitedBy, ...times });
  await enqueueDelivery(tx, {
    partition: `invitation:${id}`,
    kind: 'company.invitation-mail',
    payload: { invitationId: id },
    now,
  });
  const subject = `invitation:${id}`;
  await audit(tx, ctx, { accountId: companyId, action: 'company.invited', subject });
}

async function takeInvitation(tx: Tx, companyId: string, id: string) {
  const condition = and(eq(companyInvitations.id, id), eq(companyInvitations.companyId, companyId));
  const [invitation] = await tx.delete(companyInvitations).where(condition).returning();
  if (!invitation) throw new AppError('not_found');
  return invitation;
}

/**
 * Joins the company and lets the session act for it. Throws `invalid_token` if the invitation ended
 * or was used, and `forbidden` for an admin or a person with another e-mail.
 */
export async function acceptInvitation(ctx: SignedInCtx, token: string): Promise<void> {
  await getDb().write(async (tx) => {
    const invitationRow = await findInvitation(token, ctx.now, tx);
    if (!invitationRow) throw new AppError('invalid_token', { message: companyRefusals.ended });
    const { id, companyId, email, role } = invitationRow.invitation;
    if (email !== ctx.email)
      throw new AppError('forbidden', { message: companyRefusals.otherEmail });
    if (ctx.role === 'admin') throw new AppError('forbidden');
    await tx.delete(companyInvitations).where(eq(companyInvitations.id, id));
    const { accountId: personId, now } = ctx;
    const newMembers = await tx
      .insert(companyMembers)
      .values({ companyId, personId, role, joinedAt: now })
      .onConflictDoNothing()
      .returning();
    if (newMembers.length > 0)
      await notifyOwners(tx, ctx, { companyId, personId, change: 'joined' });
    const subject = `invitation:${id}`;
    await audit(tx, ctx, {
      ...{ accountId: companyId, actor: personId, action: 'company.joined', subject },
    });
    await setActing(tx, ctx, companyId);
  });
}

/**
 * Asks the owners of up to five older companies with the same RUT, by mail, for an invitation.
 * Throws `conflict` if this company already asked within a day, and `rate_limited` if one of the
 * older companies got ten such mails within a day.
 */
export async function askToJoin(ctx: SignedInCtx): Promise<void> {
  const companyId = getCompanyId(ctx);
  const olderCompanies = await getDb().read.all<{ id: string }>(
    sql`${olderCompanyIdsWithRut(companyId)} limit 5`,
  );
  if (getEnv().hasRateLimits) {
    await consumePoint(joinRequestLimit, companyId, ctx.now).catch(() => {
      throw conflict(companyRefusals.tooSoon);
    });
    for (const { id } of olderCompanies) await consumePoint(receivedJoinRequestLimit, id, ctx.now);
  }
  await getDb().write(async (tx) => {
    for (const { id: olderCompanyId } of olderCompanies) {
      for (const { personId } of await listOwners(tx, olderCompanyId)) {
        await enqueueDelivery(tx, {
          partition: `company:${olderCompanyId}/ask/${personId}`,
          kind: 'company.asked-mail',
          payload: { companyId: olderCompanyId, personId, email: ctx.email },
          now: ctx.now,
        });
      }
    }
    await audit(tx, ctx, { accountId: companyId, action: 'company.join-asked' });
  });
}
