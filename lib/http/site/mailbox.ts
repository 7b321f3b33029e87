import { z } from 'zod';
import { HERE_HEADER } from '#lib/http/server/client-ip.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { findMailbox } from '#lib/platform/mail/client.ts';
import type { Mailbox, MailboxMessage } from '#lib/platform/mail/mailbox.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';
import { contentDisposition } from '#lib/platform/storage/file-name.ts';

/**
 * Returns whether pages for developers may be shown: not in production, and only to this machine.
 */
export function isOnThisMachine(headers: Pick<Headers, 'get'>): boolean {
  return !getEnv().isProduction && headers.get(HERE_HEADER) === '1';
}

/**
 * Returns the local mailbox. Only requests of this machine get it, because links in its mails open
 * accounts.
 */
export function openMailbox(headers: Pick<Headers, 'get'>): Mailbox | null {
  return isOnThisMachine(headers) ? findMailbox() : null;
}

const commonFields = {
  method: 'GET',
  auth: 'guest',
  limit: {
    unlimited: 'Local mailbox only: in production, and from elsewhere, it answers not_found.',
  },
  reply: z.never(),
} as const;

export const getMessageHtml = defineStream({
  ...commonFields,
  path: '/dev/correo/{id}/html',
  params: z.object({ id: z.string() }),
  produces: 'text/html',
  summary: 'Get the HTML of a mail for a frame; it has no scripts and its links open a new tab',
  handler: async (_, { params }, request) => {
    const { html } = await getMessage(request, params.id);
    return new Response(html, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': `sandbox ${mailSandbox}; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'`,
        'X-Frame-Options': 'SAMEORIGIN',
      },
    });
  },
});

export const getMessageAttachment = defineStream({
  ...commonFields,
  path: '/dev/correo/{id}/adjuntos/{position}',
  params: z.object({ id: z.string(), position: z.string().regex(/^\d{1,3}$/) }),
  produces: 'application/octet-stream',
  summary: 'Download an attachment of a mail',
  handler: async (_, { params }, request) => {
    const { attachments } = await getMessage(request, params.id);
    const attachment = attachments[Number(params.position)];
    if (!attachment) throw new AppError('not_found');
    return new Response(Buffer.from(attachment.content, 'base64'), {
      headers: {
        'Content-Type': attachment.contentType,
        'Content-Disposition': contentDisposition('attachment', attachment.fileName),
        'Content-Security-Policy': "sandbox; default-src 'none'",
      },
    });
  },
});

/** `sandbox` of the frame that shows a mail: links open in new windows, scripts do not run. */
export const mailSandbox = 'allow-popups allow-popups-to-escape-sandbox';

async function getMessage({ headers }: Request, id: string): Promise<MailboxMessage> {
  const message = await openMailbox(headers)?.findMessage(id);
  if (!message) throw new AppError('not_found');
  return message;
}
