import { and, eq, isNull } from 'drizzle-orm';
import { getLink } from '#lib/domain/links/reads.ts';
import type { ReadDb, Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/** How a visitor came to a request or message: by a link, or logged in with its e-mail. */
export type RequestAccess =
  | { kind: 'receipt' | 'lead-receipt'; token: string }
  | { kind: 'own'; user: SignedInCtx; id: number };

/**
 * Returns the lead that a link or a session may open. `isProved` means that the visitor owns the
 * lead's e-mail. Throws `invalid_token` if there is no such link, `share_expired` if it has ended,
 * and `not_found` if the session's account has no such request.
 */
export async function openRequest(entry: RequestAccess, now: number, db: ReadDb | Tx) {
  const { condition, isProved } = await findAccess(entry, now, db);
  const [lead] = await db
    .select({ leadId: leads.id })
    .from(leads)
    .where(and(condition, isNull(leads.erasedAt)))
    .limit(1);
  if (!lead) throw new AppError(entry.kind === 'own' ? 'not_found' : 'invalid_token');
  return { ...lead, isProved };
}

async function findAccess(entry: RequestAccess, now: number, db: ReadDb | Tx) {
  if (entry.kind === 'own') {
    const ownCondition = eq(leads.owner, entry.user.owner);
    return { condition: and(eq(leads.submissionId, entry.id), ownCondition), isProved: true };
  }
  const link = await getLink(entry.kind, entry.token, now, 'invalid_token', db);
  const column = entry.kind === 'receipt' ? leads.submissionId : leads.id;
  return { condition: eq(column, Number(link.subject)), isProved: link.mailedTo !== null };
}

export const actorOf = (entry: RequestAccess) =>
  entry.kind === 'own' ? entry.user.accountId : 'guest';
