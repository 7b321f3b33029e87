import { getEnv } from '#lib/platform/config/env.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';

export const COMPANY_PAGE = '/panel/empresa';

export function invitationPath(id: string): string {
  return `/invitacion/${signedToken('invitation', id)}`;
}

export function invitationUrl(id: string): string {
  return `${getEnv().appUrl}${invitationPath(id)}`;
}
