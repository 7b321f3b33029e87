import { join } from 'node:path';
import { getEnv } from '#lib/platform/config/env.ts';
import type { MailPort } from '#lib/platform/mail/mail.ts';
import { localMailbox, type Mailbox } from '#lib/platform/mail/mailbox.ts';
import { resendMail } from '#lib/platform/mail/resend.ts';
import { measured } from '#lib/platform/metrics/calls.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/** Returns Resend with a key, else the local mailbox. In production it throws `not_configured`. */
export function getMail(): MailPort {
  const mailbox = findMailbox();
  if (mailbox) return mailbox;
  const { resendKey, resendBaseUrl, from } = getEnv().mail;
  if (!resendKey || !from) throw new AppError('not_configured');
  return singleton('mail', () =>
    measured('resend', resendMail({ key: resendKey, from, baseUrl: resendBaseUrl })),
  );
}

/** Returns MAIL_INTERNAL_TO. Without it mail to the advisors waits (`not_configured`). */
export function getAdvisorsAddress(): string {
  const { internalTo } = getEnv().mail;
  if (!internalTo) throw new AppError('not_configured');
  return internalTo;
}

export function findMailbox(): Mailbox | null {
  const { production, dataDir, mail } = getEnv();
  if (production || mail.resendKey || !mail.from) return null;
  const from = mail.from;
  return singleton('mail', () => localMailbox(join(dataDir, 'mailbox'), from));
}
