import { eq } from 'drizzle-orm';
import type { LoginResult } from '#lib/domain/accounts/browser.ts';
import { getLoginProfile } from '#lib/domain/accounts/companies/login-profile.ts';
import {
  findAccountByEmail,
  findAccountIdByGoogleSub,
  findPerson,
} from '#lib/domain/accounts/reads/accounts.ts';
import { isReservedForPreviousOwner } from '#lib/domain/accounts/reads/email-changes.ts';
import { accountEmail } from '#lib/domain/accounts/schema.ts';
import { endAccess } from '#lib/domain/accounts/writes/end-access.ts';
import { mailOwner } from '#lib/domain/accounts/writes/mail-owner.ts';
import { auditRefusedLogin, continueLogin } from '#lib/domain/accounts/writes/open-session.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { privacyVersion } from '#lib/domain/privacy/copy.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import type { GoogleIdentity } from '#lib/platform/identity/id-token.ts';
import { containsEmail } from '#lib/platform/mail/email-typos.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';
import { plainText } from '#lib/platform/operations/plain-text.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/**
 * Logs in to the account with the `sub` of this identity, or else to the one with its e-mail, or
 * else to a new account. If the owner has to confirm first, returns the `PendingIdentity` that
 * `joinGoogle` links. Throws `conflict` if the account is linked to another `sub`.
 */
export async function logInWithGoogle(
  ctx: RequestCtx,
  identity: GoogleIdentity,
): Promise<LoginResult | PendingIdentity> {
  const email = accountEmail.safeParse(identity.email);
  if (!email.success) throw new AppError('invalid_token');
  const accountRef = { id: '' };
  const claimAndOpen = async (tx: Tx) => {
    const linkedId = await findAccountIdByGoogleSub(identity.sub, tx);
    const claimedAccount = linkedId
      ? { id: linkedId }
      : await claimAccount(tx, ctx, { ...identity, email: email.data });
    if (!claimedAccount) return null;
    accountRef.id = claimedAccount.id;
    return {
      ...(await openGoogleSession(tx, ctx, claimedAccount.id)),
      isNew: 'isNew' in claimedAccount,
    };
  };
  const login = await auditRefusedLogin(ctx, accountRef, () => getDb().write(claimAndOpen));
  return login ?? { sub: identity.sub, email: email.data };
}

/**
 * Opens a session of the account. The account is read again, because this transaction may have
 * changed it.
 */
export async function openGoogleSession(tx: Tx, ctx: RequestCtx, id: string): Promise<LoginResult> {
  const account = await findPerson(id, tx);
  if (!account) throw new AppError('account_not_found');
  const role = await getLoginProfile(tx, account);
  return {
    entered: await continueLogin(tx, ctx, { account, profile: role, factor: 'google' }),
    role,
  };
}

/** A Google identity, before the owner of the account with its e-mail accepted the link. */
export type PendingIdentity = Pick<GoogleIdentity, 'sub' | 'email'>;

/**
 * Returns the account that the identity may open, or null if its owner must confirm first. No
 * confirmation is needed for an e-mail that Google itself manages; any other e-mail may have
 * changed hands since Google verified it. Admins always confirm. Linking ends all earlier access,
 * because somebody else may have chosen the password before the owner verified the e-mail.
 */
async function claimAccount(
  tx: Tx,
  ctx: RequestCtx,
  identity: GoogleIdentity,
): Promise<{ id: string; isNew?: true } | null> {
  const existing = await findAccountByEmail(identity.email, tx);
  if (!existing) {
    if (await isReservedForPreviousOwner(identity.email, ctx.now, tx)) throw emailReservedError();
    return createAccount(tx, ctx, identity);
  }
  if (existing.googleSub) throw linkedElsewhereError();
  if (!existing.emailVerifiedAt) return takeOver(tx, ctx, existing.id, identity);
  if (!identity.isAuthoritative || existing.role === 'admin') return null;
  const { id: accountId, passwordHash } = existing;
  await endAccess(tx, ctx, accountId);
  const hadPassword = passwordHash !== null;
  await linkGoogle(tx, ctx, { accountId, googleSub: identity.sub, ended: hadPassword });
  return { id: accountId };
}

export function linkedElsewhereError(): AppError {
  return conflict(
    'Tu cuenta está conectada a otro usuario de Google. Ingresa con ese o con tu contraseña.',
  );
}

function emailReservedError(): AppError {
  return conflict('Ese correo era de otra cuenta hasta hace unos días. Todavía no se puede usar.');
}

async function createAccount(tx: Tx, ctx: RequestCtx, identity: GoogleIdentity) {
  const row = { ...newAccountValues(ctx, identity), id: randomId(), email: identity.email };
  await tx.insert(accounts).values(row);
  await audit(tx, ctx, { accountId: row.id, action: 'account.registered' });
  await mailLinked(tx, { accountId: row.id, at: ctx.now, ended: false });
  return { id: row.id, isNew: true } as const;
}

/**
 * Takes over an unverified registration. The person who registered never proved the e-mail, so
 * their data, codes and links are removed.
 */
async function takeOver(tx: Tx, ctx: RequestCtx, id: string, identity: GoogleIdentity) {
  const emptyProfile = {
    ...{ rut: null, razonSocial: null, telefono: null, direccion: null },
    ...{ region: null, comuna: null, source: null },
  };
  await endAccess(tx, ctx, id);
  await tx
    .update(accounts)
    .set({ ...emptyProfile, ...newAccountValues(ctx, identity) })
    .where(eq(accounts.id, id));
  await audit(tx, ctx, { accountId: id, action: 'account.registered' });
  await mailLinked(tx, { accountId: id, at: ctx.now, ended: false });
  return { id, isNew: true } as const;
}

function newAccountValues(ctx: RequestCtx, { sub, name }: GoogleIdentity) {
  return {
    role: 'natural' as const,
    passwordHash: null,
    googleSub: sub,
    emailVerifiedAt: ctx.now,
    name: cleanGoogleName(name),
    consentVersion: privacyVersion,
    consentAt: ctx.now,
    consentIp: ctx.ip,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

/** Returns the name on one line of at most 120 characters, or null if it contains an e-mail. */
function cleanGoogleName(name: string | null): string | null {
  const cleanName = plainText(name ?? '')
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return containsEmail(cleanName) ? null : [...cleanName].slice(0, 120).join('') || null;
}

/**
 * Links the identity to the account. `ended` says that the password was removed before; the mail to
 * the owner then explains it.
 */
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
  await mailLinked(tx, { accountId, at: ctx.now, ended });
}

/** Notifies the owner of every new link, so that an owner who did not make it can react. */
function mailLinked(tx: Tx, payload: { accountId: string; at: number; ended: boolean }) {
  return mailOwner(tx, { kind: 'account.google-linked-mail', payload, now: payload.at });
}
