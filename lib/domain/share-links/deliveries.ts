import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { lockedMail, openedMail } from '#lib/domain/share-links/mail.ts';
import { findShareLink, type ShareLink } from '#lib/domain/share-links/reads.ts';
import { lockedUntil, MAX_WRONG } from '#lib/domain/share-links/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareOpenings } from '#lib/platform/db/schema/share-links.ts';
import { getEnv } from '#lib/platform/env.ts';
import { getMail } from '#lib/platform/mail/open.ts';

const payloadSchema = z.object({ linkId: z.string() });
const lockedPayload = payloadSchema.extend({ at: z.int() });

const nameOf = ({ label, documents }: ShareLink) =>
  label ?? documents[0]?.fileName ?? 'tu documento';
const linksUrl = () => `${getEnv().appUrl}/panel/documentos/enlaces`;

/** What the owner hears of a link. Of a link or an account that is gone nothing is sent. */
export const shareLinkHandlers = {
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
      name: nameOf(link),
      at: first.at,
      place: first.place,
      device: deviceOf(first.agent),
      linksUrl: linksUrl(),
    });
    await getMail().send({ ...content, to: account.email, idempotencyKey });
  },

  'share.locked': async (payload, { idempotencyKey, now }) => {
    const { linkId, at } = lockedPayload.parse(payload);
    const link = await findShareLink(linkId);
    const until = link && link.expiresAt > now ? lockedUntil(link, at) : null;
    const account = link && until !== null && (await findAccount(link.accountId));
    if (!account || until === null) return;
    const told = { name: nameOf(link), tries: MAX_WRONG, until, linksUrl: linksUrl() };
    await getMail().send({ ...(await lockedMail(told)), to: account.email, idempotencyKey });
  },
} satisfies Handlers;
