import { desc, eq, inArray } from 'drizzle-orm';
import type { LoginOutcome, SessionTokens } from '#lib/domain/accounts/browser.ts';
import { enterLastCompany } from '#lib/domain/accounts/companies/writes/act-for.ts';
import { deviceOf, deviceSubject } from '#lib/domain/accounts/device.ts';
import {
  type Account,
  credentialsFingerprint,
  hasFactor,
} from '#lib/domain/accounts/reads/accounts.ts';
import { type FirstFactor, MAX_BROWSERS, TICKET_MS } from '#lib/domain/accounts/rules.ts';
import { mailOwner } from '#lib/domain/accounts/writes/mail-owner.ts';
import type { AuditAction } from '#lib/domain/audit/copy.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { knownBrowsers, sessions } from '#lib/platform/db/schema/accounts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx, Role } from '#lib/platform/operations/operation.ts';
import { randomId, randomToken } from '#lib/platform/security/ids.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';
import { createTicket } from '#lib/platform/security/tickets.ts';
import { shortIp } from '#lib/platform/web/ip-addresses.ts';

const openingActions = {
  password: 'session.opened',
  google: 'session.opened-google',
  passkey: 'session.opened-passkey',
} as const satisfies Record<FirstFactor, string>;

const refusalActions: Partial<Record<string, AuditAction>> = {
  email_not_verified: 'session.refused-unverified',
  account_suspended: 'session.refused-suspended',
  profile_not_permitted: 'session.refused-profile',
};

/**
 * Runs a login whose first proof was right. If the login is refused, records why in a write of its
 * own, because the login's own write was rolled back.
 */
export async function auditRefusedLogin<T>(
  ctx: RequestCtx,
  account: { id: string },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const action = error instanceof AppError && refusalActions[error.code];
    if (action) {
      const subject = deviceSubject(ctx);
      await getDb().write((tx) => audit(tx, ctx, { accountId: account.id, action, subject }));
    }
    throw error;
  }
}

type ProvedLogin = { account: Account; profile: Role; factor: FirstFactor };

/**
 * Continues a login after its first proof. Returns a session, or a ticket if a second factor is
 * due.
 */
export async function continueLogin(
  tx: Tx,
  ctx: RequestCtx,
  entry: ProvedLogin,
): Promise<LoginOutcome> {
  const { account, profile, factor } = entry;
  if (!(await hasFactor(account.id, tx))) return openAuditedSession(tx, ctx, entry);
  const parts = [randomId(), account.id, profile, factor, credentialsFingerprint(account)];
  return { ticket: createTicket('second-step', parts, ctx.now + TICKET_MS) };
}

/**
 * Opens the session once all required proofs were given, and records in the audit trail which proof
 * was used (`factor`).
 */
export async function openAuditedSession(
  tx: Tx,
  ctx: RequestCtx,
  { account, profile, factor, isStrong = false }: ProvedLogin & { isStrong?: boolean },
): Promise<SessionTokens> {
  const subject = deviceSubject(ctx);
  await audit(tx, ctx, { accountId: account.id, action: openingActions[factor], subject });
  return openSession(tx, ctx, { account, profile, isStrong });
}

type NewSession = {
  account: Pick<Account, 'id' | 'suspendedAt'>;
  profile: Role;
  isStrong: boolean;
};

/** Opens a session with a new token. No other function opens one. Throws `account_suspended`. */
export async function openSession(
  tx: Tx,
  ctx: RequestCtx,
  { account, profile, isStrong }: NewSession,
): Promise<SessionTokens> {
  if (account.suspendedAt) throw new AppError('account_suspended');
  const token = randomToken();
  const browser = await rememberBrowser(tx, ctx, account.id);
  const previousToken = ctx.browser.get('session');
  if (previousToken)
    await tx.delete(sessions).where(eq(sessions.tokenHash, hashToken(previousToken)));
  const companyId = await enterLastCompany(tx, { personId: account.id, profile, now: ctx.now });
  await tx.insert(sessions).values({
    id: randomId(),
    tokenHash: hashToken(token),
    accountId: account.id,
    profile,
    companyId,
    agent: ctx.agent,
    shortIp: shortIp(ctx.ip),
    createdAt: ctx.now,
    seenAt: ctx.now,
    provedAt: ctx.now,
    strongAt: isStrong ? ctx.now : null,
  });
  return { token, browser };
}

/**
 * Remembers the browser and returns its token. Notifies the owner of a new browser by mail, except
 * the first one of the account.
 */
async function rememberBrowser(tx: Tx, ctx: RequestCtx, accountId: string): Promise<string> {
  const { now } = ctx;
  const browserToken = ctx.browser.get('knownBrowser') ?? '';
  const token = /^[\w-]{43}$/.test(browserToken) ? browserToken : randomToken();
  const tokenHash = hashToken(token);
  const knownRows = await tx
    .select({ id: knownBrowsers.id, tokenHash: knownBrowsers.tokenHash })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.accountId, accountId))
    .orderBy(desc(knownBrowsers.seenAt));
  const rememberedBrowser = knownRows.find((browser) => browser.tokenHash === tokenHash);
  if (rememberedBrowser) {
    await tx
      .update(knownBrowsers)
      .set({ seenAt: now })
      .where(eq(knownBrowsers.id, rememberedBrowser.id));
    return token;
  }
  const id = randomId();
  await tx.insert(knownBrowsers).values({ id, accountId, tokenHash, createdAt: now, seenAt: now });
  const surplusIds = knownRows.slice(MAX_BROWSERS - 1).map((browser) => browser.id);
  if (surplusIds.length > 0) {
    await tx.delete(knownBrowsers).where(inArray(knownBrowsers.id, surplusIds));
  }
  if (knownRows.length > 0) {
    const device = deviceOf(ctx.agent);
    const payload = { accountId, browserId: id, device, place: shortIp(ctx.ip), at: now };
    await mailOwner(tx, { kind: 'account.new-browser-mail', payload, now });
  }
  return token;
}
