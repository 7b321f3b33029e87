import { SECURITY_PAGE, SETUP_MS } from '#lib/domain/factors/rules.ts';
import type { MemberCtx } from '#lib/platform/operations/operation.ts';
import { seal, unseal } from '#lib/platform/security/sealed.ts';

/**
 * Returns the page to go on to after a factor was added: with new codes the one that shows them.
 * The browser keeps them, sealed, until their owner says that they are kept elsewhere.
 */
export function showCodes(ctx: MemberCtx, codes: string[] | null, notice: string): string {
  if (!codes) return `${SECURITY_PAGE}?aviso=${notice}`;
  const sealed = seal('recovery-codes', ctx.accountId, codes.join(' '));
  ctx.browser.keep('recoveryCodes', sealed, { seconds: SETUP_MS / 1000 });
  return `${SECURITY_PAGE}/codigos`;
}

export function readShownCodes(accountId: string, kept: string | undefined): string[] {
  const codes = kept && unseal('recovery-codes', accountId, kept);
  return codes ? codes.split(' ') : [];
}
