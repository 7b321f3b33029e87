import { SECURITY_PAGE, SETUP_MS } from '#lib/domain/factors/rules.ts';
import type { MemberCtx } from '#lib/platform/operations/operation.ts';
import { seal, unseal } from '#lib/platform/security/sealed.ts';

/** Holds new recovery codes, sealed, until their owner says that they are kept. */
export const CODES_COOKIE = 'codigos_de_respaldo';

/** The page to go on to after a factor was added: with new codes the one that shows them. */
export function showCodes(ctx: MemberCtx, codes: string[] | null, notice: string): string {
  if (!codes) return `${SECURITY_PAGE}?aviso=${notice}`;
  const sealed = seal('recovery-codes', ctx.accountId, codes.join(' '));
  ctx.cookies.set(CODES_COOKIE, sealed, SETUP_MS / 1000);
  return `${SECURITY_PAGE}/codigos`;
}

export function readShownCodes(accountId: string, cookie: string | undefined): string[] {
  const codes = cookie && unseal('recovery-codes', accountId, cookie);
  return codes ? codes.split(' ') : [];
}
