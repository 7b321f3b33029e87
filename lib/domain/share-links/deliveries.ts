import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import type { Handler } from '#lib/domain/deliveries/worker.ts';
import { openedMail } from '#lib/domain/share-links/mail.tsx';
import { findShareLink } from '#lib/domain/share-links/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareOpenings } from '#lib/platform/db/schema/share-links.ts';
import { getEnv } from '#lib/platform/env.ts';
import { getMail } from '#lib/platform/mail/open.ts';

const payloadSchema = z.object({ linkId: z.string() });

/** The first opening, told to the owner. Of a link or an account that is gone nothing is sent. */
export const shareLinkHandlers: Record<string, Handler> = {
  'share.opened': async (payload, { idempotencyKey }) => {
    const link = await findShareLink(payloadSchema.parse(payload).linkId);
    const account = link && (await findAccount(link.accountId));
    if (!account) return;
    const [first] = await getDb()
      .read.select()
      .from(shareOpenings)
      .where(eq(shareOpenings.linkId, link.id))
      .orderBy(asc(shareOpenings.id))
      .limit(1);
    if (!first) return;
    const content = await openedMail({
      name: link.label ?? link.documents[0]?.fileName ?? 'tu documento',
      at: first.at,
      place: first.place,
      device: deviceOf(first.agent),
      linksUrl: `${getEnv().appUrl}/panel/documentos/enlaces`,
    });
    await getMail().send({ ...content, to: account.email, idempotencyKey });
  },
};
