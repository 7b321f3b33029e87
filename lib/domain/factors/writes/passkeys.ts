import { and, eq, lt } from 'drizzle-orm';
import { getLoginProfile } from '#lib/domain/accounts/companies/login-profile.ts';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { findPerson } from '#lib/domain/accounts/reads/accounts.ts';
import { auditRefusedLogin, openAuditedSession } from '#lib/domain/accounts/writes/open-session.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { CHALLENGE_MS, MAX_PASSKEYS } from '#lib/domain/factors/rules.ts';
import {
  checkRemainingFactors,
  recordChange,
  secureSessions,
} from '#lib/domain/factors/writes/change.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { passkeys } from '#lib/platform/db/schema/factors.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { consumeTicket, createTicket, openTicket } from '#lib/platform/security/tickets.ts';
import {
  type Credential,
  challengeIn,
  checkAssertion,
  checkCreation,
  creationOptions,
  requestOptions,
} from '#lib/platform/security/webauthn.ts';

/**
 * Marks a challenge as one for a login. A challenge for a new passkey has the id of the account
 * instead.
 */
const LOGIN_USE = 'show';

const ownPasskeyCondition = ({ accountId }: SignedInCtx, id: string) =>
  and(eq(passkeys.id, id), eq(passkeys.accountId, accountId));

export async function beginPasskey({ accountId, email, now }: SignedInCtx) {
  const rows = await getDb()
    .read.select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .limit(MAX_PASSKEYS);
  const options = await creationOptions({
    id: accountId,
    email,
    passkeyIds: rows.map(({ id }) => id),
  });
  return { options, ticket: ticketFor(accountId, options.challenge, now) };
}

function ticketFor(use: string, challenge: string, now: number): string {
  return createTicket('passkey', [use, challenge], now + CHALLENGE_MS);
}

function findChallenge({ browser, now }: RequestCtx, use: string, credential: Credential) {
  const ticket = browser.get('passkeyChallenge', challengeIn(credential));
  const [ticketUse, challenge] = openTicket('passkey', ticket, now) ?? [];
  return ticketUse === use && challenge ? challenge : null;
}

/**
 * Stores a passkey that the browser created. Returns recovery codes if the account had none,
 * otherwise null. Throws `invalid_token`, or `conflict` for a known passkey or too many passkeys.
 */
export async function addPasskey(
  ctx: SignedInCtx,
  credential: Credential,
): Promise<string[] | null> {
  const { accountId, now } = ctx;
  const challenge = findChallenge(ctx, accountId, credential);
  const registration = challenge && (await checkCreation(credential, challenge));
  if (!challenge || !registration) {
    throw new AppError('invalid_token', {
      message: 'No pudimos comprobar esa llave. Inténtalo otra vez.',
    });
  }
  const row = {
    ...registration,
    id: randomId(),
    accountId,
    name: deviceOf(ctx.agent),
    createdAt: now,
  };
  return getDb().write(async (tx) => {
    await consumeTicket(tx, challenge, now);
    if ((await tx.$count(passkeys, eq(passkeys.accountId, accountId))) >= MAX_PASSKEYS) {
      throw conflict(`Tienes ${MAX_PASSKEYS} llaves. Quita una antes.`);
    }
    const addedRows = await tx.insert(passkeys).values(row).onConflictDoNothing().returning();
    if (addedRows.length === 0) {
      throw conflict('Esa llave ya está en una cuenta.');
    }
    await recordChange(tx, ctx, { accountId, action: 'factor.passkey-added' });
    return secureSessions(tx, ctx);
  });
}

export async function renamePasskey(ctx: SignedInCtx, id: string, name: string): Promise<void> {
  await getDb().write(async (tx) => {
    const update = tx.update(passkeys).set({ name }).where(ownPasskeyCondition(ctx, id));
    if ((await update.returning()).length === 0) throw new AppError('not_found');
  });
}

export async function removePasskey(ctx: SignedInCtx, id: string): Promise<void> {
  const { accountId } = ctx;
  await getDb().write(async (tx) => {
    const removedRows = await tx.delete(passkeys).where(ownPasskeyCondition(ctx, id)).returning();
    if (removedRows.length === 0) throw new AppError('not_found');
    await checkRemainingFactors(tx, ctx);
    await recordChange(tx, ctx, { accountId, action: 'factor.passkey-removed' });
  });
}

/** Checks and consumes a proof in a transaction. Resolves to false if the proof is wrong. */
export type ConsumeProof = (tx: Tx) => Promise<boolean>;

export async function beginPasskeyLogin({ now }: RequestCtx) {
  const options = await requestOptions();
  return { options, ticket: ticketFor(LOGIN_USE, options.challenge, now) };
}

/**
 * Verifies what a passkey signed. Returns the account of the passkey and the function that consumes
 * the proof. Returns null if the passkey is unknown or the signature is wrong.
 */
export async function checkPasskey(
  ctx: RequestCtx,
  credential: Credential,
): Promise<{ accountId: string; take: ConsumeProof } | null> {
  const challenge = findChallenge(ctx, LOGIN_USE, credential);
  const [key] = await getDb()
    .read.select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, String(credential.id)));
  const counter = challenge && key ? await checkAssertion(credential, challenge, key) : null;
  if (!challenge || !key || counter === null) return null;
  const { id, accountId } = key;
  const take: ConsumeProof = async (tx) => {
    await consumeTicket(tx, challenge, ctx.now);
    // A counter that does not grow means that the passkey was copied. Most devices send 0.
    const counterCondition =
      counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
    const usedRows = await tx
      .update(passkeys)
      .set({ counter, usedAt: ctx.now })
      .where(and(eq(passkeys.id, id), counterCondition))
      .returning({ id: passkeys.id });
    if (usedRows.length > 0) return true;
    await audit(tx, ctx, { accountId, action: 'factor.counter-refused' });
    return false;
  };
  return { accountId, take };
}

/**
 * Opens a session by a passkey. There is no second step, because the passkey's device identified
 * the person.
 */
export async function logInByPasskey(ctx: RequestCtx, credential: Credential) {
  const passkey = await checkPasskey(ctx, credential);
  const openSession = async (tx: Tx, { accountId, take }: NonNullable<typeof passkey>) => {
    const account = await findPerson(accountId, tx);
    if (!account || !(await take(tx))) return null;
    const role = await getLoginProfile(tx, account);
    const entry = { account, profile: role, factor: 'passkey', isStrong: true } as const;
    const { email } = account;
    return { entered: await openAuditedSession(tx, ctx, entry), data: { email, role } };
  };
  const login =
    passkey &&
    (await auditRefusedLogin(ctx, { id: passkey.accountId }, () =>
      getDb().write((tx) => openSession(tx, passkey)),
    ));
  if (!login) {
    throw new AppError('wrong_credentials', {
      message: 'No reconocemos esa llave de acceso. Ingresa con tu contraseña.',
    });
  }
  return login;
}
