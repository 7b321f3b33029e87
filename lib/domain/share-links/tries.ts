import { and, eq, lt, or, sql } from 'drizzle-orm';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { MAX_WRONG, WRONG_MS } from '#lib/domain/share-links/rules.ts';
import { SKEW_MS } from '#lib/platform/clock.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { AppError } from '#lib/platform/errors.ts';

/**
 * In the statement that says whether the verdict may be told: parallel tries learn no more than the
 * cap. Throws `rate_limited`, for a right one as well. Returns how many were wrong.
 */
export async function countTry(
  id: string,
  { wrong, now }: { wrong: 0 | 1; now: number },
): Promise<number> {
  const { wrongTries, wrongSince } = shareLinks;
  const isOver = sql`coalesce(${wrongSince}, 0) <= ${now - WRONG_MS} or ${wrongSince} > ${now + SKEW_MS}`;
  const [counted] = await getDb().write((tx) =>
    tx
      .update(shareLinks)
      .set({
        wrongTries: sql`case when ${isOver} then ${wrong} else ${wrongTries} + ${wrong} end`,
        wrongSince: sql`case when ${isOver} then ${now} else ${wrongSince} end`,
      })
      .where(and(eq(shareLinks.id, id), or(isOver, lt(wrongTries, MAX_WRONG))))
      .returning({ tries: wrongTries }),
  );
  if (!counted) throw lockedRefusal();
  return counted.tries;
}

export function lockedRefusal(): AppError {
  const message =
    'Alguien se equivocó demasiadas veces en este enlace. Pide uno nuevo a quien te lo envió o prueba otra vez mañana.';
  return new AppError('rate_limited', { message });
}

/** Once per day that a link is locked. */
export async function tellOwner(id: string, now: number): Promise<void> {
  const payload = { linkId: id, at: now };
  await getDb().write((tx) =>
    enqueueDelivery(tx, { lane: `share:${id}/mail`, kind: 'share.locked', payload, now }),
  );
}
