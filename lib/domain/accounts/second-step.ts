import { deviceSubject } from '#lib/domain/accounts/device.ts';
import { type Account, findAccount, hasFactor } from '#lib/domain/accounts/reads.ts';
import { openSession, setSessionCookie } from '#lib/domain/accounts/writes/sessions.ts';
import { audit } from '#lib/domain/audit/writes.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { MINUTE } from '#lib/platform/durations.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { RequestCtx, Role } from '#lib/platform/operation.ts';
import { hashToken } from '#lib/platform/secrets.ts';
import { partsOf, ticketOf } from '#lib/platform/tickets.ts';

export const STEP_PAGE = '/login/segundo-paso';
/** Holds the ticket of a login whose first step is done. */
export const TICKET_COOKIE = 'segundo_paso';
const TICKET_MS = 5 * MINUTE;

const openedBy = {
  password: 'session.opened',
  google: 'session.opened-google',
  passkey: 'session.opened-passkey',
} as const;
type Way = keyof typeof openedBy;

type Entry = { account: Account; profile: Role; by: Way };
/** Of a session, or of what is left to do for one. */
type Entered = { token: string } | { ticket: string };

/** Inside a write, after the first proof: a session, or a ticket where a second factor is due. */
export async function enter(tx: Tx, ctx: RequestCtx, entry: Entry): Promise<Entered> {
  const { account, profile, by } = entry;
  if (!(await hasFactor(account.id, tx))) return { token: await openBy(tx, ctx, entry) };
  const parts = [randomId(), account.id, profile, by, sealOf(account)];
  return { ticket: ticketOf('second-step', parts, ctx.now + TICKET_MS) };
}

/** Inside a write: the session of who has shown all that the account asks for. */
export async function openBy(
  tx: Tx,
  ctx: RequestCtx,
  { account, profile, by, strong = false }: Entry & { strong?: boolean },
): Promise<string> {
  const subject = deviceSubject(ctx);
  await audit(tx, ctx, { accountId: account.id, action: openedBy[by], subject });
  return openSession(tx, ctx, { account, profile, strong });
}

/** After the commit: true with a session, false when the second step is due. */
export function letIn(ctx: RequestCtx, entered: Entered): boolean {
  if ('token' in entered) setSessionCookie(ctx, entered.token);
  else ctx.cookies.set(TICKET_COOKIE, entered.ticket, TICKET_MS / 1000);
  return 'token' in entered;
}

type Asked = { cookies: Pick<RequestCtx['cookies'], 'get'>; now: number };

/** The login that a browser's ticket goes on with, or null; a new password or role has ended it. */
export async function findTicket({ cookies, now }: Asked) {
  const [id, accountId, profile, by, seal] =
    partsOf('second-step', cookies.get(TICKET_COOKIE), now) ?? [];
  const account = accountId ? await findAccount(accountId) : null;
  if (!id || !account || seal !== sealOf(account)) return null;
  // Our own signature: it holds what `enter` was given.
  return { id, account, profile: profile as Role, by: by as Way };
}

export function sealOf({ passwordHash, googleSub, role }: Account): string {
  return hashToken(`${passwordHash} ${googleSub} ${role}`).slice(0, 22);
}
