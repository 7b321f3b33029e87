import { z } from 'zod';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import { expiryMail } from '#lib/domain/alerts/mail.ts';
import { getAlertSettings, listAnnounced } from '#lib/domain/alerts/reads.ts';
import { mailsToken, unsubscribePath, unsubscribeUrl } from '#lib/domain/alerts/view.ts';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { endOfDay } from '#lib/platform/calendar.ts';
import { getEnv } from '#lib/platform/env.ts';
import { getMail } from '#lib/platform/mail/open.ts';

/** What was replaced, deleted or unsubscribed while its mail waited is not sent any more. */
export const alertHandlers = {
  'alerts.expiry-mail': async (payload, { idempotencyKey }) => {
    const { accountId, day } = expiryPayload.parse(payload);
    const account = await findAccount(accountId);
    if (!account || !(await getAlertSettings(accountId)).mails) return;
    const documents = await listAnnounced(accountId, day);
    if (documents.length === 0) return;
    const app = getEnv().appUrl;
    const content = await expiryMail(documents, endOfDay(day), {
      app,
      unsubscribe: `${app}${unsubscribePath(mailsToken(accountId))}`,
    });
    await getMail().send({
      ...content,
      to: account.email,
      unsubscribeUrl: unsubscribeUrl(accountId),
      idempotencyKey,
    });
  },
} satisfies Handlers;

const expiryPayload = z.object({ accountId: z.string(), day: z.iso.date() });
