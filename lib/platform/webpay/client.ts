import { getEnv } from '#lib/platform/config/env.ts';
import { withMeasuredCalls } from '#lib/platform/metrics/calls.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import { createTransbank } from '#lib/platform/webpay/transbank.ts';
import type { WebpayPort } from '#lib/platform/webpay/webpay.ts';

/** Returns Webpay. Throws `not_configured` in production without the shop's keys. */
export function getWebpay(): WebpayPort {
  const { transbank } = getEnv();
  if (!transbank) throw new AppError('not_configured');
  return singleton('webpay', () => withMeasuredCalls('webpay', createTransbank(transbank)));
}

export function isWebpayConfigured(): boolean {
  return getEnv().transbank !== undefined;
}
