import { oneLine } from '#lib/platform/chile/format.ts';
import { ProviderError } from '#lib/platform/operations/provider-error.ts';

/** A mail to one recipient. An e-mail is written `a@b.cl` or `Name <a@b.cl>`. */
export type Mail = {
  to: string;
  /** Default: MAIL_FROM. */
  from?: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments?: MailAttachment[];
  /** URL of the one-click unsubscribe headers (RFC 8058). */
  unsubscribeUrl?: string;
  /** The provider delivers only one mail per key, even if it is sent several times. */
  idempotencyKey: string;
};

type MailAttachment = { fileName: string; contentType: string; content: Buffer };

export type MailPort = {
  /**
   * Resolves when the provider has accepted the mail, with the provider's id of it, or with null
   * from the local mailbox. Throws `ProviderError`.
   */
  send: (mail: Mail) => Promise<string | null>;
};

/**
 * Prevents header injection: user input can add neither header lines nor recipients. Throws
 * `ProviderError` for an invalid e-mail.
 */
export function safeMail(mail: Mail): Mail {
  return {
    ...mail,
    to: singleEmail(mail.to),
    from: mail.from && singleEmail(mail.from),
    replyTo: mail.replyTo && singleEmail(mail.replyTo),
    subject: oneLine(mail.subject),
    unsubscribeUrl: mail.unsubscribeUrl && plainUrl(mail.unsubscribeUrl),
    attachments: mail.attachments?.map((attachment) => ({
      ...attachment,
      fileName: oneLine(attachment.fileName).replace(/["\\/]/g, '_'),
      contentType: /^[\w.+-]+\/[\w.+-]+$/.test(attachment.contentType)
        ? attachment.contentType
        : 'application/octet-stream',
    })),
  };
}

const bareEmailPattern =
  /^[^\s<>@,;:"\\()[\]\u0000-\u001f\u007f]+@[^\s<>@,;:"\\()[\]\u0000-\u001f\u007f]+$/;
const namedEmailPattern =
  /^(?:"[^"\\\u0000-\u001f\u007f]*"|[^<>@,;:"\\\u0000-\u001f\u007f]*)\s*<([^<>]+)>$/;

function singleEmail(email: string): string {
  const inner = namedEmailPattern.exec(email)?.[1] ?? email;
  if (!bareEmailPattern.test(inner))
    throw new ProviderError('invalid_address', { isRetryable: false });
  return email;
}

/** Encodes a URL so that it cannot end the header or its angle brackets. */
function plainUrl(url: string): string {
  if (!URL.canParse(url)) throw new ProviderError('invalid_address', { isRetryable: false });
  return new URL(url).href.replace(/[<>,]/g, encodeURIComponent);
}
