import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import { wakeDeliveries } from '#lib/domain/deliveries/wake.ts';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import { MAX_WRONG, WRONG_MS } from '#lib/domain/share-links/rules.ts';
import { SKEW_MS } from '#lib/platform/clock.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareLinks } from '#lib/platform/db/schema/share-links.ts';
import { AppError } from '#lib/platform/errors.ts';

/**
 * Takes one of a link's tries before the password is looked at, in one statement: of all that come
 * at once no more than the cap are looked at. Throws `rate_limited`.
 */
export async function takeTry(id: string, now: number): Promise<{ tries: number; since: number }> {
  const { wrongTries, wrongSince } = shareLinks;
  const isOver = sql`coalesce(${wrongSince}, 0) <= ${now - WRONG_MS} or ${wrongSince} > ${now + SKEW_MS}`;
  const [taken] = await getDb().write((tx) =>
    tx
      .update(shareLinks)
      .set({
        wrongTries: sql`case when ${isOver} then 1 else ${wrongTries} + 1 end`,
        wrongSince: sql`case when ${isOver} then ${now} else ${wrongSince} end`,
      })
      .where(and(eq(shareLinks.id, id), or(isOver, lt(wrongTries, MAX_WRONG))))
      .returning({ tries: wrongTries, since: sql<number>`${wrongSince}` }),
  );
  if (!taken) throw new AppError('rate_limited', { message: locked });
  return taken;
}

const locked =
  'Alguien probó demasiadas contraseñas en este enlace. Pide uno nuevo a quien te lo envió o prueba otra vez mañana.';

/** The right password gives back its own try, and nobody else's. */
export async function giveBackTry(id: string, since: number): Promise<void> {
  const { wrongTries, wrongSince } = shareLinks;
  await getDb().write((tx) =>
    tx
      .update(shareLinks)
      .set({ wrongTries: sql`${wrongTries} - 1` })
      .where(and(eq(shareLinks.id, id), eq(wrongSince, since), gt(wrongTries, 0))),
  );
}

/** Once per day that a link is locked. */
export async function tellOwner(id: string, now: number): Promise<void> {
  const payload = { linkId: id, at: now };
  await getDb().write((tx) =>
    enqueueDelivery(tx, { lane: `share:${id}/mail`, kind: 'share.locked', payload, now }),
  );
  wakeDeliveries();
}
