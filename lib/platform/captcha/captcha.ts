import { verifyWithTurnstile } from '#lib/platform/captcha/turnstile.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { measureCall } from '#lib/platform/metrics/calls.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { CaptchaAction } from '#lib/platform/operations/operation.ts';

type CaptchaCheck = { action: CaptchaAction; ip: string };

/**
 * Does nothing if captchas are off or Turnstile accepts the token. Throws `captcha_invalid` for a
 * refused token, `unavailable` if Turnstile cannot be reached, `not_configured` without a secret
 * key.
 */
export async function checkCaptcha(token: unknown, { action, ip }: CaptchaCheck): Promise<void> {
  const { isEnabled, secretKey, verifyUrl } = getEnv().captcha;
  if (!isEnabled) return;
  const { hostname } = new URL(getEnv().appUrl);
  if (!secretKey) throw new AppError('not_configured');
  if (typeof token !== 'string' || token.length === 0 || token.length > 2048) {
    throw new AppError('captcha_invalid');
  }
  const isAccepted = await measureCall('turnstile', () =>
    verifyWithTurnstile({ verifyUrl, secretKey, token, ip, action, hostname }),
  );
  if (!isAccepted) throw new AppError('captcha_invalid');
}

export function captchaSiteKey(): string | null {
  const { isEnabled, siteKey } = getEnv().captcha;
  return isEnabled ? (siteKey ?? null) : null;
}
