import { and, eq, isNull, lt } from 'drizzle-orm';
import { deviceSubject } from '#lib/domain/accounts/device.ts';
import {
  credentialsFingerprint,
  findAccount,
  findKnownBrowser,
  findPendingLogin,
  getAccount,
  hasFactor,
} from '#lib/domain/accounts/reads/accounts.ts';
import { checkResend, sendCode, takeCode, tryCode } from '#lib/domain/accounts/writes/codes.ts';
import { auditRefusedLogin, openAuditedSession } from '#lib/domain/accounts/writes/open-session.ts';
import { markProved } from '#lib/domain/accounts/writes/sessions.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import {
  FACTOR_CODE_LIMITS,
  FACTOR_CODE_TOTAL_LIMIT,
  LOGIN_TICKET_LIMIT,
  plainCode,
  plainRecoveryCode,
} from '#lib/domain/factors/rules.ts';
import { recordChange } from '#lib/domain/factors/writes/change.ts';
import { type ConsumeProof, checkPasskey } from '#lib/domain/factors/writes/passkeys.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { recoveryCodes, totpSecrets } from '#lib/platform/db/schema/factors.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, SignedInCtx } from '#lib/platform/operations/operation.ts';
import { decryptText } from '#lib/platform/security/encrypted-text.ts';
import { verifyPassword } from '#lib/platform/security/passwords.ts';
import { consumePoint, consumePointAt } from '#lib/platform/security/rate-limits.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { consumeTicket, ticketExpiredError } from '#lib/platform/security/tickets.ts';
import { stepOfCode } from '#lib/platform/security/totp.ts';
import type { Credential } from '#lib/platform/security/webauthn.ts';

type Proof = { code?: string | undefined; credential?: Credential | undefined };

/** Completes a login. Throws `no_session` if it expired, and `invalid_code` for a wrong proof. */
export async function finishLogIn(ctx: RequestCtx, proof: Proof) {
  const ticket = await findPendingLogin(ctx.browser.get('loginStep'), ctx.now);
  if (!ticket) throw ticketExpiredError();
  const { id, account, profile, factor } = ticket;
  await consumePoint(LOGIN_TICKET_LIMIT, id, ctx.now);
  const take = await checkFactor(ctx, account.id, proof);
  const openSession = async (tx: Tx) => {
    const currentAccount = await findAccount(account.id, tx);
    if (
      !currentAccount ||
      credentialsFingerprint(currentAccount) !== credentialsFingerprint(account)
    )
      throw ticketExpiredError();
    if (await take(tx)) {
      await consumeTicket(tx, id, ctx.now);
      return openAuditedSession(tx, ctx, {
        account: currentAccount,
        profile,
        factor,
        isStrong: true,
      });
    }
    const subject = deviceSubject(ctx);
    await audit(tx, ctx, { accountId: account.id, action: 'factor.refused', subject });
    return null;
  };
  const tokens = await auditRefusedLogin(ctx, account, () => getDb().write(openSession));
  // The error is thrown outside the transaction, whose rollback would lose the audit event.
  if (!tokens) throw new AppError('invalid_code');
  return { entered: tokens, data: { email: account.email, role: profile } };
}

type AnyProof = Proof & { password?: string | undefined; mailCode?: string | undefined };

/** Confirms for 15 minutes who uses the session. Throws `validation_failed` for a wrong proof. */
export async function confirmIdentity(ctx: SignedInCtx, proof: AnyProof): Promise<void> {
  const take = await proofConsumer(ctx, proof);
  const isConfirmed = await getDb().write(async (tx) => {
    const isRight = await take(tx);
    const action = isRight ? 'session.proved' : 'factor.refused';
    await audit(tx, ctx, { accountId: ctx.accountId, action, subject: deviceSubject(ctx) });
    if (isRight) await markProved(tx, ctx);
    return isRight;
  });
  if (isConfirmed) return;
  const field = (['password', 'mailCode', 'code'] as const).find((name) => proof[name]);
  throw new AppError('validation_failed', {
    fields: { [field ?? 'code']: wrongProofTexts[field ?? 'code'] },
  });
}

const wrongProofTexts = {
  password: 'La contraseña no coincide.',
  mailCode: 'El código no es correcto o ya venció.',
  code: 'El código no es correcto o ya se usó.',
};

async function proofConsumer(
  ctx: SignedInCtx,
  { password, mailCode, ...factor }: AnyProof,
): Promise<ConsumeProof> {
  const { accountId, now } = ctx;
  if (password !== undefined) {
    const { passwordHash } = await getAccount(accountId);
    const isRight = await verifyPassword(passwordHash, password);
    return async (tx) => isRight && (await getAccount(accountId, tx)).passwordHash === passwordHash;
  }
  if (mailCode === undefined) return checkFactor(ctx, accountId, factor);
  await checkMailProof(ctx);
  const codeId = await tryCode(ctx, accountId, 'proof');
  return (tx) => takeCode(tx, codeId, { typed: mailCode, now });
}

/** Mails a code to an account without password and second factor, which only Google opens. */
export async function sendProofCode(ctx: SignedInCtx): Promise<void> {
  const { accountId, now } = ctx;
  await checkMailProof(ctx);
  await getDb().write(async (tx) => {
    await checkResend(tx, accountId, 'proof', now);
    await sendCode(tx, { accountId, purpose: 'proof', now });
    await audit(tx, ctx, { accountId, action: 'code.sent' });
  });
}

async function checkMailProof({ accountId }: SignedInCtx): Promise<void> {
  const { passwordHash } = await getAccount(accountId);
  if (passwordHash || (await hasFactor(accountId))) throw new AppError('forbidden');
}

/** Returns the function that consumes a code or passkey in a transaction. A code uses up a try. */
async function checkFactor(
  ctx: RequestCtx,
  accountId: string,
  { code = '', credential }: Proof,
): Promise<ConsumeProof> {
  if (credential) {
    const passkey = await checkPasskey(ctx, credential);
    return passkey?.accountId === accountId ? passkey.take : async () => false;
  }
  await consumeTry(ctx, accountId);
  const digits = plainCode(code);
  return /^\d{6}$/.test(digits)
    ? totpConsumer(ctx, accountId, digits)
    : recoveryConsumer(ctx, accountId, plainRecoveryCode(code));
}

/** Known browsers have tries of their own, so that nobody else can use them up. */
async function consumeTry(ctx: RequestCtx, accountId: string): Promise<void> {
  const browser = await findKnownBrowser(ctx, accountId);
  for (const limit of FACTOR_CODE_LIMITS) {
    if (browser) await consumePoint(limit, `${accountId} ${browser}`, ctx.now);
    else await consumePointAt(ctx.ip, limit, accountId, ctx.now);
  }
  if (!browser) await consumePoint(FACTOR_CODE_TOTAL_LIMIT, accountId, ctx.now);
}

/** One statement compares and stores the time step, so that no code works twice. */
async function totpConsumer(
  { now }: RequestCtx,
  accountId: string,
  code: string,
): Promise<ConsumeProof> {
  const [row] = await getDb()
    .read.select({ secret: totpSecrets.secret })
    .from(totpSecrets)
    .where(eq(totpSecrets.accountId, accountId));
  const secret = row && decryptText('totp', accountId, row.secret);
  const step = secret ? await stepOfCode(secret, code, now) : null;
  return async (tx) => {
    if (step === null || !row) return false;
    const secretCondition = and(
      eq(totpSecrets.accountId, accountId),
      eq(totpSecrets.secret, row.secret),
    );
    const updatedRows = await tx
      .update(totpSecrets)
      .set({ lastStep: step })
      .where(and(secretCondition, lt(totpSecrets.lastStep, step)))
      .returning({ lastStep: totpSecrets.lastStep });
    return updatedRows.length > 0;
  };
}

function recoveryConsumer(ctx: RequestCtx, accountId: string, code: string): ConsumeProof {
  const codeCondition = and(
    eq(recoveryCodes.hash, hashToken(code)),
    eq(recoveryCodes.accountId, accountId),
  );
  return async (tx) => {
    const updatedRows = await tx
      .update(recoveryCodes)
      .set({ usedAt: ctx.now })
      .where(and(codeCondition, isNull(recoveryCodes.usedAt)))
      .returning({ hash: recoveryCodes.hash });
    if (updatedRows.length === 0) return false;
    await recordChange(tx, ctx, { accountId, action: 'factor.recovery-used' });
    return true;
  };
}
