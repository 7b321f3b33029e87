import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { getEnv } from '#lib/platform/config/env.ts';
import type { Mail, MailPort } from '#lib/platform/mail/mail.ts';
import { localMailbox, type Mailbox } from '#lib/platform/mail/mailbox.ts';
import { resendMail } from '#lib/platform/mail/resend.ts';
import { type SentText, sentTextOf } from '#lib/platform/mail/sent-text.ts';
import { withMeasuredCalls } from '#lib/platform/metrics/calls.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { singleton } from '#lib/platform/process/singleton.ts';

/**
 * Returns Resend, or the local mailbox if there is no key. Throws `not_configured` in production
 * without a key or a sender.
 */
export function getMail(): MailPort {
  const capturedMails = captures().getStore();
  if (capturedMails) {
    return {
      send: async (mail) => {
        capturedMails.push(mail);
        return null;
      },
    };
  }
  const port = findMailbox() ?? getResend();
  const trace = traces().getStore();
  if (!trace) return port;
  return {
    send: async (mail) => {
      trace.sentTo = plainEmail(mail.to);
      trace.providerId = await port.send(mail);
      trace.sentText = sentTextOf(mail);
      return trace.providerId;
    },
  };
}

function getResend(): MailPort {
  const { resendKey, resendBaseUrl, from } = getEnv().mail;
  if (!resendKey || !from) throw new AppError('not_configured');
  return singleton('mail', () =>
    withMeasuredCalls('resend', resendMail({ key: resendKey, from, baseUrl: resendBaseUrl })),
  );
}

/**
 * Returns MAIL_INTERNAL_TO. Throws `not_configured` without it, which keeps mails to advisors
 * waiting.
 */
export function getAdvisorsEmail(): string {
  const { internalTo } = getEnv().mail;
  if (!internalTo) throw new AppError('not_configured');
  return internalTo;
}

export function findMailbox(): Mailbox | null {
  const { isProduction: production, dataDir, mail } = getEnv();
  if (production || mail.resendKey || !mail.from) return null;
  const from = mail.from;
  return singleton('mail', () => localMailbox(join(dataDir, 'mailbox'), from));
}

/** Runs a handler of a mail without sending it. Returns the mail, if there is one to send. */
export async function captureMail<T>(handle: () => Promise<T>) {
  const mails: Mail[] = [];
  const result = await captures().run(mails, handle);
  return { mail: mails[0], result };
}

/**
 * The e-mail (lower case) to which a handler sent its mail, the provider's id of it, and what it
 * says.
 */
export type MailTrace = {
  sentTo: string | null;
  providerId: string | null;
  sentText: SentText | null;
};

/** Runs a handler and writes into `trace` to whom it sends a mail, even if the sending fails. */
export function traceMail<T>(trace: MailTrace, handle: () => Promise<T>): Promise<T> {
  return traces().run(trace, handle);
}

/** Returns `a@b.cl` of `Name <a@b.cl>` in lower case. */
function plainEmail(to: string): string {
  return (/<([^<>]+)>\s*$/.exec(to)?.[1] ?? to).trim().toLowerCase();
}

const traces = () => singleton('mail-traces', () => new AsyncLocalStorage<MailTrace>());
const captures = () => singleton('mail-captures', () => new AsyncLocalStorage<Mail[]>());
