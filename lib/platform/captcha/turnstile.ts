import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#lib/platform/operations/errors.ts';
import { log } from '#lib/platform/process/log.ts';

const answer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().optional(),
  action: z.string().optional(),
});

/** Error codes that are caused by our settings or by Cloudflare, and not by the visitor. */
const ownFaults = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error'];

/** Cloudflare's test secrets answer with a made-up hostname and action. */
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

/** Returns whether Cloudflare accepts the token. Throws `unavailable` after 5 s. */
export async function verifyWithTurnstile(question: Question): Promise<boolean> {
  const { verifyUrl, secretKey, token, ip, timeoutMs = 5000 } = question;
  let parsed: z.infer<typeof answer>;
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
    parsed = answer.parse(await response.json());
  } catch (cause) {
    throw new AppError('unavailable', { cause });
  }
  if (parsed.success) return testSecret.test(secretKey) || isFrom(parsed, question);
  if (parsed['error-codes'].some((code) => ownFaults.includes(code))) {
    throw new AppError('unavailable');
  }
  return false;
}

/** API clients may render the widget without an action, so a token without one is accepted. */
function isFrom(answered: z.infer<typeof answer>, { hostname, action }: Question): boolean {
  const fits = answered.hostname === hostname && (!answered.action || answered.action === action);
  if (!fits) {
    const { hostname: onHost, action: forAction } = answered;
    log().warn({ onHost, forAction, hostname, action }, 'captcha token from elsewhere');
  }
  return fits;
}
