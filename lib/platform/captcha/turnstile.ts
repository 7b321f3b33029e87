import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#lib/platform/operations/errors.ts';
import { log } from '#lib/platform/process/log.ts';

const verifyReply = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().optional(),
  action: z.string().optional(),
});

/**
 * Turnstile's error codes for faults of our settings or of Cloudflare. The visitor cannot correct
 * these.
 */
const ownFaults = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error'];

/** Cloudflare's public test secrets. Their answers name an invented hostname and action. */
const testSecret = /^[123]x0+AA$/;

type Question = {
  verifyUrl: string;
  secretKey: string;
  token: string;
  ip: string;
  hostname: string;
  action: string;
  timeoutMs?: number;
};

/**
 * Returns whether Cloudflare accepts the token for our host and action. Throws `unavailable` when
 * Cloudflare does not answer within `timeoutMs`, by default 5 s, or reports one of `ownFaults`.
 */
export async function verifyWithTurnstile(question: Question): Promise<boolean> {
  const { verifyUrl, secretKey, token, ip, timeoutMs = 5000 } = question;
  let parsed: z.infer<typeof verifyReply>;
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      redirect: 'error',
      body: JSON.stringify({
        secret: secretKey,
        response: token,
        remoteip: ip,
        idempotency_key: randomUUID(),
      }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    parsed = verifyReply.parse(await response.json());
  } catch (cause) {
    throw new AppError('unavailable', { cause });
  }
  if (parsed.success) return testSecret.test(secretKey) || isIssuedForUs(parsed, question);
  if (parsed['error-codes'].some((code) => ownFaults.includes(code))) {
    throw new AppError('unavailable');
  }
  return false;
}

/**
 * Returns whether the token was issued for our host and for this action. A token without an action
 * is accepted, because API clients may leave it out.
 */
function isIssuedForUs(
  reply: z.infer<typeof verifyReply>,
  { hostname, action }: Question,
): boolean {
  const isOurs = reply.hostname === hostname && (!reply.action || reply.action === action);
  if (!isOurs) {
    const { hostname: onHost, action: forAction } = reply;
    log().warn({ onHost, forAction, hostname, action }, 'captcha token from elsewhere');
  }
  return isOurs;
}
