import { z } from 'zod';
import type { Tx } from '#lib/platform/db/client.ts';
import { isTaken, takeMail } from '#lib/platform/security/rate-limits.ts';

/**
 * How an acknowledgement speaks, as its delivery keeps it, so that a retried mail says the same. Anybody may type
 * somebody else's address: only to who is signed in with it does the mail repeat typed texts (`isOwn`).
 */
export const addressed = z.object({
  isOwn: z.boolean().default(false),
  isFlooded: z.boolean().default(false),
});

/** Inside the write of a request or form. One mailbox gets so many an hour, whoever sends them. */
export async function addressing(
  tx: Tx,
  { email, signedInAs, now }: { email: string; signedInAs: string | undefined; now: number },
): Promise<z.infer<typeof addressed>> {
  const isFlooded = !(await isTaken(takeMail(tx, { from: 'guests', to: email, now })));
  return { isOwn: email.toLowerCase() === signedInAs, isFlooded };
}
