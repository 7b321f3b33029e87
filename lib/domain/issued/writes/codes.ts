import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { codeOf } from '#lib/domain/issued/rules.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { verificationCodes } from '#lib/platform/db/schema/issued.ts';

/** Inside a write: a code by which a guarantee is verified. The one before has to be ended. */
export async function addCode(tx: Tx, guarantee: number, now: number): Promise<string> {
  const code = codeOf(randomBytes(20));
  await tx.insert(verificationCodes).values({ code, guarantee, createdAt: now });
  return code;
}

/** Inside a write: what is on paper opens nothing any more. */
export async function endCode(tx: Tx, guarantee: number, now: number): Promise<void> {
  await tx
    .update(verificationCodes)
    .set({ endedAt: now })
    .where(and(eq(verificationCodes.guarantee, guarantee), isNull(verificationCodes.endedAt)));
}
