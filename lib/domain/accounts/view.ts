import { getEnv } from '#lib/platform/env.ts';
import { signedToken } from '#lib/platform/secrets.ts';

/** Always on our own public address, whatever `Host` a request came with. */
export function resetUrl(resetId: string): string {
  const token = encodeURIComponent(signedToken('password-reset', resetId));
  return `${getEnv().appUrl}/restablecer?token=${token}`;
}

export function recoverUrl(): string {
  return `${getEnv().appUrl}/recuperar`;
}
