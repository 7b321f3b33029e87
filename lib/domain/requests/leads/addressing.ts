import { z } from 'zod';
import type { Tx } from '#lib/platform/db/client.ts';
import { consumeMailPoint, tryConsume } from '#lib/platform/security/rate-limits.ts';

/**
 * The wording of an acknowledgement, kept in its delivery so that a retry sends the same mail.
 * `isOwn` means that the sender was signed in with this address, so the mail repeats typed texts.
 */
export const acknowledgementWording = z.object({
  isOwn: z.boolean().default(false),
  isFlooded: z.boolean().default(false),
  /** The closing of its tender (ms), as far as it was known. */
  closesAt: z.number().optional(),
});

/** Sets `isFlooded` once this mailbox got its hourly maximum of acknowledgements. */
export async function wordAcknowledgement(
  tx: Tx,
  { email, signedInAs, now }: { email: string; signedInAs: string | undefined; now: number },
): Promise<z.infer<typeof acknowledgementWording>> {
  const isFlooded = !(await tryConsume(consumeMailPoint(tx, { from: 'guests', to: email, now })));
  return { isOwn: email.toLowerCase() === signedInAs, isFlooded };
}
