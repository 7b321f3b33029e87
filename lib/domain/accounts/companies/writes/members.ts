import { and, eq, ne } from 'drizzle-orm';
import { companyRefusals } from '#lib/domain/accounts/companies/copy.ts';
import {
  checkOwner,
  countOtherOwners,
  findMemberRole,
  getCompanyId,
  memberCondition,
} from '#lib/domain/accounts/companies/reads.ts';
import { notifyOwners } from '#lib/domain/accounts/companies/writes/notify-owners.ts';
import { findAccount, findPerson, hasFactor } from '#lib/domain/accounts/reads/accounts.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { replaceMemberEmail } from '#lib/domain/ownership/writes/replace-member-email.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts, sessions } from '#lib/platform/db/schema/accounts.ts';
import { companyInvitations, companyMembers } from '#lib/platform/db/schema/companies.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { MemberRole, SignedInCtx } from '#lib/platform/operations/operation.ts';

/**
 * Changes the role of a member. Throws `not_found`, or `conflict` if the company would have no
 * owner left.
 */
export async function changeRole(
  ctx: SignedInCtx,
  { person: personId, role }: { person: string; role: MemberRole },
): Promise<void> {
  const companyId = getCompanyId(ctx);
  await getDb().write(async (tx) => {
    await checkOwner(tx, ctx, companyId);
    const previousRole = await getRole(tx, companyId, personId);
    if (previousRole === role) return;
    if (previousRole === 'owner') {
      await checkNotLastOwner(tx, companyId, personId);
      await endInvitationsOf(tx, companyId, personId);
    }
    await tx.update(companyMembers).set({ role }).where(memberCondition(companyId, personId));
    await audit(tx, ctx, {
      accountId: companyId,
      action: 'company.role-changed',
      subject: `person:${personId}`,
    });
    if (role === 'owner') await notifyOwners(tx, ctx, { companyId, personId, change: 'owner' });
  });
}

/**
 * Removes a member, whose sessions may then no longer act for the company. The company keeps
 * everything that the member created. Throws `not_found`, and `conflict` for the last owner.
 */
export async function removeMember(ctx: SignedInCtx, personId: string): Promise<void> {
  const companyId = getCompanyId(ctx);
  await getDb().write(async (tx) => {
    await checkOwner(tx, ctx, companyId);
    await endMembership(tx, ctx, { companyId, personId, action: 'company.removed' });
  });
}

/** Ends the person's own membership and mails the owners. Throws `conflict` for the last owner. */
export async function leaveCompany(ctx: SignedInCtx): Promise<void> {
  const companyId = getCompanyId(ctx);
  const { accountId: personId } = ctx;
  await getDb().write(async (tx) => {
    await endMembership(tx, ctx, { companyId, personId, action: 'company.left' });
    await notifyOwners(tx, ctx, { companyId, personId, change: 'left' });
  });
}

/**
 * Prepares the deletion of a company. Sessions that act for it go on for their own people, and
 * every other member gets a mail. Requires a transaction.
 */
export async function prepareCompanyDeletion(
  tx: Tx,
  ctx: { accountId: string; now: number },
  companyId: string,
): Promise<void> {
  const company = await findAccount(companyId, tx);
  const otherMembers = await tx
    .select({ personId: companyMembers.personId })
    .from(companyMembers)
    .where(
      and(eq(companyMembers.companyId, companyId), ne(companyMembers.personId, ctx.accountId)),
    );
  await tx
    .update(sessions)
    .set({ companyId: null, profile: 'natural' })
    .where(eq(sessions.companyId, companyId));
  for (const { personId } of otherMembers) {
    await enqueueDelivery(tx, {
      partition: `company:${companyId}/${personId}`,
      kind: 'company.removed-mail',
      payload: { companyId, personId, deleted: company?.razonSocial ?? '' },
      now: ctx.now,
    });
  }
}

type MembershipEnd = {
  companyId: string;
  personId: string;
  action: 'company.removed' | 'company.left';
};

async function endMembership(
  tx: Tx,
  ctx: SignedInCtx,
  { companyId, personId, action }: MembershipEnd,
) {
  const role = await getRole(tx, companyId, personId);
  if (role === 'owner') await checkNotLastOwner(tx, companyId, personId);
  await tx.delete(companyMembers).where(memberCondition(companyId, personId));
  const person = await findPerson(personId, tx);
  if (person) {
    await replaceMemberEmail(tx, {
      email: person.email,
      companyId,
      isNameless: false,
      now: ctx.now,
    });
  }
  await endInvitationsOf(tx, companyId, personId);
  // The sessions stay open but act for no company, so a page that is still open can explain why it
  // refuses.
  await tx
    .update(sessions)
    .set({ companyId: null, profile: 'natural' })
    .where(and(eq(sessions.accountId, personId), eq(sessions.companyId, companyId)));
  const subject = `person:${personId}`;
  await audit(tx, ctx, { accountId: companyId, action, subject });
  if (personId === ctx.accountId) return;
  await audit(tx, ctx, { accountId: personId, actor: ctx.accountId, action, subject });
  await enqueueDelivery(tx, {
    partition: `company:${companyId}/${personId}`,
    kind: 'company.removed-mail',
    payload: { companyId, personId },
    now: ctx.now,
  });
}

/**
 * Sets whether members need a second factor to act for the company. Throws `conflict` if the caller
 * has no second factor.
 */
export async function requireFactor(ctx: SignedInCtx, requiresFactor: boolean): Promise<void> {
  const companyId = getCompanyId(ctx);
  await getDb().write(async (tx) => {
    await checkOwner(tx, ctx, companyId);
    if ((await findAccount(companyId, tx))?.requiresFactor === requiresFactor) return;
    if (requiresFactor && !(await hasFactor(ctx.accountId, tx))) {
      throw conflict(companyRefusals.noFactor);
    }
    await tx.update(accounts).set({ requiresFactor }).where(eq(accounts.id, companyId));
    const action = requiresFactor ? 'company.factor-demanded' : 'company.factor-free';
    await audit(tx, ctx, { accountId: companyId, action });
  });
}

/** Deletes a person's open invitations when the person may no longer invite. */
async function endInvitationsOf(tx: Tx, companyId: string, personId: string): Promise<void> {
  const { companyId: companyColumn, invitedBy } = companyInvitations;
  const invitationsCondition = and(eq(companyColumn, companyId), eq(invitedBy, personId));
  await tx.delete(companyInvitations).where(invitationsCondition);
}

async function getRole(tx: Tx, companyId: string, personId: string): Promise<MemberRole> {
  const role = await findMemberRole({ companyId, personId }, tx);
  if (!role) throw new AppError('not_found', { message: companyRefusals.gone });
  return role;
}

async function checkNotLastOwner(tx: Tx, companyId: string, personId: string): Promise<void> {
  if ((await countOtherOwners(tx, companyId, personId)) > 0) return;
  throw conflict(companyRefusals.lastOwner);
}
