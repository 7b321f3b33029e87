import { eq } from 'drizzle-orm';
import { type Account, findAccountByEmail } from '#lib/domain/accounts/reads.ts';
import { accountEmail } from '#lib/domain/accounts/schema.ts';
import {
  endAllSessions,
  openSession,
  setSessionCookie,
} from '#lib/domain/accounts/writes/sessions.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { privacyVersion } from '#lib/domain/privacy/copy.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { later } from '#lib/platform/db/later.ts';
import { accounts, oneTimeCodes, passwordResets } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { GoogleIdentity } from '#lib/platform/identity/id-token.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { RequestCtx, Role } from '#lib/platform/operation.ts';

/**
 * Opens a session for a checked Google identity: of the account that has its `sub`, else of the one
 * with its e-mail, else of a new one. Throws `conflict` when that account has another `sub`.
 */
export async function logInWithGoogle(
  ctx: RequestCtx,
  identity: GoogleIdentity,
): Promise<{ role: Role }> {
  const email = accountEmail.safeParse(identity.email);
  if (!email.success) throw new AppError('invalid_token');
  const { token, role } = await getDb().write(async (tx) => {
    const account =
      (await findAccountBySub(identity.sub, tx)) ??
      (await claimAccount(tx, ctx, { ...identity, email: email.data }));
    await audit(tx, ctx, { accountId: account.id, action: 'session.opened-google' });
    const { id: accountId, role } = account;
    return { token: await openSession(tx, ctx, { accountId, profile: role }), role };
  });
  setSessionCookie(ctx, token);
  wakeDeliveries();
  return { role };
}

type Claim = { id: string; role: Account['role'] };

/** A verified address proves the owner of an account; of an unverified one it proves a stranger's. */
async function claimAccount(tx: Tx, ctx: RequestCtx, identity: GoogleIdentity): Promise<Claim> {
  const existing = await findAccountByEmail(identity.email, tx);
  if (!existing) return createAccount(tx, ctx, identity);
  if (existing.googleSub) throw new AppError('conflict');
  return existing.emailVerifiedAt
    ? linkAccount(tx, ctx, existing, identity)
    : takeOver(tx, ctx, existing, identity);
}

async function createAccount(tx: Tx, ctx: RequestCtx, identity: GoogleIdentity): Promise<Claim> {
  const row = { ...freshRow(ctx, identity), id: randomId(), email: identity.email };
  await later(tx, tx.insert(accounts).values(row));
  await audit(tx, ctx, { accountId: row.id, action: 'account.registered' });
  return row;
}

/** The owner is told: who is not behind this login can still act. */
async function linkAccount(
  tx: Tx,
  ctx: RequestCtx,
  { id, role }: Claim,
  { sub }: GoogleIdentity,
): Promise<Claim> {
  await later(
    tx,
    tx.update(accounts).set({ googleSub: sub, updatedAt: ctx.now }).where(eq(accounts.id, id)),
  );
  await audit(tx, ctx, { accountId: id, action: 'google.linked' });
  await enqueueDelivery(tx, {
    lane: `account:${id}/mail`,
    kind: 'account.google-linked-mail',
    payload: { accountId: id, at: ctx.now },
    now: ctx.now,
  });
  return { id, role };
}

/** Whoever began this registration never proved the address: nothing they typed or hold remains. */
async function takeOver(
  tx: Tx,
  ctx: RequestCtx,
  { id }: Claim,
  identity: GoogleIdentity,
): Promise<Claim> {
  const row = freshRow(ctx, identity);
  const emptied = {
    ...{ rut: null, razonSocial: null, telefono: null, direccion: null },
    ...{ region: null, comuna: null, source: null },
  };
  await later(
    tx,
    tx
      .update(accounts)
      .set({ ...emptied, ...row })
      .where(eq(accounts.id, id)),
  );
  await endAllSessions(tx, id);
  await later(tx, tx.delete(oneTimeCodes).where(eq(oneTimeCodes.accountId, id)));
  await later(tx, tx.delete(passwordResets).where(eq(passwordResets.accountId, id)));
  await audit(tx, ctx, { accountId: id, action: 'account.registered' });
  return { id, role: row.role };
}

function freshRow(ctx: RequestCtx, { sub, name }: GoogleIdentity) {
  return {
    role: 'natural' as const,
    passwordHash: null,
    googleSub: sub,
    emailVerifiedAt: ctx.now,
    name: nameOf(name),
    consentVersion: privacyVersion,
    consentAt: ctx.now,
    consentAddress: ctx.address,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

/** One line of at most 120 characters, as everywhere; the rest of a name is not worth a refusal. */
function nameOf(name: string | null): string | null {
  const clean = (name ?? '')
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return [...clean].slice(0, 120).join('') || null;
}

async function findAccountBySub(sub: string, tx: Tx): Promise<Claim | null> {
  const [row] = await tx
    .select({ id: accounts.id, role: accounts.role })
    .from(accounts)
    .where(eq(accounts.googleSub, sub))
    .limit(1);
  return row ?? null;
}
