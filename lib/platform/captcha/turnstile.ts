import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#lib/platform/errors.ts';

const answer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
});

/** Codes that say something of us or of Cloudflare, not of the person. */
const ownFaults = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error'];

type Question = {
  verifyUrl: string;
  secretKey: string;
  token: string;
  address: string;
  timeoutMs?: number;
};

/**
 * Asks Turnstile's siteverify (developers.cloudflare.com/turnstile). False when the token is
 * refused; throws `unavailable` when no clear answer comes within 5 s, or by our own fault.
 */
export async function verifyWithTurnstile(question: Question): Promise<boolean> {
  const { verifyUrl, secretKey, token, address, timeoutMs = 5000 } = question;
  let parsed: z.infer<typeof answer>;
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      redirect: 'error',
      body: JSON.stringify({
        secret: secretKey,
        response: token,
        remoteip: address,
        idempotency_key: randomUUID(),
      }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    parsed = answer.parse(await response.json());
  } catch (cause) {
    throw new AppError('unavailable', { cause });
  }
  if (parsed.success) return true;
  if (parsed['error-codes'].some((code) => ownFaults.includes(code))) {
    throw new AppError('unavailable');
  }
  return false;
}
