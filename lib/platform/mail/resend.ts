import type { ErrorResponse } from 'resend';
import { asciiEmail } from '#lib/platform/mail/email-address.ts';
import { type Mail, type MailPort, safeMail } from '#lib/platform/mail/mail.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { ProviderError, retryAfterMs } from '#lib/platform/operations/provider-error.ts';

type Options = { key: string; from: string; baseUrl: string; timeoutMs?: number };

/**
 * Returns a `MailPort` of Resend. It throws `ProviderError`, or `not_configured` for a refused key
 * (resend.com/docs/api-reference/errors).
 */
export function resendMail({ key, from, baseUrl, timeoutMs = 10_000 }: Options): MailPort {
  return {
    send: async (mail) => {
      const { Resend } = await import('resend');
      const options = {
        idempotencyKey: mail.idempotencyKey,
        signal: AbortSignal.timeout(timeoutMs),
      };
      const answer = await new Resend(key, { baseUrl }).emails
        .send(payloadOf(safeMail(mail), from), options)
        .catch(() => null);
      if (answer?.data?.id) return answer.data.id;
      if (options.signal.aborted) throw new ProviderError('timeout', { isRetryable: true });
      throw failureOf(answer?.error ?? null, answer?.headers ?? null);
    },
  };
}

/**
 * Returns whether Resend signed a webhook's body with this secret within five minutes of now
 * (resend.com/docs/webhooks/verify-webhooks-requests).
 */
export async function isSignedByResend(
  body: string,
  { headers, secret }: { headers: Headers; secret: string },
): Promise<boolean> {
  const { Resend } = await import('resend');
  const header = (name: string) => headers.get(`svix-${name}`) ?? '';
  const [id, timestamp, signature] = [header('id'), header('timestamp'), header('signature')];
  try {
    // The class requires a key, which verifying does not use.
    new Resend('re_unused').webhooks.verify({
      payload: body,
      headers: { id, timestamp, signature },
      webhookSecret: secret,
    });
    return true;
  } catch (error) {
    // The library also parses the body, after it has found the signature to be right.
    return error instanceof SyntaxError;
  }
}

function payloadOf(mail: Mail, from: string) {
  return {
    from: mail.from ?? from,
    to: asciiEmail(mail.to),
    replyTo: mail.replyTo && asciiEmail(mail.replyTo),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: mail.unsubscribeUrl
      ? {
          'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : undefined,
    attachments: mail.attachments?.map((attachment) => ({
      filename: attachment.fileName,
      contentType: attachment.contentType,
      content: attachment.content.toString('base64'),
    })),
  };
}

const wrongKeyNames = new Set(['missing_api_key', 'invalid_api_key', 'restricted_api_key']);

function failureOf(error: ErrorResponse | null, headers: Record<string, string> | null): Error {
  const name = /^[a-z_]{1,60}$/.test(error?.name ?? '') ? String(error?.name) : 'unreadable_answer';
  const status = typeof error?.statusCode === 'number' ? error.statusCode : null;
  // A validation_error with 403 means that the sender's domain is not verified any more.
  if (wrongKeyNames.has(name) || (name === 'validation_error' && status === 403)) {
    return new AppError('not_configured', { cause: new Error(name) });
  }
  if (error && status === null && name === 'application_error') {
    return new ProviderError('network', { isRetryable: true });
  }
  const reason = status === null ? name : `${name} ${status}`;
  return new ProviderError(reason, {
    isRetryable: isRetryable(name, status),
    retryAfter: retryAfterMs(headers?.['retry-after']),
  });
}

/**
 * Returns whether a failed mail may be sent again. This is also so without a status, for example
 * for a proxy's page or a cut body.
 */
function isRetryable(name: string, status: number | null): boolean {
  if (name === 'concurrent_idempotent_requests') return true;
  if (name === 'invalid_idempotent_request' || name === 'validation_error') return false;
  return status === null || status === 408 || status === 429 || status >= 500 || status < 400;
}
