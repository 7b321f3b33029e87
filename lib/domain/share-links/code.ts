import { sql } from 'drizzle-orm';
import { enqueueDelivery } from '#lib/domain/deliveries/writes.ts';
import type { ShareLink } from '#lib/domain/share-links/reads.ts';
import { CODE_MS } from '#lib/domain/share-links/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { DAY, MINUTE } from '#lib/platform/durations.ts';
import { AppError } from '#lib/platform/errors.ts';

/** Mails about one link in a day, so that who has its address cannot fill a mailbox. */
const MAX_A_DAY = 10;

/** What `codeOf` makes a code of. Nothing is stored: the next quarter of an hour has another. */
export function codeId(linkId: string, at: number): string {
  return `share/${linkId}/${Math.floor(at / CODE_MS)}`;
}

/** Mails its code, at most once a minute and `MAX_A_DAY` times a day. `rate_limited`. */
export async function sendShareCode({ id }: ShareLink, now: number): Promise<void> {
  const lane = `share:${id}/code`;
  const payload = { linkId: id, codeId: codeId(id, now) };
  await getDb().write(async (tx) => {
    const sent = await tx.all<{ at: number }>(sql`
      select created_at as at from deliveries
      where lane = ${lane} and created_at > ${now - DAY} order by id desc limit ${MAX_A_DAY}`);
    if ((sent[0]?.at ?? 0) > now - MINUTE) return;
    if (sent.length >= MAX_A_DAY) throw tooMany();
    await enqueueDelivery(tx, { lane, kind: 'share.code', payload, now });
  });
}

function tooMany(): AppError {
  const message = `Hoy ya enviamos ${MAX_A_DAY} códigos de este enlace. Pide otro mañana.`;
  return new AppError('rate_limited', { message });
}
