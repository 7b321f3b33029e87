import { SWITCH_PAGE } from '#lib/domain/accounts/companies/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';

export const COMPANY_PAGE = '/panel/empresa';

/**
 * Returns the page to choose an account holder. `holderId` comes from the URL of a page, so it may
 * be any text.
 */
export function switchPath(holderId: string): string {
  return `${SWITCH_PAGE}?${new URLSearchParams({ de: holderId })}`;
}

export function invitationPath(id: string): string {
  return `/invitacion/${signedToken('invitation', id)}`;
}

/** Returns the token in the URL of an invitation's page, or null for any other URL. */
export function parseInvitationToken(path: string | undefined): string | null {
  return /^\/invitacion\/([\w.-]{1,200})$/.exec(path ?? '')?.[1] ?? null;
}

export function invitationUrl(id: string): string {
  return `${getEnv().appUrl}${invitationPath(id)}`;
}
