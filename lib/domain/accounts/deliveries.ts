import { z } from 'zod';
import { codeMail, resetMail, securityMail } from '#lib/domain/accounts/mail.ts';
import { findAccount, findOpenReset, isLiveCode } from '#lib/domain/accounts/reads.ts';
import { codeOf } from '#lib/domain/accounts/rules.ts';
import { recoverUrl, resetToken, resetUrl } from '#lib/domain/accounts/view.ts';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { oneTimeCodes } from '#lib/platform/db/schema/accounts.ts';
import type { MailContent } from '#lib/platform/mail/blocks.tsx';
import { getMail } from '#lib/platform/mail/open.ts';

/**
 * What is sent about an account, by kind. Payloads hold ids; codes and links are made here. One that
 * was replaced, used or has run out while its mail waited is not sent any more.
 */
export const accountHandlers = {
  'account.code-mail': async (payload, { idempotencyKey, now }) => {
    const { accountId, codeId, purpose } = codePayload.parse(payload);
    if (!(await isLiveCode(codeId, now))) return;
    await send(accountId, idempotencyKey, await codeMail(codeOf(codeId), purpose));
  },
  'account.reset-mail': async (payload, { idempotencyKey, now }) => {
    const { accountId, resetId } = resetPayload.parse(payload);
    if (!(await findOpenReset(resetToken(resetId), now))) return;
    await send(accountId, idempotencyKey, await resetMail(resetUrl(resetId)));
  },
  'account.password-changed-mail': async (payload, { idempotencyKey }) => {
    const { accountId, at, links } = changePayload.parse(payload);
    const mail = await securityMail('password', at, recoverUrl(), links);
    await send(accountId, idempotencyKey, mail);
  },
  'account.google-linked-mail': async (payload, { idempotencyKey }) => {
    const { accountId, at, ended } = linkPayload.parse(payload);
    const change = ended ? 'googleAlone' : 'google';
    await send(accountId, idempotencyKey, await securityMail(change, at, recoverUrl()));
  },
} satisfies Handlers;

const codePayload = z.object({
  accountId: z.string(),
  codeId: z.string(),
  purpose: z.enum(oneTimeCodes.purpose.enumValues),
});
const resetPayload = z.object({ accountId: z.string(), resetId: z.string() });
const changePayload = z.object({ accountId: z.string(), at: z.int(), links: z.int().default(0) });
const linkPayload = z.object({
  accountId: z.string(),
  at: z.int(),
  ended: z.boolean().default(false),
});

/** An account that is gone needs no mail any more. */
async function send(
  accountId: string,
  idempotencyKey: string,
  content: MailContent,
): Promise<void> {
  const account = await findAccount(accountId);
  if (!account) return;
  await getMail().send({ ...content, to: account.email, idempotencyKey });
}
