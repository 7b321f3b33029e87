import type { Tx } from '#lib/platform/db/client.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';
import { tryConsume } from '#lib/platform/security/rate-limits.ts';

/**
 * Counts the acknowledgement of a form against the limits of its mailbox. `isFlooded` means that
 * the mailbox is over its limit. `isOwn` means that the sender was logged in with this e-mail.
 */
export async function prepareAcknowledgement(
  tx: Tx,
  { email, signedInAs, now }: { email: string; signedInAs: string | undefined; now: number },
): Promise<{ isOwn: boolean; isFlooded: boolean }> {
  const isFlooded = !(await tryConsume(consumeMailPoint(tx, { from: 'guests', to: email, now })));
  return { isOwn: email.toLowerCase() === signedInAs, isFlooded };
}
