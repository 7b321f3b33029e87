import type { Tx } from '#lib/platform/db/client.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';
import { tryConsume } from '#lib/platform/security/rate-limits.ts';

/** Sets `isFlooded` once this mailbox got its hourly maximum of acknowledgements. */
export async function wordAcknowledgement(
  tx: Tx,
  { email, signedInAs, now }: { email: string; signedInAs: string | undefined; now: number },
): Promise<{ isOwn: boolean; isFlooded: boolean }> {
  const isFlooded = !(await tryConsume(consumeMailPoint(tx, { from: 'guests', to: email, now })));
  return { isOwn: email.toLowerCase() === signedInAs, isFlooded };
}
