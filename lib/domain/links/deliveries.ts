import { z } from 'zod';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { linkMail } from '#lib/domain/links/mail.ts';
import { findAddressee, findLinkById } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { getEnv } from '#lib/platform/env.ts';
import { getMail } from '#lib/platform/mail/open.ts';

const payloadSchema = z.object({ kind: z.enum(['receipt', 'lead-receipt']), linkId: z.string() });

export const linkHandlers = {
  'link.mail': async (payload, { idempotencyKey, now }) => {
    const { kind, linkId } = payloadSchema.parse(payload);
    const link = await findLinkById(kind, linkId);
    if (!link || isEnded(link, now)) return;
    const to = await findAddressee(kind, link.subject);
    if (!to) return;
    const { internalTo } = getEnv().mail;
    await getMail().send({
      ...(await linkMail(kind, link)),
      to,
      replyTo: internalTo,
      idempotencyKey,
    });
  },
} satisfies Handlers;
